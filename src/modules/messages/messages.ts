import { and, desc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { linkSpan } from "../../kit/files/files.ts";
import type { Db } from "../../kit/db/queried-file.ts";
import { textsOf } from "../../kit/db/texts.ts";
import { media } from "../../kit/db/media.ts";
import { query } from "../../kit/db/query.ts";
import { contacts } from "../contacts/table.ts";
import { users } from "../users/table.ts";
import { cardOf } from "./cards.ts";
import { placeBody } from "./places.ts";
import {
  messages,
  ourselves,
  type Card,
  type MediaInfo,
  type Message,
  type Place,
  type Quote,
} from "./table.ts";

const quoted = alias(messages, "quoted");
const { mediaId: _, choice: __, ...columns } = getTableColumns(messages);

const reactionsOf = sql<
  Message["reactions"]
>`(SELECT json_group_array(json_object('emoji', r.emoji, 'fromMe', json(iif(r.contactId = ${ourselves}, 'true', 'false')), 'contactId', r.contactId, 'name', c.name))
  FROM reactions r LEFT JOIN contacts c ON c.id = r.contactId WHERE r.messageId = ${messages.id})`.mapWith(
  (json: string) => JSON.parse(json) as Message["reactions"],
);

const retryAt =
  sql<Date | null>`coalesce((SELECT nullif(o.dueAt, 0) FROM outbox o WHERE o.messageId = ${messages.id} AND o.deferred), ${media.retryAt})`.mapWith(
    media.retryAt,
  );

const quoteName = sql<
  string | null
>`iif(${messages.quote} IS NULL, NULL, (SELECT name FROM contacts WHERE id = ${messages.quote} ->> 'contactId'))`;

const shape = {
  ...columns,
  retryAt,
  quoteName,
  contact: { id: contacts.id, name: contacts.name, profilePicUrl: contacts.profilePicUrl },
  user: { id: users.id, name: users.name },
  file: {
    sha256: media.sha256,
    name: media.name,
    type: media.type,
    size: media.size,
    seconds: media.seconds,
    voice: media.voice,
    waveform: media.waveform,
    reason: media.reason,
  },
  quotedMsg: {
    id: quoted.id,
    body: quoted.body,
    fromMe: quoted.fromMe,
    mediaType: quoted.mediaType,
  },
  reactions: reactionsOf,
};

const fullMessageQuery = (db: Db) =>
  db
    .select(shape)
    .from(messages)
    .innerJoin(contacts, eq(contacts.id, messages.contactId))
    .leftJoin(media, eq(media.id, messages.mediaId))
    .leftJoin(users, eq(users.id, messages.userId))
    .leftJoin(quoted, eq(quoted.id, messages.quotedMsgId))
    .$dynamic();

const oneQuery = query((db) => fullMessageQuery(db).where(eq(messages.id, sql.placeholder("id"))));

const someQuery = query((db) =>
  fullMessageQuery(db)
    .where(inArray(messages.id, sql`(SELECT value FROM json_each(${sql.placeholder("ids")}))`))
    .orderBy(desc(messages.id)),
);

const byClientQuery = query((db) =>
  db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.ticketId, sql.placeholder("ticketId")),
        eq(messages.clientId, sql.placeholder("clientId")),
      ),
    ),
);

const byProviderQuery = query((db) =>
  db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.whatsappId, sql.placeholder("whatsappId")),
        eq(messages.providerId, sql.placeholder("providerId")),
      ),
    ),
);

/** One message as it travels. */
export function findMessage(db: CompanyDb, id: number): Message | undefined {
  const row = oneQuery(db).get({ id });
  return row && wireMessage(db, row);
}

/** Messages as they travel, the newest first. */
export const findMessages = (db: CompanyDb, ids: number[]): Message[] =>
  someQuery(db)
    .all({ ids: JSON.stringify(ids) })
    .map((row) => wireMessage(db, row));

/**
 * Messages as they travel, with all that `fullMessageQuery` names. Of contacts and users they have
 * the names.
 */
export const messageTexts = textsOf<Message>({
  name: "messages",
  madeOf: [
    { table: "messages", ids: "VALUES (row.id)" },
    {
      table: "messages",
      ids: "SELECT id FROM messages WHERE quotedMsgId = row.id",
      columns: ["body", "fromMe", "mediaType"],
    },
    { table: "outbox", ids: "VALUES (row.messageId)" },
    { table: "reactions", ids: "VALUES (row.messageId)" },
    {
      table: "media",
      ids: "SELECT id FROM messages WHERE mediaId = row.id",
      columns: [
        "sha256",
        "name",
        "type",
        "size",
        "seconds",
        "voice",
        "waveform",
        "reason",
        "retryAt",
      ],
    },
    { table: "contacts", ids: "VALUES (0)", columns: ["name", "profilePicUrl"] },
    { table: "users", ids: "VALUES (0)", columns: ["name"] },
  ],
  span: linkSpan,
  find: findMessages,
});

/** The message that a client sent under this id. */
export const findByClientId = (db: CompanyDb, ticketId: number, clientId: string) =>
  byClientQuery(db).get({ ticketId, clientId });

/** The message with this id on the connection's network. */
export const findByProviderId = (db: CompanyDb, whatsappId: number, providerId: string) =>
  byProviderQuery(db).get({ whatsappId, providerId });

/** Marks all messages of a ticket as read. */
export function markAllRead(tx: Tx, ticketId: number) {
  // Written as in the partial index: with a bound value SQLite would not use it.
  tx.update(messages)
    .set({ read: true })
    .where(and(eq(messages.ticketId, ticketId), sql`${messages.read} = 0`))
    .run();
}

/**
 * An id for a message of ours, in the form of the network's own web client. Made here, so that a
 * message sent again after a crash is the same one.
 */
export const newProviderId = () =>
  `3EB0${Buffer.from(crypto.getRandomValues(new Uint8Array(9)))
    .toString("hex")
    .toUpperCase()}`;

type Row = Omit<Message, "mediaUrl" | "mediaName" | "media" | "contacts" | "quote"> & {
  quote: Quote | null;
  quoteName: string | null;
  cards: Card[] | null;
  file: ({ sha256: string; name: string } & MediaInfo) | null;
};

function wireMessage(db: CompanyDb, { file, cards, quoteName, ...row }: Row): Message {
  const message = {
    ...row,
    body: contractBody(row.body, row.place, cards),
    contacts: cards ?? [],
    quote: row.quote && { ...row.quote, name: quoteName },
  };
  if (!file) return { ...message, mediaUrl: null, mediaName: null, media: null };
  const { sha256, name, ...facts } = file;
  return {
    ...message,
    mediaUrl: sha256 === "" ? null : db.files.link({ sha256, name }),
    mediaName: name,
    media: facts,
  };
}

// Clients read a place by its parts between bars, and cards as vCards.
function contractBody(text: string, place: Place | null, cards: Card[] | null): string {
  if (place) return placeBody(place);
  return cards ? cards.map(cardOf).join("\n") : text;
}
