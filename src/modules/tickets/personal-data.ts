import { and, asc, eq, inArray, isNotNull, isNull, ne, notInArray, sql } from "drizzle-orm";
import { clearQueue } from "../../kit/db/jobs.ts";
import { escaped } from "../../kit/files/markup.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import type { TicketState } from "../../shared/states.ts";
import { messages } from "../messages/table.ts";
import { list, section, text, time, type Page } from "../personal-data/html.ts";
import {
  deleteTicketRows,
  listed,
  moveRows,
  moveTicketRows,
  part,
  type Leftovers,
  type Person,
  type PersonalData,
} from "../personal-data/register.ts";
import { queues } from "../queues/table.ts";
import { tags, ticketTags } from "../tags/table.ts";
import { jobQueueOf } from "./attendance/apply-effects.ts";
import { mergeTicketsOf } from "./contacts/merge-tickets.ts";
import { moveDrafts } from "./messages/drafts.ts";
import { audienceOf } from "./audience.ts";
import { eventTexts } from "./events/export-texts.ts";
import { change, loadTicket } from "./tickets.ts";
import { attendances, drafts, ticketEvents, ticketNotes, tickets } from "./table.ts";

const withTicket = "it goes with its ticket";

export const ticketData: PersonalData[] = [
  {
    table: attendances,
    erase: deleteTicketRows(attendances),
    export: "what the bot remembers is in the messages",
    merge: withTicket,
    mergeTickets: "the bot of the ticket that ends speaks no more",
  },
  {
    table: drafts,
    erase: eraseDrafts,
    export: "nobody was told it",
    merge: withTicket,
    mergeTickets: (tx, keptId, goneId) => moveDrafts(tx, goneId, keptId),
  },
  {
    table: ticketNotes,
    erase: eraseNotes,
    export: part({
      name: "notes",
      read: (db, { id }) =>
        db
          .select({
            ticketId: ticketNotes.ticketId,
            note: ticketNotes.note,
            createdAt: ticketNotes.createdAt,
          })
          .from(ticketNotes)
          .where(eq(ticketNotes.contactId, id))
          .orderBy(asc(ticketNotes.id))
          .all(),
      section: (notes, { language, dates }) =>
        section(
          exportTexts[language].notes,
          list(
            notes.map(({ note, createdAt }) => `${time(createdAt, dates.moment)} ${text(note)}`),
          ),
        ),
    }),
    merge: moveRows(ticketNotes),
    mergeTickets: moveTicketRows(ticketNotes),
    searchIndex: "noteSearch",
  },
  {
    table: ticketEvents,
    erase: eraseEvents,
    export: part({
      name: "events",
      read: (db, { ticketIds }) =>
        db
          .select({
            ticketId: ticketEvents.ticketId,
            kind: ticketEvents.kind,
            status: ticketEvents.status,
            at: ticketEvents.at,
          })
          .from(ticketEvents)
          .where(inArray(ticketEvents.ticketId, listed(ticketIds)))
          .orderBy(asc(ticketEvents.id))
          .all(),
      section: (events, { language, dates }) =>
        section(
          exportTexts[language].events,
          list(
            events.map(
              ({ ticketId, kind, at }) =>
                `${time(at, dates.moment)} <b>#${ticketId}</b> ${escaped(eventTexts[kind][language])}`,
            ),
          ),
        ),
    }),
    merge: withTicket,
    mergeTickets: moveEvents,
  },
  {
    table: tickets,
    erase: closeTickets,
    export: part({
      name: "tickets",
      read: readTickets,
      section: (all, { language, dates }) =>
        section(
          exportTexts[language].tickets,
          list(all.map((ticket) => line(ticket, exportTexts[language], dates))),
        ),
    }),
    merge: mergeTicketsOf,
    remove: removeTickets,
  },
];

function eraseDrafts(tx: Tx, { ticketIds }: Person) {
  const gone = tx
    .delete(drafts)
    .where(inArray(drafts.ticketId, listed(ticketIds)))
    .returning({ userId: drafts.userId, ticketId: drafts.ticketId })
    .all();
  for (const { userId, ticketId } of gone)
    tx.emit("draft", "delete", { draftId: ticketId, ticketId }, { to: "user", userId });
}

function eraseNotes(tx: Tx, { ticketIds }: Person) {
  const gone = tx
    .delete(ticketNotes)
    .where(inArray(ticketNotes.ticketId, listed(ticketIds)))
    .returning({ id: ticketNotes.id, ticketId: ticketNotes.ticketId })
    .all();
  for (const { id, ticketId } of gone)
    tx.emit("ticketNote", "delete", { ticketNoteId: id }, audienceOf(loadTicket(tx, ticketId)));
}

/** Counted rows stay, without words. */
function eraseEvents(tx: Tx, { ticketIds }: Person) {
  const ofPerson = inArray(ticketEvents.ticketId, listed(ticketIds));
  tx.delete(ticketEvents)
    .where(and(ofPerson, eq(ticketEvents.kind, "noted")))
    .run();
  tx.update(ticketEvents)
    .set({
      note: null,
      detail: sql`iif(detail ->> '$.cause' IS NULL, NULL, json_object('cause', detail ->> '$.cause'))`,
    })
    .where(ofPerson)
    .run();
}

