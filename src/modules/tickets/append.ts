import type { Emit, Store, Tx } from "../../kit/store.ts";
import { born } from "../../kit/table.ts";
import { one, preview } from "../messages/messages.ts";
import { messages, type Message } from "../messages/table.ts";
import { change, sightOf } from "./tickets.ts";
import type { TicketRow } from "./table.ts";

type New = Omit<typeof messages.$inferInsert, "id" | "ticketId" | "createdAt" | "updatedAt" | "body" | "mediaType"> & Pick<Message, "body" | "mediaType">;

/** Puts a message at the end of a ticket, which shows it in its list, and tells both. `also` is what else becomes of the ticket, and who made it so. */
export function append(store: Store, tx: Tx, emit: Emit, ticket: TicketRow, message: New, also: Partial<TicketRow> = {}, byUserId?: number): Message {
  const now = store.now();
  const { id } = tx.insert(messages).values({ ...message, ticketId: ticket.id, ...born(now) }).returning({ id: messages.id }).get();
  const told = change(store, tx, emit, ticket, { lastMessage: preview(message.body, message.mediaType), lastMessageAt: new Date(now), fromMe: message.fromMe ?? false, ...also }, byUserId);
  const row = one(store, id)!;
  emit("appMessage", "create", { message: row, ticket: told, contact: told.contact }, sightOf(told));
  return row;
}
