import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { arrayOf, bounded, formJson, id, idParam, numeric } from "../kit/http/fields.ts";
import { Fault, faultOf, invalidFields, notInPlan } from "../kit/fault.ts";
import { instantOf, moment } from "../kit/http/moment.ts";
import { notFound } from "../kit/db/page.ts";
import type { CompanyDb } from "../kit/db/company-db.ts";
import { refuseBeyondPlan } from "../modules/companies/limits.ts";
import { connectionFor } from "../modules/connections/connections.ts";
import { idempotencyKey, send, sendBody, sendFiles, unsent } from "../modules/messages-api/send.ts";
import { messageFile } from "../modules/messages-api/state.ts";
import { fileAnswer } from "../modules/messages/file-answer.ts";
import { findMessage } from "../modules/messages/messages.ts";
import { messages, type Message } from "../modules/messages/table.ts";
import { create } from "../modules/schedules/schedules.ts";
import { findByIdentifiers } from "../modules/contacts/find-by-identifier.ts";
import { completeNumber } from "../modules/contacts/own-area.ts";
import { emoji, react } from "../modules/tickets/messages/react.ts";
import { tickets, type Ticket } from "../modules/tickets/table.ts";
import { findTicket, ticketsVisibleTo } from "../modules/tickets/tickets.ts";
import type { Wire } from "../shared/wire.ts";
import { writtenNumber } from "../shared/phone.ts";
import { fetchFile } from "./fetch-file.ts";
import { messageOf } from "./message-row.ts";
import { once } from "./once.ts";
import { batchRow, messageRow, queuedRow } from "./rows.ts";
import { v1Route, type V1Context } from "./route.ts";

const formId = numeric(z.number().int().positive());

const messageBody = sendBody.omit({ close: true }).extend({
  contactId: formId.optional(),
  ticketId: formId.optional(),
  whatsappId: formId.optional(),
  queueId: formId.nullish(),
  userId: formId.nullish(),
  mediaUrl: bounded(2000)
    .refine((text) => /^https?:\/\//i.test(text), "invalid")
    .optional(),
  fileName: bounded(200).optional(),
  place: formJson(
    z
      .object({
        latitude: z.number().min(-90).max(90),
        longitude: z.number().min(-180).max(180),
        name: bounded(100).default(""),
        address: bounded(300).default(""),
      })
      .optional(),
  ),
  contactIds: formJson(arrayOf(id, 10).optional()),
  quotedMsgId: formId.optional(),
  sendAt: moment.optional(),
});
type MessageBody = z.infer<typeof messageBody>;
type Context = Omit<V1Context<unknown, unknown, unknown>, "body">;

/** How far ahead (ms) a message may be scheduled. */
const furthest = 366 * 86_400_000;

/** The most messages of one request. */
const maxBatch = 100;

const write = { group: "messages", scope: "messages:write" } as const;

export const messageRoutes = [
  v1Route({
    ...write,
    method: "POST",
    path: "/messages",
    summary: { pt: "Enviar uma mensagem", en: "Send a message" },
    description: {
      pt: "A um número, a um contato ou a um atendimento. Texto, arquivo por formulário (medias) ou por endereço (mediaUrl), lugar, contatos ou modelo. Com sendAt ela sai na hora marcada.",
      en: "To a number, a contact or a ticket. A text, a file by form (medias) or by address (mediaUrl), a place, contacts or a template. With sendAt it leaves at that time.",
    },
    body: messageBody,
    files: sendFiles,
    answer: queuedRow,
    storesKey: true,
    errors: ["ERR_NUMBER_REQUIRED", "ERR_CONTACT_BLOCKED", "ERR_FILE_NOT_FETCHED"],
    example: { number: "5511988880001", body: "Seu pedido saiu para entrega" },
    handle: (context) => sendOne(context, context.body, context.key).catch(unsent),
  }),
  v1Route({
    ...write,
    method: "POST",
    path: "/messages/batch",
    summary: { pt: "Enviar até cem mensagens", en: "Send up to a hundred messages" },
    description: {
      pt: "Cada linha tem seu resultado: uma recusada não detém as outras.",
      en: "Each row has its result: one that is refused does not stop the others.",
    },
    body: z.object({ messages: arrayOf(messageBody.omit({ medias: true }), maxBatch, 1) }),
    answer: batchRow,
    storesKey: true,
    example: { messages: [{ number: "5511988880001", body: "Bom dia" }] },
    handle: sendBatch,
  }),
  v1Route({
    method: "GET",
    path: "/messages/:id",
    group: "messages",
    scope: "messages:read",
    params: idParam,
    summary: {
      pt: "Ler uma mensagem e até onde ela chegou",
      en: "Read a message and how far it came",
    },
    answer: messageRow,
    handle: ({ db, me, params }) => messageOf(seenMessage(db, me, params.id)),
  }),
  v1Route({
    method: "GET",
    path: "/messages/:id/file",
    group: "files",
    scope: "files:read",
    params: idParam,
    summary: { pt: "Baixar o arquivo de uma mensagem", en: "Download a message's file" },
    answer: "file",
    errors: ["ERR_FILE_NOT_HERE"],
    async handle({ db, me, caller, params, headers }) {
      seenMessage(db, me, params.id);
      const file = messageFile(db, caller, params.id);
      if (!(await Bun.file(file.path).exists())) throw notFound();
      return fileAnswer(headers, file);
    },
  }),
  v1Route({
    ...write,
    method: "PUT",
    path: "/messages/:id/reaction",
    waits: true,
    params: idParam,
    summary: { pt: "Reagir a uma mensagem", en: "React to a message" },
    body: z.object({ emoji }),
    answer: messageRow,
    example: { emoji: "👍" },
    async handle({ db, me, connectionManager, params, body }) {
      seenMessage(db, me, params.id);
      await react(db, me, connectionManager, params.id, body.emoji);
      return messageOf(seenMessage(db, me, params.id));
    },
  }),
];

/** A message of a ticket that the program may see. Throws missing. */
function seenMessage(db: CompanyDb, me: Context["me"], id: number): Wire<Message> {
  const message = findMessage(db, id);
  if (!message || !isSeen(db, me, message.ticketId)) throw notFound();
  return JSON.parse(JSON.stringify(message)) as Wire<Message>;
}

const isSeen = (db: CompanyDb, me: Context["me"], ticketId: number): boolean =>
  db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.id, ticketId), ticketsVisibleTo(me)))
    .get() !== undefined;