/**
 * The moves of the ticket that ends are not the other's, since an undo follows them back. Notes of
 * its moves stay as notes.
 */
function moveEvents(tx: Tx, keptId: number, goneId: number) {
  tx.update(ticketEvents)
    .set({ kind: "noted", fromStatus: null })
    .where(and(eq(ticketEvents.ticketId, goneId), isNotNull(ticketEvents.note)))
    .run();
  tx.update(ticketEvents)
    .set({ ticketId: keptId })
    .where(
      and(
        eq(ticketEvents.ticketId, goneId),
        isNull(ticketEvents.fromStatus),
        ne(ticketEvents.kind, "opened"),
      ),
    )
    .run();
}

/** Active tickets are closed, without a user, so that it can't be undone. */
function closeTickets(tx: Tx, { ticketIds }: Person, { announce }: Leftovers) {
  const cleared = {
    lastMessage: "",
    lastMessageFromMe: false,
    sendFailed: false,
    unreadMessages: 0,
    markedUnread: false,
    chatbot: false,
    useIntegration: false,
    queueOptionId: null,
    referral: null,
  };
  for (const ticket of tx
    .select()
    .from(tickets)
    .where(inArray(tickets.id, listed(ticketIds)))
    .orderBy(tickets.id)
    .all()) {
    clearQueue(tx, jobQueueOf(ticket.id));
    if (ticket.status === "closed")
      tx.update(tickets).set(cleared).where(eq(tickets.id, ticket.id)).run();
    else change(tx, ticket, { ...cleared, status: "closed" });
    announce.push(() => {
      const ended = loadTicket(tx, ticket.id);
      tx.emit("ticket", "update", { ticket: ended }, audienceOf(ended));
    });
  }
}

/** A deleted contact's messages in groups stay there, as the group's. */
function removeTickets(tx: Tx, { id, ticketIds }: Person) {
  tx.update(messages)
    .set({ contactId: sql`(SELECT contactId FROM ${tickets} WHERE id = messages.ticketId)` })
    .where(and(eq(messages.contactId, id), notInArray(messages.ticketId, listed(ticketIds))))
    .run();
}

type ExportedTicket = ReturnType<typeof readTickets>[number];

function readTickets(db: CompanyDb, { id }: Person) {
  const rows = db
    .select({
      id: tickets.id,
      uuid: tickets.uuid,
      status: tickets.status,
      queue: queues.name,
      referral: tickets.referral,
      createdAt: tickets.createdAt,
      updatedAt: tickets.updatedAt,
    })
    .from(tickets)
    .leftJoin(queues, eq(queues.id, tickets.queueId))
    .where(eq(tickets.contactId, id))
    .orderBy(asc(tickets.id))
    .all();
  const labels = db
    .select({ ticketId: ticketTags.ticketId, name: tags.name })
    .from(ticketTags)
    .innerJoin(tags, eq(tags.id, ticketTags.tagId))
    .innerJoin(tickets, eq(tickets.id, ticketTags.ticketId))
    .where(eq(tickets.contactId, id))
    .all();
  return rows.map((ticket) => ({
    ...ticket,
    tags: labels.filter(({ ticketId }) => ticketId === ticket.id).map(({ name }) => name),
  }));
}

const line = (
  { id, status, queue, createdAt, tags }: ExportedTicket,
  texts: (typeof exportTexts)[Page["language"]],
  dates: Page["dates"],
) =>
  [
    `<b>#${id}</b>`,
    escaped(texts.states[status]),
    `${escaped(texts.began)}: ${time(createdAt, dates.moment)}`,
    ...(queue ? [`${escaped(texts.queue)}: ${text(queue)}`] : []),
    ...(tags.length > 0 ? [text(tags.join(", "))] : []),
  ].join(" · ");

type ExportTexts = {
  tickets: string;
  began: string;
  queue: string;
  notes: string;
  events: string;
  states: Record<TicketState, string>;
};

const exportTexts: Record<Page["language"], ExportTexts> = {
  ptBR: {
    tickets: "Atendimentos",
    began: "Início",
    queue: "Fila",
    notes: "Notas da equipe",
    events: "O que aconteceu nos atendimentos",
    states: { pending: "Aguardando", open: "Em atendimento", closed: "Resolvido" },
  },
  en: {
    tickets: "Tickets",
    began: "Began",
    queue: "Queue",
    notes: "The team's notes",
    events: "What happened in the tickets",
    states: { pending: "Waiting", open: "Being attended", closed: "Resolved" },
  },
  es: {
    tickets: "Atenciones",
    began: "Inicio",
    queue: "Fila",
    notes: "Notas del equipo",
    events: "Lo que pasó en las atenciones",
    states: { pending: "En espera", open: "En atención", closed: "Resuelta" },
  },
};
