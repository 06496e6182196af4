import { and, asc, desc, eq, getTableColumns, gte, inArray, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { prepared, type CompanyDb, type Db, type Tx } from "../../kit/db/company-db.ts";
import { linkSpan } from "../../kit/files/files.ts";
import { textsOf } from "../../kit/db/texts.ts";
import type { Attachment } from "../../channel/channel.ts";
import { media } from "../../kit/db/media.ts";
import { isPixCode } from "../../pix/pix.ts";
import { notOpened, type MessageKind } from "../../shared/states.ts";
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

export const pageSize = 20;

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

const oneQuery = prepared((db) =>
  fullMessageQuery(db)
    .where(eq(messages.id, sql.placeholder("id")))
    .prepare(),
);
const newestQuery = prepared((db) =>
  db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.ticketId, sql.placeholder("ticketId")),
        lt(messages.id, sql.placeholder("beforeId")),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"))
    .prepare(),
);
const nextQuery = prepared((db) =>
  db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.ticketId, sql.placeholder("ticketId")),
        gte(messages.id, sql.placeholder("fromId")),
      ),
    )
    .orderBy(asc(messages.id))
    .limit(sql.placeholder("limit"))
    .prepare(),
);
const someQuery = prepared((db) =>
  fullMessageQuery(db)
    .where(inArray(messages.id, sql`(SELECT value FROM json_each(${sql.placeholder("ids")}))`))
    .orderBy(desc(messages.id))
    .prepare(),
);
const countQuery = prepared((db) =>
  db
    .select({ count: sql<number>`count(*)` })
    .from(messages)
    .where(eq(messages.ticketId, sql.placeholder("ticketId")))
    .prepare(),
);
const sinceQuery = prepared((db) =>
  db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.ticketId, sql.placeholder("ticketId")),
        sql`${messages.sentAt} >= ${sql.placeholder("from")}`,
      ),
    )
    .orderBy(asc(messages.id))
    .limit(1)
    .prepare(),
);
const byClientQuery = prepared((db) =>
  db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.ticketId, sql.placeholder("ticketId")),
        eq(messages.clientId, sql.placeholder("clientId")),
      ),
    )
    .prepare(),
);

const byProviderQuery = prepared((db) =>
  db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.whatsappId, sql.placeholder("whatsappId")),
        eq(messages.providerId, sql.placeholder("providerId")),
      ),
    )
    .prepare(),
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

/** The part of a ticket's messages to read: relative to a message, or by page number. */
export type Part = { pageNumber: number; beforeId?: number; afterId?: number; aroundId?: number };

/**
 * Twenty messages of a ticket, the oldest first: those before a message, those after one, or a page
 * counted from the newest. Around a message: the twenty
 * before it and the twenty from it on. Marks nothing as read.
 */
export function page(
  db: CompanyDb,
  ticketId: number,
  { pageNumber, beforeId, afterId, aroundId }: Part,
) {
  const { count } = countQuery(db).get({ ticketId })!;
  const texts = (rows: { id: number }[]) => messageTexts(db).some(rows.map(({ id }) => id));
  const fromId = aroundId ?? (afterId && afterId + 1);
  if (fromId) {
    const before = aroundId ? pageSize : 0;
    const earlier = newestQuery(db).all({
      ticketId,
      beforeId: fromId,
      limit: before + 1,
      offset: 0,
    });
    const later = nextQuery(db).all({ ticketId, fromId, limit: pageSize + 1 });
    return {
      messages: texts([...earlier.slice(0, before).reverse(), ...later.slice(0, pageSize)]),
      hasMore: earlier.length > before,
      hasNewer: later.length > pageSize,
      count,
    };
  }
  const offset = beforeId ? 0 : (pageNumber - 1) * pageSize;
  const rows = newestQuery(db).all({
    ticketId,
    beforeId: beforeId ?? Number.MAX_SAFE_INTEGER,
    limit: pageSize + 1,
    offset,
  });
  return {
    messages: texts(rows.slice(0, pageSize).reverse()),
    hasMore: rows.length > pageSize,
    hasNewer: false,
    count,
  };
}

/** The id of a ticket's first message sent at `from` (epoch ms) or later. */
export const firstIdSince = (db: CompanyDb, ticketId: number, from: number): number | undefined =>
  sinceQuery(db).get({ ticketId, from })?.id;

/** The message that a client sent under this id. */
export const findByClientId = (db: CompanyDb, ticketId: number, clientId: string) =>
  byClientQuery(db).get({ ticketId, clientId });

/** The message with this id on the connection's network. */
export const findByProviderId = (db: CompanyDb, whatsappId: number, providerId: string) =>
  byProviderQuery(db).get({ whatsappId, providerId });

/**
 * Inserts the media row of a file that is still to be downloaded. Everything in it was claimed by
 * the sender.
 */
export function addPendingMedia(
  tx: Tx,
  { name, type, size, seconds, voice, waveform }: Attachment,
  now: number,
): number {
  const whole = (value = 0) => (Number.isFinite(value) ? Math.max(0, Math.round(value)) : 0);
  return tx
    .insert(media)
    .values({
      sha256: "",
      name: safeName(name),
      type: type.slice(0, 100),
      size: whole(size),
      seconds: seconds === undefined ? null : whole(seconds),
      voice: voice ?? false,
      waveform: waveform?.slice(0, 64).map(whole),
      createdAt: new Date(now),
    })
    .returning({ id: media.id })
    .get().id;
}

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

/** The kind of a file by its detected type; anything unknown is a document. */
export function mediaTypeOf(type: string): "image" | "audio" | "video" | "application" {
  const [kind] = type.split("/");
  return kind === "image" || kind === "audio" || kind === "video" ? kind : "application";
}

const playableTypes =
  /^(image\/(jpeg|png|webp|gif)|video\/(mp4|3gpp)|audio\/(ogg|mpeg|mp4|x-m4a|aac|amr))(;|$)/;

/** The kind under which a file is sent: types that not every phone plays are sent as documents. */
export const mediaTypeForSending = (type: string) =>
  playableTypes.test(type) ? mediaTypeOf(type) : "application";

const previewIcons: Partial<Record<MessageKind, string>> = {
  image: "📷",
  video: "🎥",
  audio: "🎤",
  application: "📄",
  sticker: "💟",
  locationMessage: "📍",
  vcard: "👤",
  call_log: "📞",
};

const previewTexts: Partial<Record<MessageKind, string>> = {
  image: "Foto",
  video: "Vídeo",
  audio: "Áudio",
  application: "Documento",
  sticker: "Figurinha",
  locationMessage: "Localização",
  vcard: "Contato",
};

/** The text that lists show of a message. */
export function preview(body: string, mediaType: MessageKind): string {
  if (mediaType === "unsupported")
    return body === notOpened ? "Mensagem que não abriu" : "Mensagem não suportada";
  if (mediaType === "chat" && isPixCode(body)) return "Código Pix";
  const text = mediaType === "locationMessage" ? body.replace("\n", ", ") : body;
  return `${previewIcons[mediaType] ?? ""} ${text || (previewTexts[mediaType] ?? "")}`
    .trim()
    .slice(0, 255);
}

// Control and direction characters could make a name show another extension than it has.
const safeName = (text: string) =>
  (text.split(/[/\\]/).pop() ?? "")
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .trim()
    .slice(-100)
    .replace(/^\.{1,2}$/, "") || "arquivo";

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
