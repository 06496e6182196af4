import { inArray } from "drizzle-orm";
import { z } from "zod";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { Fault } from "../../kit/fault.ts";
import { arrayOf, id, text } from "../../kit/http/fields.ts";
import { longestStep, maxMacroSteps, misplacedStep, type MacroStep } from "../../shared/macros.ts";
import { reminderLength } from "../../shared/reminders.ts";
import { queues } from "../queues/table.ts";
import { tags } from "../tags/table.ts";

const minutes = z.number().int().min(1).max(longestStep);

const step = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), text: text(4000, 1) }),
  z.object({ kind: z.literal("note"), note: text(1000, 2) }),
  z.object({ kind: z.literal("tag"), tagId: id }),
  z.object({ kind: z.literal("untag"), tagId: id }),
  z.object({
    kind: z.literal("reminder"),
    minutes,
    text: text(reminderLength).default(""),
  }),
  z.object({
    kind: z.literal("snooze"),
    minutes: minutes.nullable().default(null),
    until: z.literal("opening").optional(),
  }),
  z.object({ kind: z.literal("queue"), queueId: id }),
  z.object({ kind: z.literal("resolve"), silent: z.boolean().default(false) }),
]);

/** The steps of a macro or an automation, as clients send them. */
export const stepsField = arrayOf(step, maxMacroSteps, 1);

/**
 * Throws invalid, at its step, for a deleted tag or queue, and for a step after one that takes the
 * ticket out of hand.
 */
export function refuseUnusable(db: CompanyDb, steps: MacroStep[]) {
  const broken = unusableSteps(db, steps);
  if (Object.keys(broken).length === 0) return;
  throw new Fault("invalid", "ERR_MACRO_STEP", {
    message: "Um dos passos não pode ser feito",
    fields: broken,
  });
}

function unusableSteps(db: CompanyDb, steps: MacroStep[]): Record<string, string> {
  const tagIds = steps.flatMap((each) => ("tagId" in each ? [each.tagId] : []));
  const queueIds = steps.flatMap((each) => ("queueId" in each ? [each.queueId] : []));
  const existing = {
    tagId: new Set(idsIn(db, tags, tagIds)),
    queueId: new Set(idsIn(db, queues, queueIds)),
  };
  const misplaced = misplacedStep(steps);
  return {
    ...(misplaced !== undefined && { [`steps.${misplaced}.kind`]: "misplaced" }),
    ...Object.fromEntries(
      steps.flatMap((each, index) => {
        if ("tagId" in each && !existing.tagId.has(each.tagId))
          return [[`steps.${index}.tagId`, "gone"]];
        if ("queueId" in each && !existing.queueId.has(each.queueId))
          return [[`steps.${index}.queueId`, "gone"]];
        return [];
      }),
    ),
  };
}

const idsIn = (db: CompanyDb, table: typeof tags | typeof queues, ids: number[]) =>
  db
    .select({ id: table.id })
    .from(table)
    .where(inArray(table.id, ids))
    .all()
    .map((row) => row.id);
