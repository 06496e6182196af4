import { z } from "zod";
import type { ConnectionManager } from "../../channel/channel.ts";
import { idParam } from "../../kit/fields.ts";
import { Upload } from "../../kit/files.ts";
import { inject, routes, type UploadRules } from "../../kit/http.ts";
import { languages } from "../../shared/languages.ts";
import { contactQuery } from "../contacts/contacts.ts";
import { preview } from "./preview.ts";
import { exportContacts } from "./export-contacts.ts";
import { cancel, choiceBody, find, findRead, latest, read, readAndStart, rowsPage, rowsQuery, start } from "./imports.ts";
import { importOne, oneBody } from "./import-one.ts";
import { refusedFile } from "./refused-file.ts";

const file: UploadRules = { field: "file", most: 1 };
const fileBody = z.object({ file: z.instanceof(Upload) });

/** Large files take longer than an idle connection is kept (seconds). */
const slowTimeout = 120;

const download = (name: string, type: string, body: AsyncIterable<Uint8Array>) =>
  new Response(body as unknown as ReadableStream, { headers: { "content-type": type, "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}` } });

/** Import and export of contacts as spreadsheets. rules.md#imports */
export const importRoutes = routes("/contacts")
  .post("/import/file", async ({ store, me, body, request, server, set }) => {
    server?.timeout(request, slowTimeout);
    set.status = 201;
    return read(store, me, body.file);
  }, { can: "contacts.write", body: fileBody, accepts: file })
  .get("/import/file", ({ store, me }) => ({ import: latest(store, me) ?? null }), { can: "contacts.write" })
  .get("/import/file/:id", ({ store, me, params }) => (find(store.db, me, params.id).state === "read" ? findRead(store, me, params.id) : find(store.db, me, params.id)), { can: "contacts.write", params: idParam })
  .get("/import/file/:id/rows", ({ store, me, params, query }) => rowsPage(store, me, params.id, query), { can: "contacts.write", params: idParam, query: rowsQuery })
  .get("/import/file/:id/errors", ({ store, me, params, query }) => {
    const { name, body } = refusedFile(store, me, params.id, query.language);
    return download(name, "text/csv; charset=utf-8", body);
  }, { can: "contacts.write", params: idParam, query: z.object({ language: z.enum(languages).default("ptBR") }) })
  .post("/import/file/:id/check", ({ store, me, params, body, request, server }) => {
    server?.timeout(request, slowTimeout);
    return preview(store, me, params.id, body);
  }, { can: "contacts.write", params: idParam, body: choiceBody })
  .post("/import/file/:id", ({ store, me, params, body }) => start(store, me, params.id, body), { can: "contacts.write", params: idParam, body: choiceBody })
  .delete("/import/file/:id", async ({ store, me, params }) => (await cancel(store, me, params.id)) ?? {}, { can: "contacts.write", params: idParam })
  .post("/upload", async ({ store, me, body, request, server, set }) => {
    server?.timeout(request, slowTimeout);
    set.status = 201;
    return readAndStart(store, me, body.file);
  }, { can: "contacts.write", body: fileBody, accepts: file })
  .get("/export", ({ store, me, query, request, server }) => {
    server?.timeout(request, slowTimeout);
    const { name, body } = exportContacts(store, me, query);
    return download(name, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", body);
  }, { can: "contacts.export", query: contactQuery });

/** Imports one row, for clients that read the file themselves. */
export const importOneRoutes = routes("/contactsImport")
  .use(inject<ConnectionManager>()("connectionManager"))
  .post("/", ({ store, connectionManager, body }) => importOne(store, connectionManager, body), { can: "contacts.write", body: oneBody });
