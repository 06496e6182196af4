import type { AuthContext } from "../../kit/http/auth-context.ts";
import { hideNumbers } from "../../kit/http/hidden.ts";
import { notificationKinds } from "../../shared/notifications.ts";
import { list } from "../bell/bell.ts";
import type { Notification } from "../notifications/table.ts";
import { read } from "../users/preferences.ts";

/** One notification of a device: the newest of those about the same conversation, order or line. */
export type BellItem = { tag: string; stamp: string; about: Notification };

/**
 * The unread notifications for a person's devices, one for each conversation, order or connection.
 * Those that the person turned off or may no longer see are left out. rules.md#push
 */
export function bellItems(context: Pick<AuthContext, "db" | "me" | "plan" | "overdue">): {
  items: BellItem[];
  unread: number;
} {
  const { db, me, plan, overdue } = context;
  if (overdue || me.isVisiting) return { items: [], unread: 0 };
  const { push } = read(db, me);
  const kinds = notificationKinds.filter((kind) => push[kind] ?? true);
  const bell = list(db, me, plan, { kinds, pageNumber: 1 });
  const items = new Map<string, BellItem>();
  for (const about of bell.records) {
    const tag = tagOf(about);
    if (about.readAt === null && !items.has(tag))
      items.set(tag, {
        tag,
        stamp: `${about.kind} ${Number(about.at)}`,
        about: me.hidesNumbers ? hideNumbers(about) : about,
      });
  }
  return { items: [...items.values()], unread: bell.unread };
}

function tagOf({ id, ticketId, order, whatsapp }: Notification): string {
  if (ticketId !== null) return `ticket ${ticketId}`;
  if (order) return `order ${order.id}`;
  if (whatsapp) return `connection ${whatsapp.id}`;
  return `notification ${id}`;
}
