import { idParam } from "../kit/fields.ts";
import { routes } from "../kit/http.ts";
import { refuseBeyondPlan } from "../modules/companies/limits.ts";
import { removeQueue, replace, treeBody } from "../modules/options/options.ts";
import {
  create,
  find,
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
  .get("/", ({ store }) => list(store), { can: "queues.read" })
  .get("/:id", ({ store, params }) => find(store, params.id), {
    can: "queues.read",
    params: idParam,
  })
  .post(
    "/",
    ({ store, control, me, body, set }) => {
      refuseBeyondPlan(control, store, "queues");
      set.status = 201;
      return create(store, body, me.id);
    },
    { can: "queues.write", body: queueBody },
  )
  .put("/order", ({ store, me, body }) => order(store, body, me.id), {
    can: "queues.write",
    body: orderBody,
  })
  .put("/:id", ({ store, me, params, body }) => update(store, params.id, body, me.id), {
    can: "queues.write",
    params: idParam,
    body: queueBody.partial(),
    edits: { table: queues },
  })
  .put("/:id/options", ({ store, me, params, body }) => replace(store, params.id, body, me.id), {
    can: "queues.write",
    params: idParam,
    body: treeBody,
    jsonLimit,
    edits: { table: queues },
  })
  .post("/simulate", ({ store, body }) => simulate(store, body), {
    can: "queues.write",
    body: simulation,
    jsonLimit,
  })
  .delete("/:id", ({ store, me, params }) => removeQueue(store, params.id, me.id), {
    can: "queues.write",
    params: idParam,
  });
