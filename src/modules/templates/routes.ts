import type { ConnectionManager } from "../../channel/channel.ts";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { idParam } from "../../kit/http/fields.ts";
import { inject, routes } from "../../kit/http/http.ts";
import { create, refresh, remove, update } from "./edit.ts";
import {
  connectionQuery,
  oneQuery,
  templateBody,
  templateChange,
  templateQuery,
} from "./fields.ts";
import { templates } from "./table.ts";
import { findTemplate, list, visible } from "./templates.ts";

const find = (db: CompanyDb, _: Me, id: number) => findTemplate(db, id);

/** The message templates of a connection. rules.md#templates */
export default routes("/templates")
  .use(inject<ConnectionManager>()("connectionManager"))
  .get(
    "/",
    async ({ db, connectionManager, query }) => {
      await refresh(db, connectionManager, query.whatsappId);
      return list(db, query);
    },
    { can: "templates.read", query: templateQuery },
  )
  .get("/:id", ({ db, params, query }) => visible(findTemplate(db, params.id, query.whatsappId)), {
    can: "templates.read",
    params: idParam,
    query: oneQuery,
  })
  .post(
    "/",
    ({ db, me, connectionManager, query, body, set }) => {
      set.status = 201;
      return create(db, me, connectionManager, query.whatsappId, body);
    },
    { can: "templates.write", query: connectionQuery, body: templateBody },
  )
  .put(
    "/:id",
    ({ db, me, connectionManager, params, query, body }) =>
      update(db, me, connectionManager, findTemplate(db, params.id, query.whatsappId), body),
    {
      can: "templates.write",
      params: idParam,
      query: oneQuery,
      body: templateChange,
      edits: { table: templates, find, isTouched: true },
    },
  )
  .delete(
    "/:id",
    ({ db, me, connectionManager, params, query }) =>
      remove(db, me, connectionManager, findTemplate(db, params.id, query.whatsappId)),
    { can: "templates.write", params: idParam, query: oneQuery },
  );
