import { and, asc, eq, gt, inArray, isNotNull, notInArray, or, sql } from "drizzle-orm";
import { escaped } from "../../kit/files/markup.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { media } from "../../kit/db/media.ts";
import { mediaIdsOf } from "./media-ids.ts";
import type { MessageKind } from "../../shared/states.ts";
import { list, section, text, time, type Page } from "../personal-data/html.ts";
import {
  deleteRows,
  listed,
  moveRows,
  part,
  type Leftovers,
  type Person,
  type PersonalData,
} from "../personal-data/register.ts";
import { messages, messageVersions, outbox, reactions, type Ad, type MessageRow } from "./table.ts";

const withMessage = "it goes with its message";

export const messageData: PersonalData[] = [
  {
    table: messages,
    erase: eraseMessages,
    export: part({
      name: "messages",
      read: readMessages,
      section: async (all, page) =>
        section(
          exportTexts[page.language].conversations,
          all.length === 0
            ? `<p>${escaped(exportTexts[page.language].noMessages)}</p>`
            : await conversations(all, page),
        ),
    }),
    merge: moveMessages,
    mergeTickets: (tx, keptId, goneId) =>
      void tx
        .update(messages)
        .set({ ticketId: keptId, updatedAt: new Date(tx.now()) })
        .where(eq(messages.ticketId, goneId))
        .run(),
    remove: (tx, person, { mediaIds }) =>
      void mediaIds.push(...mediaIdsOf(tx, inTicketsOf(person))),
    searchIndex: "messageSearch",
  },
  {
    table: messageVersions,
    erase: (tx, person) =>
      void tx
        .delete(messageVersions)
        .where(inArray(messageVersions.messageId, idsOf(tx, person)))
        .run(),
    export: "it is in the message's part",
    merge: withMessage,
  },
  {
    table: media,
    erase: "the messages let go of it",
    export: part({
      name: "files",
      read: readFiles,
      section: (files, { language }) =>
        files.length === 0
          ? ""
          : section(
              exportTexts[language].files,
              `<p>${escaped(exportTexts[language].filesText)}</p>${list(files.map(({ name, type, size }) => `${text(name)} · ${escaped(type)} · ${Math.ceil(size / 1024)} kB`))}`,
            ),
    }),
    merge: withMessage,
  },
  {
    table: reactions,
    erase: (tx, person) =>
      void tx
        .delete(reactions)
        .where(
          or(
            inArray(
              reactions.messageId,
              tx.select({ id: messages.id }).from(messages).where(inTicketsOf(person)),
            ),
            eq(reactions.contactId, person.id),
          ),
        )
        .run(),
    export: "what they wrote is theirs, not what they looked at",
    merge: moveRows(reactions),
    remove: (tx, { id }) => void tx.delete(reactions).where(eq(reactions.contactId, id)).run(),
  },
  {
    table: outbox,
    erase: deleteRows(outbox),
    export: "it is in the message's part",
    merge: moveRows(outbox),
  },
];

/** All messages in a contact's tickets, from both sides. */
const inTicketsOf = ({ ticketIds }: Person) => inArray(messages.ticketId, listed(ticketIds));

/** Messages that a contact wrote in groups' tickets. */
const inOtherTickets = ({ id, ticketIds }: Person) =>
  and(eq(messages.contactId, id), notInArray(messages.ticketId, listed(ticketIds)))!;

/** All messages with a contact, and by them in groups. */
const allOf = (person: Person) => or(inTicketsOf(person), inOtherTickets(person))!;

const idsOf = (tx: Tx, person: Person) =>
  tx.select({ id: messages.id }).from(messages).where(allOf(person));

