import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { arrayOf, bounded, id, idParam, text } from "../kit/http/fields.ts";
import { invalidFields } from "../kit/fault.ts";
import { findByIdentifiers } from "../modules/contacts/find-by-identifier.ts";
import { completeNumber } from "../modules/contacts/own-area.ts";
import { messages } from "../modules/messages/table.ts";
import { messageTexts } from "../modules/messages/messages.ts";
import { tagsField } from "../modules/tags/find-or-create.ts";
import { move } from "../modules/tickets/lifecycle/move.ts";
import { create, list } from "../modules/tickets/notes/notes.ts";
import { addTags, syncTags } from "../modules/tickets/notes/ticket-tags.ts";
import { ticketTexts } from "../modules/tickets/texts.ts";
import { findTicket, ticketsVisibleTo } from "../modules/tickets/tickets.ts";
import { tickets } from "../modules/tickets/table.ts";
import { ticketStates } from "../shared/states.ts";
import { writtenNumber } from "../shared/phone.ts";
import type { CompanyDb } from "../kit/db/company-db.ts";
import { messageOf } from "./message-row.ts";
import { changesQuery, idsByChange, idsById, pageOf, pageQuery } from "./page.ts";
import { messageRow, noteRow, ticketRow } from "./rows.ts";
import { v1Route } from "./route.ts";

const idQuery = z.coerce.number().int().positive().optional();

const read = { group: "tickets", scope: "tickets:read" } as const;
const write = { group: "tickets", scope: "tickets:write", params: idParam } as const;

const noteBody = z.object({ note: text(5000, 2) });

export const ticketRoutes = [
  v1Route({
    ...read,
    method: "GET",
    path: "/tickets",
    summary: { pt: "Listar atendimentos", en: "List tickets" },
    query: changesQuery.extend({
      status: z.enum(ticketStates).optional(),
      queueId: idQuery,
      userId: idQuery,
      contact: bounded(100).optional(),
    }),
    answer: pageOf(ticketRow),
    handle({ db, me, query: { status, queueId, userId, contact, ...page } }) {
      const where = and(
        ticketsVisibleTo(me),
        status && eq(tickets.status, status),
        queueId ? eq(tickets.queueId, queueId) : undefined,
        userId ? eq(tickets.userId, userId) : undefined,
        contact ? inArray(tickets.contactId, contactIdsOf(db, contact)) : undefined,
      );
      const { ids, next } = idsByChange(db, tickets, where, page);
      return {
        data: ticketTexts(db)
          .some(ids)
          .map((ticket) => ticket.read()),
        next,
      };
    },
  }),
  v1Route({
    ...read,
    method: "GET",
    path: "/tickets/:id",
    summary: { pt: "Ler um atendimento", en: "Read a ticket" },
    params: idParam,
    answer: ticketRow,
    handle: ({ db, me, params }) => findTicket(db, me, params.id),
  }),
  v1Route({
    ...read,
    scope: "messages:read",
    method: "GET",
    path: "/tickets/:id/messages",
    summary: { pt: "Ler a conversa", en: "Read the conversation" },
    params: idParam,
    query: pageQuery.extend({ afterId: idQuery }),
    answer: pageOf(messageRow),
    handle({ db, me, params, query: { afterId, ...page } }) {
      const ticket = findTicket(db, me, params.id);
      const where = and(
        eq(messages.ticketId, ticket.id),
        afterId ? sql`${messages.id} > ${afterId}` : undefined,
      );
      const { ids, next } = idsById(db, messages, where, page);
      return {
        data: messageTexts(db)
          .some(ids)
          .map((text) => messageOf(text.read())),
        next,
      };
    },
  }),
  v1Route({
    ...read,
    method: "GET",
    path: "/tickets/:id/notes",
    summary: { pt: "Ler as notas internas", en: "Read the internal notes" },
    params: idParam,
    answer: pageOf(noteRow),
    handle: ({ db, me, params }) => ({
      data: list(db, me, { ticketId: params.id }).toReversed(),
      next: null,
    }),
  }),
  v1Route({
    ...write,
    method: "POST",
    path: "/tickets/:id/notes",
    summary: { pt: "Escrever uma nota interna", en: "Write an internal note" },
    body: noteBody,
    status: 201,
    answer: noteRow,
    example: { note: "Cliente pediu a segunda via da nota fiscal" },
    handle: ({ db, me, params, body }) => create(db, me, { ...body, ticketId: params.id }),
  }),
  v1Route({
    ...write,
    method: "POST",
    path: "/tickets/:id/transfer",
    summary: { pt: "Transferir a uma fila ou a alguém", en: "Transfer to a queue or a user" },
    body: z
      .object({ queueId: id.optional(), userId: id.optional(), note: text(1000).optional() })
      .refine(({ queueId, userId }) => queueId !== undefined || userId !== undefined, {
        path: ["queueId"],
        message: "required",
      }),
    answer: ticketRow,
    example: { queueId: 2, note: "Quer falar da encomenda" },
    handle: ({ db, me, params, body }) => move(db, me, params.id, body),
  }),
  v1Route({
    ...write,
    method: "POST",
    path: "/tickets/:id/assign",
    summary: { pt: "Entregar a alguém", en: "Assign to a user" },
    body: z.object({ userId: id }),
    answer: ticketRow,
    example: { userId: 3 },
    handle: ({ db, me, params, body }) => move(db, me, params.id, body),
  }),
  v1Route({
    ...write,
    method: "POST",
    path: "/tickets/:id/return",
    summary: { pt: "Devolver à fila", en: "Return to the queue" },
    answer: ticketRow,
    handle: ({ db, me, params }) => move(db, me, params.id, { status: "pending" }),
  }),
  v1Route({
    ...write,
    method: "POST",
    path: "/tickets/:id/close",
    summary: { pt: "Encerrar", en: "Close" },
    body: z.object({ silent: z.boolean().default(false) }).prefault({}),
    answer: ticketRow,
    example: { silent: true },
    handle: ({ db, me, params, body }) => move(db, me, params.id, { ...body, status: "closed" }),
  }),
  v1Route({
    ...write,
    method: "PUT",
    path: "/tickets/:id/tags",
    summary: { pt: "Trocar as etiquetas", en: "Replace the tags" },
    body: z.object({ tags: tagsField }),
    answer: ticketRow,
    example: { tags: [{ name: "Encomenda" }] },
    handle: ({ db, me, params, body }) => syncTags(db, me, { ...body, ticketId: params.id }),
  }),
  v1Route({
    ...write,
    method: "POST",
    path: "/tickets/:id/tags",
    summary: { pt: "Acrescentar etiquetas", en: "Add tags" },
    body: z.object({ tagIds: arrayOf(id, 50, 1) }),
    answer: ticketRow,
    example: { tagIds: [1] },
    handle: ({ db, me, params, body }) => addTags(db, me, params.id, ...body.tagIds),
  }),
];

/** A contact by its id, or by its number. Throws invalid for words that are neither. */
function contactIdsOf(db: CompanyDb, typed: string): number[] {
  if (/^\d{1,7}$/.test(typed)) return [Number(typed)];
  const written = writtenNumber(typed);
  if ("refused" in written) throw invalidFields({ contact: "invalid" });
  const value = completeNumber(db, written.number);
  return findByIdentifiers(db, [{ type: "phone", value }]).map((contact) => contact.id);
}
