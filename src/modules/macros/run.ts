import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { Fault } from "../../kit/fault.ts";
import { arrayOf, id } from "../../kit/http/fields.ts";
import type { MacroStep } from "../../shared/macros.ts";
import { record } from "../tickets/events/events.ts";
import { closeRun } from "../tickets/lifecycle/undo-macro.ts";
import { fillVariables } from "../tickets/messages/fill-variables.ts";
import type { Ticket } from "../tickets/table.ts";
import { findTicket } from "../tickets/tickets.ts";
import { findMacro } from "./macros.ts";
import type { Macro } from "./table.ts";
import { takeStep } from "./take-step.ts";

export const runBody = z
  .object({ ticketId: id.optional(), ticketIds: arrayOf(id, 200, 1).optional() })
  .refine(({ ticketId, ticketIds }) => ticketId !== undefined || ticketIds !== undefined, {
    path: ["ticketId"],
    message: "required",
  });

export const previewBody = z.object({ ticketId: id });

/** The step at which a run ended, from 0; null where the ticket itself is out of sight. */
type Refusal = { id: number; step: number | null; error: string };

/**
 * Runs a macro on tickets, each in its own transaction: all of its steps, or none. Yields between
 * two of them. Throws missing for an unknown macro. rules.md#macros
 */
export async function run(
  db: CompanyDb,
  me: Me,
  id: number,
  { ticketId, ticketIds = [] }: z.infer<typeof runBody>,
) {
  const macro = findMacro(db, me, id);
  const done: number[] = [];
  const refused: Refusal[] = [];
  for (const each of new Set(ticketId === undefined ? ticketIds : [ticketId, ...ticketIds])) {
    await new Promise(setImmediate);
    const refusal = attempt(db, me, macro, each);
    if (refusal) refused.push(refusal);
    else done.push(each);
  }
  return { done, refused };
}

/**
 * Returns each step's text, with its variables filled in for a ticket, and the error of the first
 * step that can't run. Changes nothing. Throws missing.
 */
export function preview(db: CompanyDb, me: Me, id: number, ticketId: number) {
  const { steps, ...macro } = findMacro(db, me, id);
  const ticket = findTicket(db, me, ticketId);
  const refusal = attempt(db, me, { steps, ...macro }, ticketId, { isKept: false });
  return {
    steps: steps.map((step, index) => ({
      text: textOf(db, me, ticket, step),
      error: refusal?.step === index ? refusal.error : null,
    })),
  };
}

/** Runs a macro on one ticket; without `isKept` all of it is taken back. */
function attempt(
  db: CompanyDb,
  me: Me,
  { name, steps }: Pick<Macro, "name" | "steps">,
  ticketId: number,
  { isKept = true } = {},
): Refusal | undefined {
  let step: number | null = null;
  try {
    db.write((tx) => {
      let ticket = findTicket(db, me, ticketId);
      const { id } = recordRun(tx, me, ticket, name);
      for (const [index, each] of steps.entries()) {
        step = index;
        ticket = takeStep(tx, me, ticket, each);
      }
      closeRun(tx, ticketId, id);
      if (!isKept) throw new TakenBack();
    });
  } catch (thrown) {
    if (thrown instanceof TakenBack) return undefined;
    if (!(thrown instanceof Fault)) throw thrown;
    return { id: ticketId, step, error: thrown.reason };
  }
  return undefined;
}

/** Rolls a preview back. */
class TakenBack extends Error {}

const recordRun = (tx: Tx, me: Me, ticket: Ticket, name: string) =>
  record(tx, ticket, { kind: "automation", byUserId: me.id, detail: { name } });

function textOf(db: CompanyDb, me: Me, ticket: Ticket, step: MacroStep): string | null {
  if (step.kind === "text") return fillVariables(db, ticket, step.text, me.id);
  return null;
}
