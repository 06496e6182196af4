import { and, eq, gt, sql } from "drizzle-orm";
import type { InboundCall } from "../../../channel/channel.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { query } from "../../../kit/db/query.ts";
import { ack } from "../../../shared/states.ts";
import { findAndUpdateContact } from "../../contacts/find-or-create.ts";
import { findByProviderId } from "../../messages/messages.ts";
import { messages } from "../../messages/table.ts";
import * as settings from "../../settings/settings.ts";
import { append } from "../messages/append.ts";
import { sendAsBot } from "../messages/send-as-bot.ts";
import { active } from "../tickets.ts";
import { mergeContacts } from "../contacts/merge-contacts.ts";

/** The wording that customers of this kind of product know. rules.md#fixed-texts */
export const noCallsText =
  "*Mensagem Automática:*\n\nAs chamadas de voz e vídeo estão desabilitas para esse WhatsApp, favor enviar uma mensagem de texto. Obrigado";

/** A contact gets the text again only after so many ms. */
const replyPause = 10 * 60_000;

const lastReplyQuery = query((db) =>
  db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.contactId, sql.placeholder("contactId")),
        eq(messages.origin, "bot"),
        eq(messages.body, noCallsText),
        gt(messages.createdAt, sql`${sql.placeholder("since")}`),
      ),
    )
    .limit(1),
);

/** Of several calls within so many ms only one is recorded. */
const notePause = 30_000;

const callQuery = query((db) =>
  db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.contactId, sql.placeholder("contactId")),
        eq(messages.mediaType, "call_log"),
        gt(messages.createdAt, sql`${sql.placeholder("since")}`),
      ),
    )
    .limit(1),
);
const lastCall = (db: CompanyDb, contactId: number) =>
  callQuery(db).get({ contactId, since: db.now() - notePause });

/**
 * Records a missed call in the contact's active ticket, and replies when the company takes no
 * calls. Does nothing without such a ticket. `reply`: the text that was sent. rules.md#calls
 */
export function noteMissedCall(
  db: CompanyDb,
  whatsappId: number,
  { id, from, video, group, at }: InboundCall,
): { reply?: string } {
  if (group) return {};
  return db.write((tx) => {
    if (findByProviderId(db, whatsappId, id)) return {};
    const contact = findAndUpdateContact(tx, from, mergeContacts);
    const ticket = contact?.active ? active(db, contact.id, whatsappId) : undefined;
    if (!contact || !ticket) return {};

    const body = `Chamada de ${video ? "vídeo" : "voz"} perdida às ${new Date(at).toLocaleTimeString("pt-BR", { timeZone: db.about().timezone, hour: "2-digit", minute: "2-digit" })}`;
    if (!lastCall(db, contact.id))
      append(tx, ticket, {
        whatsappId,
        providerId: id,
        contactId: contact.id,
        origin: "contact",
        mediaType: "call_log",
        body,
        read: true,
        ack: ack.sent,
        sentAt: at,
      });
    if (
      settings.read(db, "call") !== "disabled" ||
      lastReplyQuery(db).get({ contactId: contact.id, since: db.now() - replyPause })
    )
      return {};

    sendAsBot(tx, ticket, noCallsText);
    return { reply: noCallsText };
  });
}
