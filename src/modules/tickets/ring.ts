import { and, eq, gt, sql } from "drizzle-orm";
import type { Rang } from "../../channel/channel.ts";
import { prepared, type Store } from "../../kit/store.ts";
import { ack } from "../../shared.ts";
import { recognise } from "../contacts/meet.ts";
import { byProvider, newProviderId } from "../messages/messages.ts";
import { enqueue } from "../messages/outbox.ts";
import { messages } from "../messages/table.ts";
import { read as setting } from "../settings/settings.ts";
import { append } from "./append.ts";
import { active } from "./tickets.ts";
import { unite } from "./unite.ts";

/** doc 4 §1.16, to the letter. */
export const noCalls =
  "*Mensagem Automática:*\n\nAs chamadas de voz e vídeo estão desabilitas para esse WhatsApp, favor enviar uma mensagem de texto. Obrigado";

/** For how long a contact is not told again, in ms. */
const pause = 10 * 60_000;

const lastQuery = prepared((db) =>
  db.select({ id: messages.id }).from(messages)
    .where(and(eq(messages.contactId, sql.placeholder("contactId")), eq(messages.origin, "bot"), eq(messages.body, noCalls), gt(messages.createdAt, sql`${sql.placeholder("since")}`))).limit(1).prepare(),
);

/**
 * Someone called in vain: it is noted in their ticket at work, and answered when the shop takes no calls. Without such a ticket nothing comes of it.
 * `timezone` is the company's; `reply` is the text that was put in line. doc 4 §1.16
 */
export function rang(store: Store, whatsappId: number, { id, from, video, group, at }: Rang, timezone: string): { reply?: string } {
  if (group) return {};
  return store.write((tx, emit) => {
    if (byProvider(store, whatsappId, id)) return {};
    const contact = recognise(store, tx, emit, from, unite);
    const ticket = contact?.active ? active(store, contact.id, whatsappId) : undefined;
    if (!contact || !ticket) return {};

    const body = `Chamada de ${video ? "vídeo" : "voz"} perdida às ${new Date(at).toLocaleTimeString("pt-BR", { timeZone: timezone, hour: "2-digit", minute: "2-digit" })}`;
    append(store, tx, emit, ticket, { whatsappId, providerId: id, contactId: contact.id, origin: "contact", mediaType: "call_log", body, read: true, ack: ack.sent });
    if (setting(store, "call") !== "disabled" || lastQuery(store).get({ contactId: contact.id, since: store.now() - pause })) return {};

    const reply = append(store, tx, emit, ticket, {
      whatsappId, providerId: newProviderId(), contactId: contact.id, origin: "bot", fromMe: true, read: true, mediaType: "chat", body: noCalls,
    });
    enqueue(tx, { id: reply.id, whatsappId, contactId: contact.id }, store.now());
    return { reply: noCalls };
  });
}
