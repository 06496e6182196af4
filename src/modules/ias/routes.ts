import { z } from "zod";
import { idParam, listQuery, text } from "../../kit/http/fields.ts";
import { inject, routes } from "../../kit/http/http.ts";
import type { HttpClient } from "../../kit/net/http-client.ts";
import { all, ask, create, find, iaBody, list, remove, update } from "./ias.ts";
import { usage } from "./usage.ts";
import { ias } from "./table.ts";

const read = { can: "ias.read", plan: "useOpenAi" } as const;
const write = { can: "ias.write", plan: "useOpenAi" } as const;

export default routes("/ias")
  .use(inject<HttpClient>()("httpClient"))
  .get("/", ({ db, query }) => list(db, query), { ...read, query: listQuery })
  .get("/list", ({ db }) => all(db), read)
  .get("/usage", ({ db }) => usage(db), read)
  .get("/:id", ({ db, params }) => find(db, params.id), { ...read, params: idParam })
  .post(
    "/",
    ({ db, me, body, set }) => {
      set.status = 201;
      return create(db, body, me.id);
    },
    { ...write, body: iaBody },
  )
  .post("/:id/test", ({ db, httpClient, params, body }) => ask(db, httpClient, params.id, body), {
    ...write,
    params: idParam,
    body: z.object({ text: text(4000, 1) }),
  })
  .put("/:id", ({ db, me, params, body }) => update(db, params.id, body, me.id), {
    ...write,
    params: idParam,
    body: iaBody.partial(),
    edits: { table: ias },
  })
  .delete("/:id", ({ db, me, params }) => remove(db, params.id, me.id), {
    ...write,
    params: idParam,
  });