async function sendOne(context: Context, body: MessageBody, key: string | null) {
  const { db, me, caller, httpClient, connectionManager } = context;
  const { ticketId, mediaUrl, fileName, sendAt, ...message } = body;
  if (caller.connectionId && message.whatsappId && message.whatsappId !== caller.connectionId)
    throw invalidFields({ whatsappId: "invalid" });
  const ticket = ticketId ? findTicket(db, me, ticketId) : undefined;
  refuseContradiction(message, ticket);
  if (sendAt && instantOf(db, sendAt) > db.now() + furthest)
    throw invalidFields({ sendAt: "invalid" });
  const whatsappId = ticket?.whatsappId ?? message.whatsappId;
  const contactId = ticket?.contactId ?? message.contactId;
  if (sendAt) return schedule(context, { ...body, contactId, whatsappId }, key);
  const fetched = mediaUrl ? [await fetchFile(db, httpClient, mediaUrl, fileName)] : [];
  try {
    const medias = [...message.medias, ...fetched];
    const sent = await send(
      db,
      connectionManager,
      caller,
      {
        ...message,
        medias,
        contactId,
        whatsappId,
        close: false,
        place: message.place && { ...message.place, live: false },
      },
      key,
    );
    return queued(db, sent.messageIds);
  } finally {
    for (const file of fetched) await file.discard();
  }
}

/** Throws invalid where a message names two receivers, or a ticket and another connection. */
function refuseContradiction(
  { number, contactId, whatsappId }: Pick<MessageBody, "number" | "contactId" | "whatsappId">,
  ticket: Ticket | undefined,
) {
  if (number?.trim() && (ticket || contactId)) throw invalidFields({ number: "invalid" });
  if (ticket && contactId && contactId !== ticket.contactId)
    throw invalidFields({ contactId: "invalid" });
  if (ticket && whatsappId && whatsappId !== ticket.whatsappId)
    throw invalidFields({ whatsappId: "invalid" });
}

function queued(db: CompanyDb, messageIds: number[]) {
  const messageId = messageIds[0]!;
  const row = db
    .select({ ticketId: messages.ticketId })
    .from(messages)
    .where(eq(messages.id, messageId))
    .get();
  return {
    status: "queued",
    messageId,
    messageIds,
    ticketId: row?.ticketId ?? null,
    scheduleId: null,
  };
}

/** A message that leaves later, of a contact that the company has. */
function schedule(context: Context, body: MessageBody, key: string | null) {
  const { db, me, control, plan, caller } = context;
  if (!plan.useSchedules) throw notInPlan();
  const { sendAt, contactId, number, template, queueId, userId, openTicket } = body;
  if (body.medias.length > 0 || body.mediaUrl || body.place || body.contactIds)
    throw invalidFields({ sendAt: "invalid" });
  const work = () => {
    refuseBeyondPlan(control, db, "schedules");
    const { id: scheduleId } = create(db, me, {
      body: body.body,
      contactId: contactId ?? contactIdOf(db, number ?? ""),
      sendAt: sendAt!,
      whatsappId: caller.connectionId ?? connectionFor(db, 0, body.whatsappId).id,
      openTicket,
      queueId,
      ticketUserId: userId,
      template,
    });
    return { status: "scheduled", messageId: null, messageIds: [], ticketId: null, scheduleId };
  };
  return once(db, caller, key, ["schedule", body], { work, shape: (answer) => answer });
}

function contactIdOf(db: CompanyDb, typed: string): number {
  const written = writtenNumber(typed);
  if ("refused" in written) throw invalidFields({ number: "invalid" });
  const value = completeNumber(db, written.number);
  const [contact] = findByIdentifiers(db, [{ type: "phone", value }]);
  if (contact) return contact.id;
  throw new Fault("invalid", "ERR_VALIDATION", {
    message: "Cadastre o contato antes de agendar",
    fields: { number: "invalid" },
  });
}

type Batch = V1Context<undefined, undefined, { messages: Omit<MessageBody, "medias">[] }>;

/** The key of a batch's row. A long key is hashed, since a cut one could be another batch's. */
function keyOf(key: string, index: number): string {
  const base =
    key.length <= 240 ? key : new Bun.CryptoHasher("sha256").update(key).digest("base64url");
  return idempotencyKey.parse(`${base}:${index}`);
}

/** Sends the rows in their order. Each has the request's key with its index. */
async function sendBatch(context: Batch) {
  const { body, key } = context;
  const results: object[] = [];
  for (const [index, message] of body.messages.entries()) {
    const ownKey = key === null ? null : keyOf(key, index);
    try {
      const result = await sendOne(context, { ...message, medias: [] }, ownKey);
      results.push({ index, ok: true, error: null, message: "", ...(result as object) });
    } catch (thrown) {
      const fault = faultOf(thrown);
      if (!fault) throw thrown;
      const error = (fault.details?.code as string | undefined) ?? fault.reason;
      results.push({ index, ok: false, error, message: fault.message });
    }
  }
  return { results };
}
