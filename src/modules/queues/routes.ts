import { idParam } from "../../kit/fields.ts";
import { routes } from "../../kit/http.ts";
import { refuseBeyondPlan } from "../companies/limits.ts";
import { create, find, list, order, orderBody, queueBody, update } from "./queues.ts";

export default routes("/queue")
  .get("/", ({ store }) => list(store), { can: "queues.read" })
  .get("/:id", ({ store, params }) => find(store, params.id), { can: "queues.read", params: idParam })
  .post("/", ({ store, control, me, body, set }) => {
    refuseBeyondPlan(control, store.company, "queues", list(store).length);
    set.status = 201;
    return create(store, body, me.id);
  }, { can: "queues.write", body: queueBody })
  .put("/order", ({ store, me, body }) => order(store, body, me.id), { can: "queues.write", body: orderBody })
  .put("/:id", ({ store, me, params, body }) => update(store, params.id, body, me.id), { can: "queues.write", params: idParam, body: queueBody.partial() });
