import { z } from "zod";
import type { ConnectionManager } from "../channel/channel.ts";
import { idParam, listQuery } from "../kit/http/fields.ts";
import { Upload } from "../kit/files/files.ts";
import { inject, routes } from "../kit/http/http.ts";
import type { UploadRules } from "../kit/http/received-forms.ts";
import * as items from "../modules/contact-lists/items.ts";
import { latest } from "../modules/imports/imports.ts";
import { readSheet, readAndStart } from "../modules/imports/read-file.ts";
import {
  all,
  create,
  fill,
  fillRoute,
  findList,
  list,
  listBody,
  newListBody,
  remove,
  update,
} from "../modules/contact-lists/lists.ts";
import { contactListItems, contactLists } from "../modules/contact-lists/table.ts";

const read = { can: "contact-lists.read", plan: "useCampaigns" } as const;
const fileBody = z.object({ file: z.instanceof(Upload) });
const accepts: UploadRules = {
  field: "file",
  maxFiles: 1,
  checkTarget: ({ db }, id) => findList(db, id),
};
const target = (targetId: number) => ({ kind: "contactListItems", targetId });

/** Large files take longer than an idle connection is kept (seconds). */
const slowTimeout = 120;

const write = { can: "contact-lists.write", plan: "useCampaigns" } as const;

export const itemRoutes = routes("/contact-list-items")
  .use(inject<ConnectionManager>()("connectionManager"))
  .get("/", ({ db, query }) => items.list(db, query), { ...read, query: items.itemQuery })
  .get("/:id", ({ db, params }) => items.find(db, params.id), { ...read, params: idParam })
  .post(
    "/",
    ({ db, connectionManager, body, set }) => {
      set.status = 201;
      return items.create(db, connectionManager, body);
    },
    { ...write, body: items.itemBody },
  )
  .put(
    "/:id",
    ({ db, connectionManager, params, body }) =>
      items.update(db, connectionManager, params.id, body),
    {
      ...write,
      params: idParam,
      body: items.itemBody.partial(),
      edits: { table: contactListItems, isTouched: true },
    },
  )
  .delete("/:id", ({ db, params }) => items.remove(db, params.id), {
    ...write,
    params: idParam,
  });

export const listRoutes = routes("/contact-lists")
  .get("/", ({ db, query }) => list(db, query), { ...read, query: listQuery })
  .get("/list", ({ db }) => all(db), read)
  .get("/:id", ({ db, params }) => findList(db, params.id), { ...read, params: idParam })
  .post(
    "/",
    ({ db, me, body, set }) => {
      set.status = 201;
      return create(db, me, body);
    },
    { ...write, body: newListBody },
  )
  .post("/:id/contacts", ({ db, params, body }) => fill(db, params.id, body), {
    ...write,
    params: idParam,
    body: fillRoute,
  })
  .get(
    "/:id/import",
    ({ db, me, params }) => ({ import: latest(db, me, target(params.id)) ?? null }),
    { ...write, params: idParam },
  )
  // `/import` reads a sheet, and `/imports` maps and starts it. `/upload` does all of it, with the
  // columns as they seem to be.
  .post(
    "/:id/import",
    async ({ db, me, params, body, request, server, set }) => {
      server?.timeout(request, slowTimeout);
      set.status = 201;
      return readSheet(db, me, body.file, target(params.id));
    },
    { ...write, params: idParam, body: fileBody, accepts },
  )
  .post(
    "/:id/upload",
    async ({ db, me, params, body, request, server, set }) => {
      server?.timeout(request, slowTimeout);
      set.status = 201;
      return readAndStart(db, me, body.file, target(params.id));
    },
    { ...write, params: idParam, body: fileBody, accepts },
  )
  .put("/:id", ({ db, params, body }) => update(db, params.id, body), {
    ...write,
    params: idParam,
    body: listBody.partial(),
    edits: { table: contactLists },
  })
  .delete("/:id", ({ db, params }) => remove(db, params.id), { ...write, params: idParam });
