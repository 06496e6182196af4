import { computed } from "@preact/signals-react";
import { Cable, type LucideIcon, MessagesSquare, Smartphone, Tag, Zap } from "lucide-react";
import { connections } from "../pages/tickets/choices.ts";
import { can } from "../session.ts";
import { troubled } from "./lines.ts";

export type Room = {
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
export const rooms = computed<Room[]>(() => {
  const phone = can("practice") ? connections.rows.value?.find(({ provider }) => provider === "practice") : undefined;
  return [
    { href: "/tickets", label: "menu.tickets", icon: MessagesSquare },
    ...(can("quick-messages.read") ? [{ href: "/quick-messages", label: "menu.quickMessages", short: "menu.replies", icon: Zap }] : []),
    ...(can("tags.read") ? [{ href: "/tags", label: "menu.tags", icon: Tag }] : []),
    ...(can("drawer-admin-items:view") ? [{ href: "/connections", label: "menu.connections", icon: Cable, admin: true, alert: troubled.value ? "menu.connectionsDown" : undefined }] : []),
    ...(phone ? [{ href: `/practice/${phone.id}`, label: "menu.practice", icon: Smartphone, admin: true }] : []),
  ];
});

/** Whether a room is the one at this address. */
export const isAt = (path: string, { href }: Room) => path === href || path.startsWith(`${href}/`);
