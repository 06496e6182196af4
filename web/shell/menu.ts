import { computed } from "@preact/signals-react";
import { connections } from "../pages/tickets/choices.ts";
import { addressOf, type MenuGroup, menuGroups, type Screen, screens } from "../screens.ts";
import { can, mayEnter, plan } from "../session.ts";
import { anyConnectionDown } from "./connection-alerts.ts";
import { unreadTickets } from "./unread.ts";

export type MenuEntry = Omit<NonNullable<Screen["menu"]>, "alert" | "count"> & {
  href: string;
  /** What there is to look at, as a key. */
  alert?: string;
  count: number;
};

/** The menu: what this user may enter. */
export const menuEntries = computed<MenuEntry[]>(() => {
  const entries = screens.flatMap((screen) => {
    const href = isOpen(screen) ? addressOf(screen, known()) : undefined;
    return screen.menu && href ? [{ ...screen.menu, href, group: groupOf(screen.menu.group), alert: alerts(screen.menu.alert), count: screen.menu.count === "unread" ? unreadTickets.value.length : 0 }] : [];
  });
  return menuGroups.flatMap((group) => entries.filter((entry) => entry.group === group));
});

/** The entries of each group that has some. Reads a signal. */
export const groupedEntries = () => menuGroups.map((group) => ({ group, entries: menuEntries.value.filter((entry) => entry.group === group) })).filter(({ entries }) => entries.length > 0);

/** Whether an entry is the one at this address. */
export const isAt = (path: string, { href }: MenuEntry) => path === href || path.startsWith(`${href}/`);

const isOpen = (screen: Screen) => mayEnter(screen) && (!screen.plan || plan.value?.[screen.plan] === true);

/** What stands in addresses. */
const known = () => ({ whatsappId: connections.rows.value?.find(({ provider }) => provider === "practice")?.id });

/** The administration is for admins: what of it is open to others stands with the rest of theirs. */
const groupOf = (group: MenuGroup): MenuGroup => (group === "administration" && !can("drawer-admin-items:view") ? "service" : group);

const alerts = (name?: "connectionsDown") => (name === "connectionsDown" && anyConnectionDown.value ? "menu.connectionsDown" : undefined);
