import { idParam } from "../../kit/http/fields.ts";
import { routes } from "../../kit/http/http.ts";
import { counter, find, list, move, movementBody, open, openingBody, tillQuery } from "./tills.ts";
import { close, closingBody, reopen, reopeningBody } from "./close.ts";

const read = { can: "tills.read", plan: "useSales" } as const;
const write = { can: "tills.write", plan: "useSales" } as const;

export default routes("/tills")
  .get("/", ({ db, me, query }) => list(db, me, query), { ...read, query: tillQuery })
  .get("/counter", ({ db, me }) => counter(db, me), read)
  .get("/:id", ({ db, me, params }) => find(db, me, params.id), { ...read, params: idParam })
  .post(
    "/",
    ({ db, me, body, set }) => {
      set.status = 201;
      return open(db, me, body);
    },
    { ...write, body: openingBody },
  )
  .post(
    "/:id/movements",
    ({ db, me, params, body, set }) => {
      set.status = 201;
      return move(db, me, params.id, body);
    },
    { ...write, params: idParam, body: movementBody },
  )
  .post("/:id/close", ({ db, me, params, body }) => close(db, me, params.id, body), {
    ...write,
    params: idParam,
    body: closingBody,
  })
  .post("/:id/reopen", ({ db, me, params, body }) => reopen(db, me, params.id, body), {
    ...write,
    can: "tills.reopen",
    params: idParam,
    body: reopeningBody,
  });
