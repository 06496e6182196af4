import { and, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { canSee, type Me } from "../../../kit/db/audience.ts";
import { Fault } from "../../../kit/fault.ts";
import { bounded, id, text } from "../../../kit/http/fields.ts";
import { notFound } from "../../../kit/db/page.ts";
import type { CompanyDb, Tx } from "../../../kit/db/company-db.ts";
import { insertTimestamps } from "../../../kit/db/table.ts";
import { mentionedIn } from "../../../shared/mentions.ts";
import * as contacts from "../../contacts/contacts.ts";
import { notify } from "../../notifications/notify.ts";
import { users } from "../../users/table.ts";
import * as userVerbs from "../../users/users.ts";
import { audienceOf } from "../audience.ts";
import { forgetNote, record } from "../events/events.ts";
import { findTicket, ticketsVisibleTo } from "../tickets.ts";
import { ticketNotes, tickets, type TicketNote, type TicketRow } from "../table.ts";

const idQuery = z.coerce.number().int().positive().optional();

/** Of one note, in characters. */
const maxLength = 5000;

export const noteBody = z.object({
  note: text(maxLength, 2),
  ticketId: id,
  clientId: bounded(64).min(8).optional(),
});
export const noteQuery = z.object({ ticketId: idQuery, contactId: idQuery });

/** The most that a screen gets at once. */
const maxNotes = 500;

/**
 * The notes of a ticket, or of all of a contact's tickets that `me` may see, the newest first.
 * Throws missing, invalid when neither is named.
 */
export function list(
  db: CompanyDb,
  me: Me,
  { ticketId, contactId }: z.infer<typeof noteQuery>,
): TicketNote[] {
  if (ticketId)
    return withUser(db)
      .where(eq(ticketNotes.ticketId, findTicket(db, me, ticketId).id))
      .orderBy(desc(ticketNotes.id))
      .limit(maxNotes)
      .all();
  if (!contactId)
    throw new Fault("invalid", "ERR_VALIDATION", {
      message: "Diga de quem são as notas",
      fields: { ticketId: "required" },
    });
  return withUser(db)
    .where(
      and(eq(ticketNotes.contactId, contacts.findContact(db, contactId).id), ticketsVisibleTo(me)),
    )
    .orderBy(desc(ticketNotes.id))
    .limit(maxNotes)
    .all();
}

/**
 * Adds an internal note to a ticket in any state, and notifies the colleagues whom it names. Called
 * again with the same `clientId`, it returns the same note. Throws missing. rules.md#ticket-notes
 */
export function create(
  db: CompanyDb,
  me: Me,
  { note, ticketId, clientId }: z.infer<typeof noteBody>,
): TicketNote {
  return db.write((tx) => {
    const ticket = findTicket(db, me, ticketId);
    const existing = clientId && findByClientId(tx, me.id, clientId);
    return existing || writeNote(tx, me.id, ticket, note, clientId);
  });
}

/** The same, in the caller's transaction, on a ticket that the author sees. */
export function writeNote(
  tx: Tx,
  userId: number,
  ticket: TicketRow,
  note: string,
  clientId?: string,
): TicketNote {
  const { ticketNote, detail } = addNote(tx, userId, ticket, note, clientId);
  record(tx, ticket, { kind: "noted", byUserId: userId, note, detail });
  notifyMentioned(tx, userId, ticket, note, detail.mentions ?? []);
  return ticketNote;
}

/** Adds a note without its event. Returns what the event of its cause says of it. */
export function addNote(
  tx: Tx,
  userId: number | null,
  ticket: TicketRow,
  note: string,
  clientId?: string,
) {
  const { id } = tx
    .insert(ticketNotes)
    .values({
      note,
      ticketId: ticket.id,
      contactId: ticket.contactId,
      userId,
      clientId,
      ...insertTimestamps(tx.now()),
    })
    .returning({ id: ticketNotes.id })
    .get();
  const people = note.includes("@")
    ? tx.select({ id: users.id, name: users.name }).from(users).all()
    : [];
  const mentions = mentionedIn(note, people).filter((each) => each !== userId);
  return {
    ticketNote: emitNote(tx, id, ticket),
    detail: { noteId: id, ...(mentions.length > 0 && { mentions }) },
  };
}

/** Notifies the colleagues whom a note names and who see its ticket. rules.md#notifications */
export function notifyMentioned(
  tx: Tx,
  byUserId: number,
  ticket: TicketRow,
  note: string,
  mentions: number[],
) {
  const audience = audienceOf(ticket);
  const readers = mentions.filter((id) => {
    const user = userVerbs.meOf(tx, id, false);
    return user !== undefined && canSee(user, audience);
  });
  notify(tx, readers, { kind: "mention", ticketId: ticket.id, byUserId, note });
}

/**
 * Adds a note without an author, cut to the limit: a bot may send any length. `isTold`: another
 * event has its words already.
 */
export function addSystemNote(tx: Tx, ticket: TicketRow, words: string, { isTold = false } = {}) {
  const note = cut(words);
  const { detail } = addNote(tx, null, ticket, note);
  if (!isTold) record(tx, ticket, { kind: "noted", byUserId: null, note, detail });
}

/** Deletes a note, for its author or an admin. Throws missing, or forbidden. */
export function remove(db: CompanyDb, me: Me, id: number) {
  return db.write((tx) => {
    const note = withUser(tx)
      .where(and(eq(ticketNotes.id, id), ticketsVisibleTo(me)))
      .get();
    if (!note) throw notFound();
    if (note.userId !== me.id && me.profile !== "admin")
      throw new Fault("forbidden", "ERR_NO_PERMISSION", {
        message: "Só o autor ou um administrador pode excluir",
      });
    takeBackNote(tx, findTicket(db, me, note.ticketId), id);
    return {};
  });
}

/** Deletes a note with its words in the events. Does nothing where it is gone. */
export function takeBackNote(tx: Tx, ticket: TicketRow, noteId: number) {
  const gone = tx.delete(ticketNotes).where(eq(ticketNotes.id, noteId)).returning().all();
  if (gone.length === 0) return;
  forgetNote(tx, ticket, noteId);
  tx.emit("ticketNote", "delete", { ticketNoteId: noteId }, audienceOf(ticket));
}

/** Emits a note to the users who see its ticket. */
export function emitNote(tx: Tx, id: number, ticket: TicketRow): TicketNote {
  const ticketNote = withUser(tx).where(eq(ticketNotes.id, id)).get()!;
  tx.emit("ticketNote", "create", { ticketNote }, audienceOf(ticket));
  return ticketNote;
}

const findByClientId = (tx: Tx, userId: number, clientId: string) =>
  withUser(tx)
    .where(and(eq(ticketNotes.userId, userId), eq(ticketNotes.clientId, clientId)))
    .get();

// Does not cut a surrogate pair in half.
const cut = (note: string) => note.slice(0, maxLength).replace(/[\ud800-\udbff]$/, "");

const withUser = (db: CompanyDb) =>
  db
    .select({
      id: ticketNotes.id,
      note: ticketNotes.note,
      ticketId: ticketNotes.ticketId,
      contactId: ticketNotes.contactId,
      userId: ticketNotes.userId,
      user: { id: users.id, name: users.name },
      createdAt: ticketNotes.createdAt,
    })
    .from(ticketNotes)
    .innerJoin(tickets, eq(tickets.id, ticketNotes.ticketId))
    .leftJoin(users, eq(users.id, ticketNotes.userId))
    .$dynamic();