/** Empties the messages. */
function eraseMessages(tx: Tx, person: Person, leftovers: Leftovers) {
  leftovers.mediaIds.push(...mediaIdsOf(tx, allOf(person)));
  const names = tx
    .select({ connectionId: messages.whatsappId, providerId: messages.providerId })
    .from(messages)
    .where(and(allOf(person), isNotNull(messages.whatsappId)))
    .all();
  leftovers.messages.push(...(names as Leftovers["messages"]));
  tx.update(messages)
    .set({
      body: "",
      place: null,
      cards: null,
      mediaId: null,
      quotedMsgId: null,
      quote: null,
      referral: null,
      forwarded: null,
      isDeleted: true,
      isEdited: false,
      read: true,
      reason: null,
    })
    .where(allOf(person))
    .run();
  tx.update(messages).set({ quote: null }).where(quotes(person.id)).run();
}

/** Messages that reply to one of a contact's which the box does not have. */
const quotes = (contactId: number) =>
  sql`${messages.quote} IS NOT NULL AND ${messages.quote} ->> 'contactId' = ${contactId}`;

function moveMessages(tx: Tx, winnerId: number, loserId: number) {
  tx.update(messages)
    .set({ quote: sql`json_set(${messages.quote}, '$.contactId', ${winnerId})` })
    .where(quotes(loserId))
    .run();
  return moveRows(messages)(tx, winnerId, loserId);
}

/** How many messages are read or written before others have a turn. */
const chunk = 500;

async function readMessages(db: CompanyDb, person: Person) {
  const page = (after: number) =>
    db
      .select({
        id: messages.id,
        ticketId: messages.ticketId,
        fromMe: messages.fromMe,
        mediaType: messages.mediaType,
        body: messages.body,
        place: messages.place,
        cards: messages.cards,
        referral: messages.referral,
        quote: messages.quote,
        forwarded: messages.forwarded,
        file: media.name,
        isDeleted: messages.isDeleted,
        isEdited: messages.isEdited,
        sentAt: messages.sentAt,
        createdAt: messages.createdAt,
      })
      .from(messages)
      .leftJoin(media, eq(media.id, messages.mediaId))
      .where(and(allOf(person), gt(messages.id, after)))
      .orderBy(asc(messages.id))
      .limit(chunk)
      .all();
  const all: (ReturnType<typeof page>[number] & { before: string[] })[] = [];
  for (let after = 0; ; await new Promise(setImmediate)) {
    const rows = page(after);
    const earlier = db
      .select({
        messageId: messageVersions.messageId,
        body: messageVersions.body,
        place: messageVersions.place,
        cards: messageVersions.cards,
      })
      .from(messageVersions)
      .where(inArray(messageVersions.messageId, listed(rows.map(({ id }) => id))))
      .orderBy(asc(messageVersions.id))
      .all();
    all.push(
      ...rows.map((row) => ({
        ...row,
        before: earlier.filter(({ messageId }) => messageId === row.id).map(inWords),
      })),
    );
    if (rows.length < chunk) return all;
    after = rows.at(-1)!.id;
  }
}

type Said = Pick<MessageRow, "body" | "place" | "cards">;

/** A message in words, with all content of its place or its contact cards. */
function inWords({ body, place, cards }: Said): string {
  if (place) return [body, `${place.latitude}, ${place.longitude}`].filter(Boolean).join("\n");
  return cards ? cards.map(({ name, number }) => `${name} ${number}`.trim()).join("\n") : body;
}

const adInWords = ({ title, text: words, sourceUrl, sourceId, clickId }: Ad) =>
  [title, words, sourceUrl, sourceId, clickId].filter(Boolean).join("\n");

function readFiles(db: CompanyDb, person: Person) {
  const rows = db
    .select({
      messageId: messages.id,
      name: media.name,
      type: media.type,
      size: media.size,
      sha256: media.sha256,
    })
    .from(messages)
    .innerJoin(media, eq(media.id, messages.mediaId))
    .where(allOf(person))
    .orderBy(asc(messages.id))
    .all();
  return rows.map(({ sha256, ...file }) => ({
    ...file,
    link: sha256 === "" ? null : db.files.link({ sha256, name: file.name }),
  }));
}

