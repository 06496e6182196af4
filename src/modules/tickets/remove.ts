import { and, eq, isNotNull } from "drizzle-orm";
import type { Me } from "../../kit/audience.ts";
import type { Store, Tx } from "../../kit/store.ts";
import { messages, messageVersions } from "../messages/table.ts";
import { dropUnnamed } from "../messages/unnamed.ts";
import { find, sightOf } from "./tickets.ts";
import { tickets } from "./table.ts";

/** A ticket goes for good, with all that was said in it and every file that is in no other. Throws missing. doc 4 §1.10 */
export async function remove(store: Store, me: Me, id: number) {
  const orphans = store.write((tx, emit) => {
    const ticket = find(store, me, id);
    const files = filesOf(tx, id);
    tx.delete(tickets).where(eq(tickets.id, id)).run();
    emit("ticket", "delete", { ticketId: id }, sightOf(ticket));
    return dropUnnamed(tx, files);
  });
  for (const sha256 of orphans) await store.files.drop(sha256);
  return {};
}

function filesOf(tx: Tx, ticketId: number): number[] {
  const said = and(eq(messages.ticketId, ticketId), isNotNull(messages.mediaId));
  const before = and(eq(messages.ticketId, ticketId), isNotNull(messageVersions.mediaId));
  const rows = [
    ...tx.select({ id: messages.mediaId }).from(messages).where(said).all(),
    ...tx.select({ id: messageVersions.mediaId }).from(messageVersions).innerJoin(messages, eq(messages.id, messageVersions.messageId)).where(before).all(),
  ];
  return rows.map(({ id }) => id!);
}
