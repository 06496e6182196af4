import { Fault } from "../../kit/fault.ts";
import type { Control, CompanyDb } from "../../kit/db/company-db.ts";
import type { PlanLimit } from "../../shared/plan.ts";
import { find } from "./companies.ts";

const names: Record<PlanLimit, string> = {
  users: "usuários",
  connections: "conexões",
  queues: "filas",
  campaigns: "campanhas",
  schedules: "agendamentos",
};

const counts: Record<PlanLimit, string> = {
  users: "SELECT count(*) AS used FROM users",
  connections: "SELECT count(*) AS used FROM connections",
  queues: "SELECT count(*) AS used FROM queues",
  campaigns:
    "SELECT count(*) AS used FROM campaigns WHERE status IN ('INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO')",
  schedules: "SELECT count(*) AS used FROM schedules WHERE status = 'PENDENTE'",
};

/** The number of records that a company has under one limit of its plan. rules.md#plan-limits */
export const usedOf = ({ sqlite }: CompanyDb, what: PlanLimit): number =>
  (sqlite.query(counts[what]).get() as { used: number }).used;

/** The number of records that a company has under each limit of its plan. */
export const usageOf = (db: CompanyDb): Record<PlanLimit, number> => ({
  users: usedOf(db, "users"),
  connections: usedOf(db, "connections"),
  queues: usedOf(db, "queues"),
  campaigns: usedOf(db, "campaigns"),
  schedules: usedOf(db, "schedules"),
});

/** Throws forbidden when the plan allows no further record. 0 is no limit. rules.md#plan-limits */
export function refuseBeyondPlan(control: Control, db: CompanyDb, what: PlanLimit) {
  const limit = find(control, db.company)!.plans[what];
  if (limit === 0 || usedOf(db, what) < limit) return;
  throw new Fault("forbidden", "ERR_PLAN_LIMIT", {
    message: `Número máximo de ${names[what]} já alcançado: ${limit}`,
    details: { limit, what },
  });
}
