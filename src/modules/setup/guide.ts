import { sql } from "drizzle-orm";
import { z } from "zod";
import { parseJson } from "../../kit/http/body.ts";
import type { Control, CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { type Guide, guideSteps, type GuideStep } from "../../shared/guide.ts";
import { connections } from "../connections/table.ts";
import { messages } from "../messages/table.ts";

/** `done`: a step that the owner finished. `dismissed`: the owner has closed the guide for good. */
export const guideBody = z.object({ done: z.enum(guideSteps), dismissed: z.boolean() }).partial();

type Progress = { done: GuideStep[]; dismissed: boolean };

/**
 * Offers the guide to the owner who has just claimed the box; a box that was claimed without its
 * page has none. rules.md#guide
 */
export function openGuide(control: Control, done: GuideStep[]) {
  keep(control, { done, dismissed: false });
}

/** The owner's progress: the steps that they finished, and those that the data shows. */
export function readGuide(control: Control, db: CompanyDb): Guide {
  const saved = keptIn(control);
  const data = guideQuery(db).get()!;
  const done = new Set<GuideStep>([
    ...(saved?.done ?? []),
    ...(data.line ? (["line"] as const) : []),
    ...(data.message ? (["message"] as const) : []),
  ]);
  const steps = Object.fromEntries(
    guideSteps.map((step) => [step, done.has(step)]),
  ) as Guide["steps"];
  return {
    steps,
    isOpen: saved !== undefined && !saved.dismissed && done.size < guideSteps.length,
  };
}

export function changeGuide(
  control: Control,
  db: CompanyDb,
  { done, dismissed }: z.infer<typeof guideBody>,
): Guide {
  const before = keptIn(control) ?? { done: [], dismissed: true };
  keep(control, {
    done: [...new Set([...before.done, ...(done ? [done] : [])])],
    dismissed: dismissed ?? before.dismissed,
  });
  return readGuide(control, db);
}

const exists = (rows: ReturnType<typeof sql>) =>
  sql<boolean>`EXISTS (SELECT 1 FROM ${rows})`.mapWith(Boolean);

const guideQuery = query((db) =>
  db
    .select({
      line: exists(sql`${connections} WHERE ${connections.status} = 'CONNECTED'`),
      message: exists(sql`${messages}`),
    })
    .from(sql`(SELECT 1)`),
);

function keptIn({ sqlite }: Control): Progress | undefined {
  const row = sqlite.query("SELECT value FROM instance WHERE key = 'guide'").get() as {
    value: string;
  } | null;
  return row ? (parseJson(row.value) as Progress) : undefined;
}

function keep(control: Control, progress: Progress) {
  control.write(
    (tx) =>
      void tx.run(
        sql`INSERT INTO instance VALUES ('guide', ${JSON.stringify(progress)}) ON CONFLICT DO UPDATE SET value = excluded.value`,
      ),
  );
}
