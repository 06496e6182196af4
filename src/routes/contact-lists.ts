import { z } from "zod";
import type { ConnectionManager } from "../channel/channel.ts";
import { idParam, listQuery } from "../kit/fields.ts";
import { Upload } from "../kit/files.ts";
import { inject, routes } from "../kit/http.ts";
import type { UploadRules } from "../kit/received-forms.ts";
import * as items from "../modules/contact-lists/items.ts";
import { latest } from "../modules/imports/imports.ts";
import { read as readSheet, readAndStart } from "../modules/imports/read-file.ts";
import {
  all,
  create,
  fill,
  fillRoute,
  find,
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
  checkTarget: ({ store }, id) => find(store.db, id),
};
const target = (targetId: number) => ({ kind: "contactListItems", targetId });

/** Large files take longer than an idle connection is kept (seconds). */
const slowTimeout = 120;

const write = { can: "contact-lists.write", plan: "useCampaigns" } as const;

export const itemRoutes = routes("/contact-list-items")
  .use(inject<ConnectionManager>()("connectionManager"))
  .get("/", ({ store, query }) => items.list(store, query), { ...read, query: items.itemQuery })
  .get("/:id", ({ store, params }) => items.find(store.db, params.id), { ...read, params: idParam })
  .post(
    "/",
    ({ store, connectionManager, body, set }) => {
      set.status = 201;
      return items.create(store, connectionManager, body);
    },
    { ...write, body: items.itemBody },
  )
  .put(
    "/:id",
    ({ store, connectionManager, params, body }) =>
      items.update(store, connectionManager, params.id, body),
    {
      ...write,
      params: idParam,
      body: items.itemBody.partial(),
      edits: { table: contactListItems, isTouched: true },
    },
  )
  .delete("/:id", ({ store, params }) => items.remove(store, params.id), {
    ...write,
    params: idParam,
  });

export const listRoutes = routes("/contact-lists")
  .get("/", ({ store, query }) => list(store, query), { ...read, query: listQuery })
  .get("/list", ({ store }) => all(store), read)
  .get("/:id", ({ store, params }) => find(store.db, params.id), { ...read, params: idParam })
  .post(
    "/",
    ({ store, me, body, set }) => {
      set.status = 201;
      return create(store, me, body);
    },
    { ...write, body: newListBody },
  )
  .post("/:id/contacts", ({ store, params, body }) => fill(store, params.id, body), {
    ...write,
    params: idParam,
    body: fillRoute,
  })
  .get(
    "/:id/import",
    ({ store, me, params }) => ({ import: latest(store, me, target(params.id)) ?? null }),
    { ...write, params: idParam },
  )
  // What is read is mapped and started under `/imports`; an upload does it with the columns as they
  // seem to be.
  .post(
    "/:id/import",
    async ({ store, me, params, body, request, server, set }) => {
      server?.timeout(request, slowTimeout);
      set.status = 201;
      return readSheet(store, me, body.file, target(params.id));
    },
    { ...write, params: idParam, body: fileBody, accepts },
  )
  .post(
    "/:id/upload",
    async ({ store, me, params, body, request, server, set }) => {
      server?.timeout(request, slowTimeout);
      set.status = 201;
      return readAndStart(store, me, body.file, target(params.id));
    },
    { ...write, params: idParam, body: fileBody, accepts },
  )
  .put("/:id", ({ store, params, body }) => update(store, params.id, body), {
    ...write,
    params: idParam,
    body: listBody.partial(),
    edits: { table: contactLists },
  })
  .delete("/:id", ({ store, params }) => remove(store, params.id), { ...write, params: idParam });
