import { sql } from "drizzle-orm";
import { z } from "zod";
import { create, remove, update } from "../../kit/http/crud.ts";
import { Fault } from "../../kit/fault.ts";
import { id, idParam, listQuery } from "../../kit/http/fields.ts";
import { routes } from "../../kit/http/http.ts";
import { all, find, list } from "../../kit/http/resource-rows.ts";
import type { Resource } from "../../kit/http/resource.ts";
import { contains } from "../../kit/db/page.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { longestGoal } from "../../shared/sla.ts";
import { queues } from "../queues/table.ts";
import { sla } from "./table.ts";

const minutes = z.number().int().min(1).max(longestGoal).nullable();
const body = z.object({
  /** Null: all queues without goals of their own, and tickets without a queue. */
  queueId: id.nullable().default(null),
  firstAnswerMinutes: minutes.optional(),
  resolutionMinutes: minutes.optional(),
});
const change = body.extend({ queueId: id.nullable() }).partial();

const queueName = sql`(SELECT q.name FROM ${queues} q WHERE q.id = ${sla.queueId})`;

const resource: Resource = {
  name: "sla",
  event: "sla",
  envelope: "records",
  table: sla,
  body: body.shape,
  search: (typed) => (typed ? contains(queueName, typed) : undefined),
  order: [queueName],
  labels: { queueName: { by: sla.queueId, from: queues.name } },
};

const read = { can: "queues.read" } as const;
const write = { can: "queues.write" } as const;

/** The service goals of queues. The table's CHECK wants one of both. rules.md#service-goals */
export default routes("/sla")
  .get("/", ({ db, query }) => list(db, resource, query), { ...read, query: listQuery })
  .get("/list", ({ db }) => all(db, resource), read)
  .get("/:id", ({ db, params }) => find(db, resource, params.id), { ...read, params: idParam })
  .post(
    "/",
    ({ db, me, body, set }) => {
      refuseTaken(db, body.queueId);
      set.status = 201;
      return create(db, me, resource, body);
    },
    { ...write, body },
  )
  .put(
    "/:id",
    ({ db, params, body }) => {
      if (body.queueId !== undefined) refuseTaken(db, body.queueId, params.id);
      return update(db, resource, params.id, body);
    },
    { ...write, params: idParam, body: change, edits: { table: sla } },
  )
  .delete("/:id", ({ db, params }) => remove(db, resource, params.id), {
    ...write,
    params: idParam,
  });

/** The row for all others has no column whose index could name the field. */
function refuseTaken(db: CompanyDb, queueId: number | null, own = 0) {
  const taken = db
    .select({ id: sla.id, queueId: sla.queueId })
    .from(sla)
    .all()
    .some((goals) => goals.queueId === queueId && goals.id !== own);
  if (taken)
    throw new Fault("conflict", "ERR_ALREADY_EXISTS", {
      message: "Esta fila já tem metas",
      fields: { queueId: "taken" },
    });
}
