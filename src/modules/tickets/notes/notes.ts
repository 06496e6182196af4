import { and, desc, eq } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../../kit/db/audience.ts";
import { Fault } from "../../../kit/fault.ts";
import { id, text } from "../../../kit/http/fields.ts";
import { notFound } from "../../../kit/db/page.ts";
import type { CompanyDb, Tx } from "../../../kit/db/company-db.ts";
import { insertTimestamps } from "../../../kit/db/table.ts";
import * as contacts from "../../contacts/contacts.ts";
import { users } from "../../users/table.ts";
import { audienceOf } from "../audience.ts";
import { find, ticketsVisibleTo } from "../tickets.ts";
import { ticketNotes, tickets, type TicketNote, type TicketRow } from "../table.ts";

const idQuery = z.coerce.number().int().positive().optional();

/** Of one note, in characters. */
const maxLength = 5000;

export const noteBody = z.object({ note: text(maxLength, 2), ticketId: id });
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
      .where(eq(ticketNotes.ticketId, find(db, me, ticketId).id))
      .orderBy(desc(ticketNotes.id))
      .limit(maxNotes)
      .all();
  if (!contactId)
    throw new Fault("invalid", "ERR_VALIDATION", {
      message: "Diga de quem são as notas",
      fields: { ticketId: "required" },
    });
  return withUser(db)
    .where(and(eq(ticketNotes.contactId, contacts.find(db, contactId).id), ticketsVisibleTo(me)))
    .orderBy(desc(ticketNotes.id))
    .limit(maxNotes)
    .all();
}

/** Adds an internal note to a ticket in any state. Throws missing. */
export function create(
  db: CompanyDb,
  me: Me,
  { note, ticketId }: z.infer<typeof noteBody>,
): TicketNote {
  return db.write((tx) => {
    const ticket = find(db, me, ticketId);
    const { id } = tx
      .insert(ticketNotes)
      .values({
        note,
        ticketId,
        contactId: ticket.contactId,
        userId: me.id,
        ...insertTimestamps(db.now()),
      })
      .returning({ id: ticketNotes.id })
      .get();
    return emitNote(tx, id, ticket);
  });
}

/** Adds a note without an author, cut to the limit: a bot may send any length. */
export function addSystemNote(tx: Tx, ticket: TicketRow, note: string): TicketNote {
  const { id } = tx
    .insert(ticketNotes)
    .values({
      note: cut(note),
      ticketId: ticket.id,
      contactId: ticket.contactId,
      userId: null,
      ...insertTimestamps(tx.now()),
    })
    .returning({ id: ticketNotes.id })
    .get();
  return emitNote(tx, id, ticket);
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
    tx.delete(ticketNotes).where(eq(ticketNotes.id, id)).run();
    tx.emit("ticketNote", "delete", { ticketNoteId: id }, audienceOf(find(db, me, note.ticketId)));
    return {};
  });
}

/** Emits a note to the users who see its ticket. */
export function emitNote(tx: Tx, id: number, ticket: TicketRow): TicketNote {
  const ticketNote = withUser(tx).where(eq(ticketNotes.id, id)).get()!;
  tx.emit("ticketNote", "create", { ticketNote }, audienceOf(ticket));
  return ticketNote;
}

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
