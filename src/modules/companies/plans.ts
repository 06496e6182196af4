import { asc, eq, getTableColumns, sql } from "drizzle-orm";
import { z } from "zod";
import type { By } from "../../kit/http/auth-context.ts";
import type { Broadcast } from "../../kit/db/audience.ts";
import { line, money, quantity } from "../../kit/http/fields.ts";
import { Fault } from "../../kit/fault.ts";
import { matching, notFound, page } from "../../kit/db/page.ts";
import type { Control, ControlTx } from "../../kit/db/company-db.ts";
import type { Db } from "../../kit/db/queried-file.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { centsOf } from "../../shared/money.ts";
import { planFlags, planLimits, type PlanFlag, type PlanLimit } from "../../shared/plan.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { usedOf } from "./limits.ts";
import { companies, plans, type BeyondPlan, type Plan } from "./table.ts";

const flags = Object.fromEntries(planFlags.map((flag) => [flag, z.boolean().optional()])) as Record<
  PlanFlag,
  z.ZodOptional<z.ZodBoolean>
>;
const limits = Object.fromEntries(
  planLimits.map((limit) => [limit, quantity.optional()]),
) as Record<PlanLimit, z.ZodOptional<typeof quantity>>;

export const planBody = z.object({
  name: line(50, 2),
  value: money.optional(),
  offered: z.boolean().optional(),
  ...limits,
  ...flags,
});
type Body = z.infer<typeof planBody>;

export type PlanServices = { dbs: CompanyDbs; broadcast: Broadcast };

/** One page of plans, the cheapest first, with the number of companies on each. */
export function list(
  control: Control,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
) {
  const { rows, ...rest } = page(control, {
    table: plans,
    select: withCount(control),
    where: matching(searchParam, [plans.name]),
    order,
    pageNumber,
  });
  return { plans: rows, ...rest };
}

/** All plans, the cheapest first, with the number of companies on each. */
export const every = (control: Control) =>
  withCount(control)
    .orderBy(...order)
    .limit(500)
    .all();

/** All offered plans, also for visitors who sign up. */
export const all = (control: Control): Plan[] =>
  control
    .select()
    .from(plans)
    .where(eq(plans.offered, true))
    .orderBy(...order)
    .limit(500)
    .all();

/** Throws missing. */
export function find(control: Control, id: number) {
  const row = withCount(control).where(eq(plans.id, id)).get();
  if (!row) throw notFound("Plano não encontrado");
  return row;
}

/**
 * Creates a plan. A plan without a price is not offered at sign-up, unless the body says so. Throws
 * a conflict on a taken name. rules.md#sign-up
 */
export function create({ dbs, broadcast }: PlanServices, by: By, body: Body) {
  const { control } = dbs;
  const { offered = centsOf(body.value ?? "0") > 0 } = body;
  const plan = control.write((tx) =>
    tx
      .insert(plans)
      .values({ ...body, offered, ...insertTimestamps(control.now()) })
      .returning()
      .get(),
  );
  note(by, "planCreated", plan);
  return tell({ dbs, broadcast }, "create", plan.id);
}

/**
 * Changes a plan, with `follow` in the same write, and returns the companies that exceed it now.
 * Throws missing, a conflict on a taken name.
 */
export function update(
  { dbs, broadcast }: PlanServices,
  by: By,
  id: number,
  body: Partial<Body>,
  follow: (tx: ControlTx) => void,
) {
  const { control } = dbs;
  const before = find(control, id);
  control.write((tx) => {
    tx.update(plans)
      .set({ ...body, ...updateTimestamps(control.now()) })
      .where(eq(plans.id, id))
      .run();
    follow(tx);
  });
  const after = tell({ dbs, broadcast }, "update", id);
  const changes = changesIn(before, after);
  if (Object.keys(changes).length > 0) note(by, "planChanged", before, changes);
  const lowered = planLimits.filter(
    (what) => after[what] > 0 && (before[what] === 0 || after[what] < before[what]),
  );
  return { ...after, beyond: lowered.length > 0 ? beyondPlan(dbs, after, lowered) : [] };
}

/** Throws missing, and a conflict while a company is on the plan. */
export function remove({ dbs, broadcast }: PlanServices, by: By, id: number) {
  const { control } = dbs;
  const plan = find(control, id);
  const { companies: count } = plan;
  if (count > 0)
    throw new Fault("conflict", "ERR_PLAN_IN_USE", {
      message: "Este plano não pode ser excluído: há empresas nele",
      details: { count },
    });
  control.write((tx) => void tx.delete(plans).where(eq(plans.id, id)).run());
  note(by, "planDeleted", plan);
  broadcast((me) => (me.super ? { event: "plan", action: "delete", planId: id } : undefined));
  return {};
}

const order = [asc(plans.value), asc(plans.name), asc(plans.id)];

function note(
  { db, userId }: By,
  action: "planCreated" | "planChanged" | "planDeleted",
  { id, name }: Plan,
  details: Record<string, unknown> = {},
) {
  db.write((tx) => addAuditEntry(tx, { userId, action, subject: `plan ${id} ${name}`, details }));
}

/**
 * The changes of a plan for the audit: the old and new price, and the names of other changed
 * groups.
 */
function changesIn(before: Plan, after: Plan): Record<string, unknown> {
  const isChanged = (names: readonly (keyof Plan)[]) =>
    names.some((name) => before[name] !== after[name]);
  const about = {
    name: ["name"],
    offered: ["offered"],
    limits: planLimits,
    modules: planFlags,
  } as const;
  const fields = Object.entries(about).flatMap(([what, names]) => (isChanged(names) ? [what] : []));
  return {
    ...(isChanged(["value"]) && { value: { from: before.value, to: after.value } }),
    ...(fields.length > 0 && { fields }),
  };
}

const withCount = (db: Db) =>
  db
    .select({
      ...getTableColumns(plans),
      companies: sql<number>`(SELECT count(*) FROM companies c WHERE c.planId = plans.id)`,
    })
    .from(plans)
    .$dynamic();

function tell({ dbs, broadcast }: PlanServices, action: "create" | "update", id: number) {
  const plan = find(dbs.control, id);
  // Every screen reloads the modules of its plan.
  broadcast((me) =>
    me.super ? { event: "plan", action, plan } : { event: "plan", action: "update", planId: id },
  );
  return plan;
}

function beyondPlan(dbs: CompanyDbs, plan: Plan, lowered: PlanLimit[]): BeyondPlan[] {
  const shut = new Set(dbs.shutCompanies().map(({ company }) => company));
  const having = dbs.control
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(eq(companies.planId, plan.id))
    .all()
    .filter(({ id }) => !shut.has(id));
  return having.flatMap(({ id, name: company }) => {
    const db = dbs.open(id);
    return lowered
      .map((what) => ({ company, what, limit: plan[what], used: usedOf(db, what) }))
      .filter(({ used, limit }) => used > limit);
  });
}
