import { idParam, listQuery } from "../../kit/http/fields.ts";
import { inject, routes } from "../../kit/http/http.ts";
import type { HttpClient } from "../../kit/net/http-client.ts";
import { all, create, find, integrationBody, list, remove, update } from "./integrations.ts";
import { testBody, testIntegration } from "./test-integration.ts";
import { integrations } from "./table.ts";

const read = { can: "integrations.read", plan: "useIntegrations" } as const;
const write = { can: "integrations.write", plan: "useIntegrations" } as const;

export default routes("/queueIntegration")
  .use(inject<HttpClient>()("httpClient"))
  .get("/", ({ db, query }) => list(db, query), { ...read, query: listQuery })
  .get("/list", ({ db }) => all(db), read)
  .get("/:id", ({ db, params }) => find(db, params.id), { ...read, params: idParam })
  .post(
    "/",
    ({ db, me, body, set }) => {
      set.status = 201;
      return create(db, body, me.id);
    },
    { ...write, body: integrationBody },
  )
  // Clients use both spellings.
  .post("/testSession", ({ db, httpClient, body }) => testIntegration(db, httpClient, body), {
    ...write,
    body: testBody,
  })
  .post("/testsession", ({ db, httpClient, body }) => testIntegration(db, httpClient, body), {
    ...write,
    body: testBody,
  })
  .put("/:id", ({ db, me, params, body }) => update(db, params.id, body, me.id), {
    ...write,
    params: idParam,
    body: integrationBody.partial(),
    edits: { table: integrations },
  })
  .delete("/:id", ({ db, me, params }) => remove(db, params.id, me.id), {
    ...write,
    params: idParam,
  });
