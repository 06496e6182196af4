import { idParam } from "../../kit/http/fields.ts";
import { routes } from "../../kit/http/http.ts";
import { change, pushKinds, read } from "../users/preferences.ts";
import type { PushKeys } from "./keys.ts";
import { find, list, subscribe, subscriptionBody, unsubscribe } from "./subscriptions.ts";

const mine = { can: "notifications.read" } as const;

type Services = { pushKeys: PushKeys };

export default routes("/push", { atHome: true })
  .get("/key", (context) => ({ key: (context as unknown as Services).pushKeys.publicKey }), mine)
  .get(
    "/subscriptions",
    (context) => {
      const records = list(context);
      return { records, count: records.length, hasMore: false };
    },
    mine,
  )
  .get("/subscriptions/:id", (context) => find(context, context.params.id), {
    ...mine,
    params: idParam,
  })
  .post(
    "/subscriptions",
    (context) => {
      context.set.status = 201;
      return subscribe(context, context.body);
    },
    { ...mine, body: subscriptionBody },
  )
  .delete("/subscriptions/:id", (context) => unsubscribe(context, context.params.id), {
    ...mine,
    params: idParam,
  })
  .get("/preferences", ({ db, me }) => read(db, me).push, mine)
  .put("/preferences", ({ db, me, body }) => change(db, me, { push: body }).push, {
    ...mine,
    body: pushKinds,
  });
