import { and, eq, ne } from "drizzle-orm";
import type { Tx } from "../../kit/db/company-db.ts";
import { Fault } from "../../kit/fault.ts";
import { automations, type Automation } from "./table.ts";

type Link = Pick<Automation, "id" | "event" | "conditions" | "steps">;

/**
 * Throws invalid, at its step, where an automation would start itself again by a tag. Tags that
 * other active ones set count too. rules.md#automations
 */
export function refuseLoop(tx: Tx, automation: Link) {
  if (automation.event !== "tagged") return;
  const others: Link[] = tx
    .select()
    .from(automations)
    .where(
      and(
        eq(automations.active, true),
        eq(automations.event, "tagged"),
        ne(automations.id, automation.id),
      ),
    )
    .all();
  const step = automation.steps.findIndex(
    (each) => each.kind === "tag" && leadsTo(automation, each.tagId, others, new Set()),
  );
  if (step < 0) return;
  throw new Fault("invalid", "ERR_AUTOMATION_LOOP", {
    message: "A automação começaria de novo por ela mesma",
    fields: { [`steps.${step}.tagId`]: "loop" },
  });
}

/** Whether a tag starts `target`, directly or by the tags that others set. */
function leadsTo(target: Link, tagId: number, others: Link[], seen: Set<number>): boolean {
  if (target.conditions.tagId === tagId) return true;
  if (seen.has(tagId)) return false;
  seen.add(tagId);
  return others
    .filter(({ conditions }) => conditions.tagId === tagId)
    .flatMap(({ steps }) => steps)
    .some((step) => step.kind === "tag" && leadsTo(target, step.tagId, others, seen));
}
