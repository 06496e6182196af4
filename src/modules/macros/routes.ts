import type { ConnectionManager } from "../../channel/channel.ts";
import { idParam, listQuery } from "../../kit/http/fields.ts";
import { inject, routes } from "../../kit/http/http.ts";
import { readByAction } from "../tickets/messages/read.ts";
import {
  createMacro,
  findEditable,
  findMacro,
  listMacros,
  macroBody,
  macroChange,
  removeMacro,
  updateMacro,
  usableMacros,
} from "./macros.ts";
import { preview, previewBody, run, runBody } from "./run.ts";
import { macros } from "./table.ts";

export default routes("/macros")
  .use(inject<ConnectionManager>()("connectionManager"))
  .get("/", ({ db, me, query }) => listMacros(db, me, query), {
    can: "macros.read",
    query: listQuery,
  })
  .get("/list", ({ db, me }) => usableMacros(db, me), { can: "macros.read" })
  .get("/:id", ({ db, me, params }) => findMacro(db, me, params.id), {
    can: "macros.read",
    params: idParam,
  })
  .post(
    "/",
    ({ db, me, body, set }) => {
      set.status = 201;
      return createMacro(db, me, body);
    },
    { can: "macros.write", body: macroBody },
  )
  .post(
    "/:id/run",
    async ({ db, me, connectionManager, params, body }) => {
      const result = await run(db, me, params.id, body);
      for (const id of result.done) readByAction(db, me, connectionManager, id);
      return result;
    },
    { can: "tickets.write", params: idParam, body: runBody },
  )
  .post("/:id/preview", ({ db, me, params, body }) => preview(db, me, params.id, body.ticketId), {
    can: "tickets.write",
    params: idParam,
    body: previewBody,
  })
  .put("/:id", ({ db, me, params, body }) => updateMacro(db, me, params.id, body), {
    can: "macros.write",
    params: idParam,
    body: macroChange,
    edits: { table: macros, find: findEditable },
  })
  .delete("/:id", ({ db, me, params }) => removeMacro(db, me, params.id), {
    can: "macros.write",
    params: idParam,
  });