async function conversations(
  all: Awaited<ReturnType<typeof readMessages>>,
  { language, person, company, dates }: Page,
): Promise<string> {
  const texts = exportTexts[language];
  const inOrder = all.toSorted(
    (one, other) => one.sentAt.getTime() - other.sentAt.getTime() || one.id - other.id,
  );
  const written: string[] = [];
  let day = "";
  for (const [
    index,
    { mediaType, file, before, fromMe, isDeleted, sentAt, ...content },
  ] of inOrder.entries()) {
    if (index % chunk === 0) await new Promise(setImmediate);
    const today = dates.day(sentAt);
    if (today !== day) written.push(`${day === "" ? "" : "</ol>"}<h3>${escaped(today)}</h3><ol>`);
    day = today;
    const kind = mediaType === "chat" ? "" : ` <small>${escaped(texts.kinds[mediaType])}</small>`;
    const named = file ? ` <small>${escaped(texts.file)}: ${text(file)}</small>` : "";
    const earlier = before
      .map((was) => `<blockquote><small>${escaped(texts.edited)}</small> ${text(was)}</blockquote>`)
      .join("");
    const context = [
      ...(content.referral ? [[texts.ad, adInWords(content.referral)] as const] : []),
      ...(content.quote ? [[texts.replyTo, content.quote.body] as const] : []),
    ]
      .map(
        ([label, was]) => `<blockquote><small>${escaped(label)}</small> ${text(was)}</blockquote>`,
      )
      .join("");
    const gone = isDeleted ? ` <small>(${escaped(texts.deleted)})</small>` : "";
    written.push(
      `<li>${time(sentAt, dates.hour)} <b>${text(fromMe ? company : person)}</b>${kind}${named} ${text(inWords(content))}${gone}${context}${earlier}</li>`,
    );
  }
  return `${written.join("\n")}</ol>`;
}

type ExportTexts = Record<
  | "conversations"
  | "noMessages"
  | "edited"
  | "deleted"
  | "file"
  | "files"
  | "filesText"
  | "ad"
  | "replyTo",
  string
> & { kinds: Record<MessageKind, string> };

const exportTexts: Record<Page["language"], ExportTexts> = {
  ptBR: {
    conversations: "Conversas, por dia",
    noMessages: "Nenhuma mensagem.",
    edited: "Editada; antes dizia:",
    ad: "Veio de um anúncio:",
    replyTo: "Responde a:",
    deleted: "Apagada depois",
    file: "Arquivo",
    files: "Arquivos",
    filesText:
      "Os arquivos não estão dentro deste documento: peça-os à empresa pelo nome e pela data.",
    kinds: {
      chat: "Mensagem",
      image: "Imagem",
      video: "Vídeo",
      audio: "Áudio",
      application: "Documento",
      sticker: "Figurinha",
      locationMessage: "Localização",
      vcard: "Contato",
      call_log: "Chamada",
      unsupported: "Mensagem que só o celular mostra",
    },
  },
  en: {
    conversations: "Conversations, by day",
    noMessages: "No messages.",
    edited: "Edited; before it said:",
    ad: "Came from an ad:",
    replyTo: "Replies to:",
    deleted: "Deleted afterwards",
    file: "File",
    files: "Files",
    filesText: "The files are not inside this document: ask the company for them by name and date.",
    kinds: {
      chat: "Message",
      image: "Image",
      video: "Video",
      audio: "Audio",
      application: "Document",
      sticker: "Sticker",
      locationMessage: "Place",
      vcard: "Contact",
      call_log: "Call",
      unsupported: "Message that only the phone shows",
    },
  },
  es: {
    conversations: "Conversaciones, por día",
    noMessages: "Ningún mensaje.",
    edited: "Editada; antes decía:",
    ad: "Vino de un anuncio:",
    replyTo: "Responde a:",
    deleted: "Eliminado después",
    file: "Archivo",
    files: "Archivos",
    filesText:
      "Los archivos no están dentro de este documento: pídalos a la empresa por nombre y fecha.",
    kinds: {
      chat: "Mensaje",
      image: "Imagen",
      video: "Video",
      audio: "Audio",
      application: "Documento",
      sticker: "Sticker",
      locationMessage: "Ubicación",
      vcard: "Contacto",
      call_log: "Llamada",
      unsupported: "Mensaje que solo el teléfono muestra",
    },
  },
};
