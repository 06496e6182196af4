import { computed } from "@preact/signals-react";
import { BookUser, Cable, ChartNoAxesColumn, FileSearch, ListOrdered, type LucideIcon, Megaphone, MessagesSquare, Plug, Settings, Smartphone, Sparkles, Tag, UserRound, Zap } from "lucide-react";
import { connections } from "../pages/tickets/choices.ts";
import { can, plan } from "../session.ts";
import { anyConnectionDown } from "./connection-alerts.ts";

export type MenuEntry = {
  href: string;
  label: string;
  /** Where there is little room. */
  short?: string;
  icon: LucideIcon;
  admin?: boolean;
  /** What there is to look at, as a key: marks the entry. */
  alert?: string;
};

/** The menu: what this user may enter, and only what exists. */
export const menuEntries = computed<MenuEntry[]>(() => {
  const phone = can("practice") ? connections.rows.value?.find(({ provider }) => provider === "practice") : undefined;
  return [
    { href: "/tickets", label: "menu.tickets", icon: MessagesSquare },
    ...(can("contacts.read") ? [{ href: "/contacts", label: "menu.contacts", icon: BookUser }] : []),
    ...(can("quick-messages.read") ? [{ href: "/quick-messages", label: "menu.quickMessages", short: "menu.replies", icon: Zap }] : []),
    ...(can("tags.read") ? [{ href: "/tags", label: "menu.tags", icon: Tag }] : []),
    ...(can("dashboard:view") ? [{ href: "/dashboard", label: "menu.dashboard", icon: ChartNoAxesColumn, admin: true }] : []),
    ...(can("queues.write") ? [{ href: "/queues", label: "menu.queues", icon: ListOrdered, admin: true }] : []),
    ...(can("drawer-admin-items:view") ? [{ href: "/connections", label: "menu.connections", icon: Cable, admin: true, alert: anyConnectionDown.value ? "menu.connectionsDown" : undefined }] : []),
    ...(can("integrations.read") && plan.value?.useIntegrations ? [{ href: "/queue-integration", label: "menu.integrations", icon: Plug, admin: true }] : []),
    ...(can("ias.read") && plan.value?.useOpenAi ? [{ href: "/ias", label: "menu.ias", icon: Sparkles, admin: true }] : []),
    ...(can("users.write") ? [{ href: "/users", label: "menu.users", icon: UserRound, admin: true }] : []),
    ...(can("settings.read") ? [{ href: "/settings", label: "menu.settings", icon: Settings, admin: can("settings.write") }] : []),
    ...(can("audit.read") ? [{ href: "/audit", label: "menu.audit", icon: FileSearch, admin: true }] : []),
    ...(can("announcements.write") ? [{ href: "/announcements", label: "menu.announcements", icon: Megaphone, admin: true }] : []),
    ...(phone ? [{ href: `/practice/${phone.id}`, label: "menu.practice", icon: Smartphone, admin: true }] : []),
  ];
});

/** Whether a room is the one at this address. */
export const isCurrent = (path: string, { href }: MenuEntry) => path === href || path.startsWith(`${href}/`);
