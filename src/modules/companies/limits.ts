import { Fault } from "../../kit/fault.ts";
import type { Control } from "../../kit/store.ts";
import { find } from "./companies.ts";

const names = { users: "usuários", connections: "conexões", queues: "filas" };

/** Throws forbidden when the company already has as many (`count`) as its plan allows. 0 is no limit. */
export function refuseBeyondPlan(control: Control, companyId: number, what: keyof typeof names, count: number) {
  const limit = find(control, companyId)!.plans[what];
  if (limit === 0 || count < limit) return;
  throw new Fault("forbidden", "ERR_PLAN_LIMIT", { message: `Número máximo de ${names[what]} já alcançado: ${limit}`, details: { limit, what } });
}
