import { z } from "zod";
import type { Me } from "../../../kit/db/audience.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { eventsBefore } from "../events/events.ts";
import type { TicketEvent } from "../table.ts";
import { findTicket } from "../tickets.ts";

/** The most events of one answer. */
const maxEvents = 100;

export const eventsQuery = z.object({
  /** The `next` of the answer before. */
  before: z.coerce.number().int().positive().optional(),
  limit: z.coerce.number().int().min(1).max(maxEvents).default(maxEvents),
});

/**
 * The events of a ticket, the newest first. `next`: the id from which older events go on; null
 * where there are none. Throws missing.
 */
export function listEvents(
  db: CompanyDb,
  me: Me,
  id: number,
  { before = Number.MAX_SAFE_INTEGER, limit }: z.infer<typeof eventsQuery>,
): { records: TicketEvent[]; next: number | null } {
  const ticket = findTicket(db, me, id);
  const events = eventsBefore(db, ticket.id, before, limit + 1);
  const records = events.slice(0, limit);
  return { records, next: events.length > limit ? records.at(-1)!.id : null };
}
