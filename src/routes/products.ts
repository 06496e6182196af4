import { z } from "zod";
import { idParam } from "../kit/http/fields.ts";
import { download, sheetType } from "../kit/http/download.ts";
import { Upload } from "../kit/files/files.ts";
import { routes } from "../kit/http/http.ts";
import type { UploadRules } from "../kit/http/received-forms.ts";
import { pictureJsonLimit } from "../kit/http/picture.ts";
import { remove, setPicture } from "../kit/http/crud.ts";
import { all } from "../kit/http/resource-rows.ts";
import { create, findProduct, product, productBody, update } from "../modules/products/products.ts";
import { exportProducts } from "../modules/imports/export-products.ts";
import { latest } from "../modules/imports/imports.ts";
import { readSheet, readAndStart } from "../modules/imports/read-file.ts";
import { offers, offersQuery } from "../modules/stock/offers.ts";
import { shelf, shelfCounts, shelfCountsQuery, shelfQuery } from "../modules/stock/shelf.ts";
import { products } from "../modules/products/table.ts";

const read = { can: "products.read", plan: "useSales" } as const;
const write = { can: "products.write", plan: "useSales" } as const;
const accepts: UploadRules = {
  field: "file",
  maxFiles: 1,
  checkTarget: ({ db }, id) => findProduct(db, id),
};

const target = { kind: "products", targetId: null };
const fileBody = z.object({ file: z.instanceof(Upload) });

/** Large files take longer than an idle connection is kept (seconds). */
const slowTimeout = 120;

export default routes("/products")
  .get("/", ({ db, me, query }) => shelf(db, me, query), { ...read, query: shelfQuery })
  .get("/counts", ({ db, query }) => shelfCounts(db, query), { ...read, query: shelfCountsQuery })
  .get("/list", ({ db }) => all(db, product), read)
  .get("/list/full", ({ db, query }) => offers(db, query), { ...read, query: offersQuery })
  // Spreadsheets. rules.md#imports
  .get(
    "/export",
    ({ db, me, request, server }) => {
      server?.timeout(request, slowTimeout);
      const { name, body } = exportProducts(db, me);
      return download(name, sheetType, body);
    },
    write,
  )
  .get("/import", ({ db, me }) => ({ import: latest(db, me, target) ?? null }), write)
  // `/import` reads a sheet, and `/imports` maps and starts it. `/upload` does all of it, with the
  // columns as they seem to be.
  .post(
    "/import",
    ({ db, me, body, request, server, set }) => {
      server?.timeout(request, slowTimeout);
      set.status = 201;
      return readSheet(db, me, body.file, target);
    },
    { ...write, body: fileBody, accepts: { field: "file", maxFiles: 1 } },
  )
  .post(
    "/upload",
    ({ db, me, body, request, server, set }) => {
      server?.timeout(request, slowTimeout);
      set.status = 201;
      return readAndStart(db, me, body.file, target);
    },
    { ...write, body: fileBody, accepts: { field: "file", maxFiles: 1 } },
  )
  .get("/:id", ({ db, params }) => findProduct(db, params.id), { ...read, params: idParam })
  .post(
    "/",
    ({ db, me, body, set }) => {
      set.status = 201;
      return create(db, me, body);
    },
    { ...write, body: productBody, jsonLimit: pictureJsonLimit },
  )
  .put("/:id", ({ db, params, body }) => update(db, params.id, body), {
    ...write,
    params: idParam,
    body: productBody.partial(),
    edits: { table: products },
    jsonLimit: pictureJsonLimit,
  })
  .delete("/:id", ({ db, params }) => remove(db, product, params.id), {
    ...write,
    params: idParam,
  })
  .post(
    "/:id/media-upload",
    ({ db, params, body }) => setPicture(db, product, params.id, body.file),
    { ...write, params: idParam, body: fileBody, accepts },
  )
  .delete("/:id/media-upload", ({ db, params }) => setPicture(db, product, params.id, null), {
    ...write,
    params: idParam,
  });
