import { z } from "zod";
import { idParam } from "../../kit/fields.ts";
import { routes } from "../../kit/http.ts";
import {
  create,
  deliveries,
  deliveriesQuery,
  list,
  remove,
  renewSecret,
  replay,
  test,
  update,
  webhookBody,
  webhookChange,
} from "./webhooks.ts";
import { webhooks } from "./table.ts";

const read = { can: "messages-api.read", plan: "useExternalApi" } as const;
const write = { can: "messages-api.write", plan: "useExternalApi" } as const;
const deliveryParam = idParam.extend({ deliveryId: z.coerce.number().int().positive() });

/** Addresses that are told what happens, and what each was told. rules.md#webhooks */
export default routes("/webhooks")
  .get("/", ({ store }) => list(store), read)
  .post(
    "/",
    ({ store, me, body, set }) => {
      set.status = 201;
      return create(store, body, me.id);
    },
    { ...write, body: webhookBody },
  )
  .put("/:id", ({ store, me, params, body }) => update(store, params.id, body, me.id), {
    ...write,
    params: idParam,
    body: webhookChange,
    edits: { table: webhooks },
  })
  .delete("/:id", ({ store, me, params }) => remove(store, params.id, me.id), {
    can: "messages-api.write",
    params: idParam,
  })
  .post("/:id/secret", ({ store, me, params }) => renewSecret(store, params.id, me.id), {
    ...write,
    params: idParam,
  })
  .post("/:id/test", ({ store, params }) => test(store, params.id), { ...write, params: idParam })
  .get("/:id/deliveries", ({ store, params, query }) => deliveries(store, params.id, query), {
    ...read,
    params: idParam,
    query: deliveriesQuery,
  })
  .post(
    "/:id/deliveries/:deliveryId/replay",
    ({ store, params }) => replay(store, params.id, params.deliveryId),
    { ...write, params: deliveryParam },
  );
