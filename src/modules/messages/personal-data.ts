import { and, asc, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import { escaped } from "../../kit/files/markup.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { media } from "../../kit/db/media.ts";
import { conversations, readMessages } from "./export-conversations.ts";
import { exportTexts } from "./export-texts.ts";
import { messagePrices } from "../channel-costs/table.ts";
import { mediaIdsOf } from "./media-ids.ts";
import { list, section, text } from "../personal-data/html.ts";
import {
  deleteRows,
  moveRows,
  part,
  type Leftovers,
  type Person,
  type PersonalData,
} from "../personal-data/register.ts";
import { allOf, idsOf, inTicketsOf } from "./messages-of-contact.ts";
import { messages, messageVersions, outbox, reactions } from "./table.ts";

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
    table: messagePrices,
    erase: "it holds a country and a class, and the month has cost it",
    export: "what a message cost the shop says nothing of them",
    merge: withMessage,
  },
  {
    table: outbox,
    erase: deleteRows(outbox),
    export: "it is in the message's part",
    merge: moveRows(outbox),
  },
];

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
      template: null,
      interactive: null,
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
