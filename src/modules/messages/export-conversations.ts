import { and, asc, eq, gt, inArray } from "drizzle-orm";
import { escaped } from "../../kit/files/markup.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { media } from "../../kit/db/media.ts";
import { text, time, type Page } from "../personal-data/html.ts";
import { listed, type Person } from "../personal-data/register.ts";
import { exportTexts } from "./export-texts.ts";
import { allOf } from "./messages-of-contact.ts";
import { messages, messageVersions, type Ad, type MessageRow } from "./table.ts";

/** How many messages are read or written before others have a turn. */
const chunk = 500;

export async function readMessages(db: CompanyDb, person: Person) {
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

export async function conversations(
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
