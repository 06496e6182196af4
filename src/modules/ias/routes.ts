import { z } from "zod";
import { idParam, listQuery, text } from "../../kit/fields.ts";
import { inject, routes } from "../../kit/http.ts";
import type { HttpClient } from "../../kit/http-client.ts";
import { all, ask, create, find, iaBody, list, remove, update } from "./ias.ts";
import { usage } from "./usage.ts";
import { ias } from "./table.ts";

const read = { can: "ias.read", plan: "useOpenAi" } as const;
const write = { can: "ias.write", plan: "useOpenAi" } as const;

export default routes("/ias")
  .use(inject<HttpClient>()("httpClient"))
  .get("/", ({ store, query }) => list(store, query), { ...read, query: listQuery })
  .get("/list", ({ store }) => all(store), read)
  .get("/usage", ({ store }) => usage(store), read)
  .get("/:id", ({ store, params }) => find(store, params.id), { ...read, params: idParam })
  .post(
    "/",
    ({ store, me, body, set }) => {
      set.status = 201;
      return create(store, body, me.id);
    },
    { ...write, body: iaBody },
  )
  .post(
    "/:id/test",
    ({ store, httpClient, params, body }) => ask(store, httpClient, params.id, body),
    { ...write, params: idParam, body: z.object({ text: text(4000, 1) }) },
  )
  .put("/:id", ({ store, me, params, body }) => update(store, params.id, body, me.id), {
    ...write,
    params: idParam,
    body: iaBody.partial(),
    edits: { table: ias },
  })
  .delete("/:id", ({ store, me, params }) => remove(store, params.id, me.id), {
    ...write,
    params: idParam,
  });
