import { z } from "zod";
import { idParam } from "../../kit/http/fields.ts";
import { inject, routes } from "../../kit/http/http.ts";
import type { HttpClient } from "../../kit/net/http-client.ts";
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

/** Routes of webhooks and their deliveries. rules.md#webhooks */
export default routes("/webhooks")
  .use(inject<HttpClient>()("httpClient"))
  .get("/", ({ db }) => list(db), read)
  .post(
    "/",
    ({ db, me, httpClient, body, set }) => {
      set.status = 201;
      return create(db, httpClient, body, me);
    },
    { ...write, body: webhookBody },
  )
  .put(
    "/:id",
    ({ db, me, httpClient, params, body }) => update(db, httpClient, params.id, body, me),
    {
      ...write,
      params: idParam,
      body: webhookChange,
      edits: { table: webhooks },
    },
  )
  .delete("/:id", ({ db, me, params }) => remove(db, params.id, me), {
    can: "messages-api.write",
    params: idParam,
  })
  .post("/:id/secret", ({ db, me, params }) => renewSecret(db, params.id, me), {
    ...write,
    params: idParam,
  })
  .post("/:id/test", ({ db, params }) => test(db, params.id), { ...write, params: idParam })
  .get("/:id/deliveries", ({ db, params, query }) => deliveries(db, params.id, query), {
    ...read,
    params: idParam,
    query: deliveriesQuery,
  })
  .post(
    "/:id/deliveries/:deliveryId/replay",
    ({ db, params }) => replay(db, params.id, params.deliveryId),
    { ...write, params: deliveryParam },
  );
