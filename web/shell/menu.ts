import { computed } from "@preact/signals-react";
import { language } from "../kit/text.ts";
import { connections } from "../lists/company-lists.ts";
import { unreadChats } from "../parts/chats/chats.ts";
import { addressOf, type MenuGroup, menuGroups, type Screen } from "../screen.ts";
import { screens } from "../screens.ts";
import { can, mayEnter } from "../session/can.ts";
import { menuPages } from "../session/menu-pages.ts";
import { plan } from "../session/session.ts";
import { anyConnectionDown } from "./connection-alerts.ts";
import { healthTroubles } from "./health-alerts.ts";
import { unreadTickets } from "./unread.ts";
import { anyWebhookOff } from "./webhook-alerts.ts";

export type MenuEntry = Omit<NonNullable<Screen["menu"]>, "label" | "short" | "alert" | "count"> & {
  href: string;
  /** In the screen's language, as is `short`. */
  label: string;
  short: string;
  /** The reason for attention, as a key of the texts. */
  alert?: string;
  count: number;
  /** The name of the counted things, as a key of the texts. */
  counts: string;
  /** The wide menu also shows the count. */
  isCountedWide: boolean;
};

/** The menu entries that this user may open. */
export const menuEntries = computed<MenuEntry[]>(() => {
  const entries = screens.flatMap((screen) => {
    const href = isOpen(screen) ? addressOf(screen, addressValues()) : undefined;
    if (!screen.menu || !href) return [];
    const { label, short = label, group, icon, alert, count } = screen.menu;
    return [
      {
        href,
        icon,
        label: label[language.value],
        short: short[language.value],
        group: groupOf(group),
        alert: alerts(alert),
        ...countOf(count),
      },
    ];
  });
  return menuGroups.flatMap((group) => entries.filter((entry) => entry.group === group));
});

menuPages.value = () => menuEntries.value;

/** The non-empty groups with their entries. Reads a signal. */
export const groupedEntries = () =>
  menuGroups
    .map((group) => ({
      group,
      entries: menuEntries.value.filter((entry) => entry.group === group),
    }))
    .filter(({ entries }) => entries.length > 0);

/** Whether an entry is the current page. */
export const isAt = (path: string, { href }: MenuEntry) =>
  path === href || path.startsWith(`${href}/`);

const isOpen = (screen: Screen) =>
  mayEnter(screen) && (!screen.plan || plan.value?.[screen.plan] === true);

/** Values for the parameters of addresses. */
const addressValues = () => ({
  whatsappId: connections.rows.value?.find(({ provider }) => provider.startsWith("practice"))?.id,
});

/**
 * Marketing and administration are for admins. Their few screens for other users are in those
 * users' group of rarely used screens.
 */
const groupOf = (group: MenuGroup): MenuGroup =>
  can("drawer-admin-items:view") || group === "service" || group === "sales" ? group : "catalogue";

/** Counts conversations with unread messages, not the messages. */
const countOf = (name?: "unread" | "chats") =>
  name === "chats"
    ? { count: unreadChats.value.length, counts: "menu.chats.some", isCountedWide: true }
    : {
        count: name ? unreadTickets.value.length : 0,
        counts: "menu.bell.some",
        isCountedWide: false,
      };

function alerts(name?: NonNullable<Screen["menu"]>["alert"]) {
  if (name === "connectionsDown")
    return anyConnectionDown.value ? "menu.connectionsDown" : undefined;
  if (name === "healthTroubled")
    return healthTroubles.value > 0 ? "menu.healthTroubled" : undefined;
  return name === "webhooksOff" && anyWebhookOff.value ? "menu.webhooksOff" : undefined;
}
