import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import type { Ticket } from "./table.ts";
import { loadTicket } from "./tickets.ts";

/**
 * A change to a ticket. It gets the current ticket, so that several steps run without reading it
 * again.
 */
export type Step = (tx: Tx, before: Ticket) => Ticket;

/** Changes a ticket by one step. Throws missing, and what the step throws. */
export const takeStep = (db: CompanyDb, id: number, step: Step): Ticket =>
  db.write((tx) => step(tx, loadTicket(db, id)));
