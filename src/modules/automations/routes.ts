import { z } from "zod";
import { idParam, listQuery } from "../../kit/http/fields.ts";
import { routes } from "../../kit/http/http.ts";
import {
  automationBody,
  automationChange,
  createAutomation,
  findAutomation,
  listAutomations,
  listRuns,
  removeAutomation,
  updateAutomation,
} from "./automations.ts";
import { automations } from "./table.ts";

const read = { can: "automations.read" } as const;
const write = { can: "automations.write" } as const;
const pageQuery = z.object({ pageNumber: listQuery.shape.pageNumber });

export default routes("/automations")
  .get("/", ({ db, query }) => listAutomations(db, query), { ...read, query: listQuery })
  .get("/:id", ({ db, params }) => findAutomation(db, params.id), { ...read, params: idParam })
  .get("/:id/runs", ({ db, me, params, query }) => listRuns(db, me, params.id, query), {
    ...read,
    params: idParam,
    query: pageQuery,
  })
  .post(
    "/",
    ({ db, me, body, set }) => {
      set.status = 201;
      return createAutomation(db, me, body);
    },
    { ...write, body: automationBody },
  )
  .put("/:id", ({ db, me, params, body }) => updateAutomation(db, me, params.id, body), {
    ...write,
    params: idParam,
    body: automationChange,
    edits: { table: automations },
  })
  .delete("/:id", ({ db, me, params }) => removeAutomation(db, me, params.id), {
    ...write,
    params: idParam,
  });
