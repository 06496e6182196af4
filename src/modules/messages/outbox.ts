import { and, asc, eq, sql } from "drizzle-orm";
import { prepared, type Store, type Tx } from "../../kit/store.ts";
import { contacts, identifiers } from "../contacts/table.ts";
import { media, messages, outbox } from "./table.ts";

/** Puts a message in line to leave the box. */
export function enqueue(tx: Tx, message: { id: number; whatsappId: number; contactId: number }) {
  tx.insert(outbox).values({ messageId: message.id, whatsappId: message.whatsappId, contactId: message.contactId }).run();
}

const nextQuery = prepared((db) =>
  db.select({ message: messages, file: media, to: { type: identifiers.type, value: identifiers.value }, attempts: outbox.attempts })
    .from(outbox).innerJoin(messages, eq(messages.id, outbox.messageId)).innerJoin(contacts, eq(contacts.id, outbox.contactId))
    .leftJoin(media, eq(media.id, messages.mediaId)).leftJoin(identifiers, eq(identifiers.contactId, contacts.id))
    .where(eq(outbox.whatsappId, sql.placeholder("whatsappId"))).orderBy(asc(outbox.messageId), sql`${identifiers.type} = 'lid'`).limit(1).prepare(),
);

/** The oldest message that waits on a connection, with the address it goes to. */
export const next = (store: Store, whatsappId: number) => nextQuery(store).get({ whatsappId });

/** Notes that a message is being sent, before it is: after a crash it goes again under the same id. */
export function sending(store: Store, messageId: number) {
  store.write((tx) => {
    tx.update(outbox).set({ state: "sending", attempts: sql`${outbox.attempts} + 1` }).where(eq(outbox.messageId, messageId)).run();
  });
}

/** Takes a message out of the line. */
export function leave(tx: Tx, messageId: number) {
  tx.delete(outbox).where(eq(outbox.messageId, messageId)).run();
}

/** The provider's id of a message, for a quote. */
export const providerIdOf = (store: Store, id: number) => store.db.select({ providerId: messages.providerId }).from(messages).where(and(eq(messages.id, id))).get()?.providerId;
