import { z } from "zod";
import type { ConnectionManager } from "../../channel/channel.ts";
import { idParam } from "../../kit/http/fields.ts";
import { inject, routes } from "../../kit/http/http.ts";
import { languages } from "../../shared/languages.ts";
import { importOne, oneBody } from "./import-one.ts";
import { choiceBody } from "./choice.ts";
import { cancel, find, progress, rowsPage, rowsQuery, start } from "./imports.ts";
import { preview, shownRows, shownRowsBody } from "./preview.ts";
import { findRead, readQuery } from "./read-file.ts";
import { refusedFile } from "./refused-file.ts";

/** Imports one row, for clients that read the file themselves. */
export default routes("/contactsImport")
  .use(inject<ConnectionManager>()("connectionManager"))
  .post("/", ({ db, connectionManager, body }) => importOne(db, connectionManager, body), {
    can: "contacts.write",
    body: oneBody,
  });

/** Large files take longer than an idle connection stays open (seconds). */
const slowTimeout = 120;

const own = { can: "contacts.write", params: idParam } as const;

/**
 * A file that the user has read, for any kind of rows: the permission was checked when it was read.
 * rules.md#imports
 */
export const importRoutes = routes("/imports")
  .get(
    "/:id",
    ({ db, me, params, query }) =>
      find(db, me, params.id).state === "read"
        ? findRead(db, me, params.id, query)
        : progress(db, me, params.id),
    { ...own, query: readQuery },
  )
  .get("/:id/rows", ({ db, me, params, query }) => rowsPage(db, me, params.id, query), {
    ...own,
    query: rowsQuery,
  })
  .post(
    "/:id/rows",
    ({ db, me, params, body, request, server }) => {
      server?.timeout(request, slowTimeout);
      return shownRows(db, me, params.id, body);
    },
    { ...own, body: shownRowsBody },
  )
  .get(
    "/:id/errors",
    ({ db, me, params, query }) => {
      const { name, body } = refusedFile(db, me, params.id, query.language);
      return new Response(body as unknown as ReadableStream, {
        headers: {
          "content-type": "text/csv; charset=utf-8",
          "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
        },
      });
    },
    { ...own, query: z.object({ language: z.enum(languages).default("ptBR") }) },
  )
  .post(
    "/:id/check",
    ({ db, me, params, body, request, server }) => {
      server?.timeout(request, slowTimeout);
      return preview(db, me, params.id, body);
    },
    { ...own, body: choiceBody },
  )
  .post("/:id", ({ db, me, params, body }) => start(db, me, params.id, body), {
    ...own,
    body: choiceBody,
  })
  .delete("/:id", async ({ db, me, params }) => (await cancel(db, me, params.id)) ?? {}, own);
