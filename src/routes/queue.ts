import { idParam } from "../kit/http/fields.ts";
import { routes } from "../kit/http/http.ts";
import { refuseBeyondPlan } from "../modules/companies/limits.ts";
import { removeQueue } from "../modules/options/options.ts";
import { replace, treeBody } from "../modules/options/replace-tree.ts";
import {
  create,
  findQueue,
  list,
  order,
  orderBody,
  queueBody,
  update,
} from "../modules/queues/queues.ts";
import { simulate, simulation } from "../modules/tickets/attendance/simulate.ts";
import { queues } from "../modules/queues/table.ts";

/** A tree of 500 nodes with 2,000 characters each, in bytes of JSON. */
const jsonLimit = 2 * 1024 * 1024;

export default routes("/queue")
  .get("/", ({ db }) => list(db), { can: "queues.read" })
  .get("/:id", ({ db, params }) => findQueue(db, params.id), {
    can: "queues.read",
    params: idParam,
  })
  .post(
    "/",
    ({ db, control, me, body, set }) => {
      refuseBeyondPlan(control, db, "queues");
      set.status = 201;
      return create(db, body, me.id);
    },
    { can: "queues.write", body: queueBody },
  )
  .put("/order", ({ db, me, body }) => order(db, body, me.id), {
    can: "queues.write",
    body: orderBody,
  })
  .put("/:id", ({ db, me, params, body }) => update(db, params.id, body, me.id), {
    can: "queues.write",
    params: idParam,
    body: queueBody.partial(),
    edits: { table: queues },
  })
  .put("/:id/options", ({ db, me, params, body }) => replace(db, params.id, body, me.id), {
    can: "queues.write",
    params: idParam,
    body: treeBody,
    jsonLimit,
    edits: { table: queues },
  })
  .post("/simulate", ({ db, body }) => simulate(db, body), {
    can: "queues.write",
    body: simulation,
    jsonLimit,
  })
  .delete("/:id", ({ db, me, params }) => removeQueue(db, params.id, me.id), {
    can: "queues.write",
    params: idParam,
  });
