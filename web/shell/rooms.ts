import { computed, signal } from "@preact/signals-react";
import { type LucideIcon, MessagesSquare, Smartphone, Tag, Zap } from "lucide-react";
import { api } from "../kit/api.ts";
import { live } from "../live.ts";
import { can } from "../session.ts";

export type Room = { href: string; label: string; /** Where there is little room. */ short?: string; icon: LucideIcon; admin?: boolean };

type Connection = { id: number; provider: string };

const connections = signal<Connection[]>([]);

/** The menu: what this user may enter, and only what exists. */
export const rooms = computed<Room[]>(() => {
  const phone = can("practice") ? connections.value.find(({ provider }) => provider === "practice") : undefined;
  return [
    { href: "/tickets", label: "menu.tickets", icon: MessagesSquare },
    ...(can("quick-messages.read") ? [{ href: "/quick-messages", label: "menu.quickMessages", short: "menu.replies", icon: Zap }] : []),
    ...(can("tags.read") ? [{ href: "/tags", label: "menu.tags", icon: Tag }] : []),
    ...(phone ? [{ href: `/practice/${phone.id}`, label: "menu.practice", icon: Smartphone, admin: true }] : []),
  ];
});

/** Keeps the entries of the practice phones true. */
export function watchConnections() {
  if (!can("practice")) return () => {};
  const read = () => {
    api.get<Connection[]>("/whatsapp").then(
      (found) => (connections.value = found),
      () => undefined,
    );
  };
  read();
  const closers = [
    live.onReset(read),
    live.on("whatsapp", (frame) => {
      const told = frame.whatsapp as Connection | undefined;
      const id = told?.id ?? Number(frame.whatsappId);
      const others = connections.peek().filter((known) => known.id !== id);
      connections.value = frame.action === "delete" || !told ? others : [...others, told].toSorted((a, b) => a.id - b.id);
    }),
  ];
  return () => closers.forEach((close) => close());
}

/** Whether a room is the one at this address. */
export const isAt = (path: string, { href }: Room) => path === href || path.startsWith(`${href}/`);
