import { idParam, listQuery } from "../../kit/fields.ts";
import { inject, routes } from "../../kit/http.ts";
import type { HttpClient } from "../../kit/http-client.ts";
import { all, create, find, integrationBody, list, remove, update } from "./integrations.ts";
import { testBody, testIntegration } from "./test-integration.ts";
import { integrations } from "./table.ts";

const read = { can: "integrations.read", plan: "useIntegrations" } as const;
const write = { can: "integrations.write", plan: "useIntegrations" } as const;

export default routes("/queueIntegration")
  .use(inject<HttpClient>()("httpClient"))
  .get("/", ({ store, query }) => list(store, query), { ...read, query: listQuery })
  .get("/list", ({ store }) => all(store), read)
  .get("/:id", ({ store, params }) => find(store, params.id), { ...read, params: idParam })
  .post(
    "/",
    ({ store, me, body, set }) => {
      set.status = 201;
      return create(store, body, me.id);
    },
    { ...write, body: integrationBody },
  )
  // Clients use both spellings.
  .post("/testSession", ({ store, httpClient, body }) => testIntegration(store, httpClient, body), {
    ...write,
    body: testBody,
  })
  .post("/testsession", ({ store, httpClient, body }) => testIntegration(store, httpClient, body), {
    ...write,
    body: testBody,
  })
  .put("/:id", ({ store, me, params, body }) => update(store, params.id, body, me.id), {
    ...write,
    params: idParam,
    body: integrationBody.partial(),
    edits: { table: integrations },
  })
  .delete("/:id", ({ store, me, params }) => remove(store, params.id, me.id), {
    ...write,
    params: idParam,
  });
