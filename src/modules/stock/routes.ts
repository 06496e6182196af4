import { z } from "zod";
import { idParam, listQuery } from "../../kit/http/fields.ts";
import { download, sheetType } from "../../kit/http/download.ts";
import { routes } from "../../kit/http/http.ts";
import { entriesOf } from "./entries.ts";
import {
  correctionBody,
  correctStock,
  entryBody,
  findEntry,
  pricesBody,
  removeEntry,
  setEntry,
  setPrices,
} from "./prices.ts";
import { exportLowStocks, lowStocks } from "./low-stock.ts";
import { movementsOf } from "./stock.ts";
import { productStores } from "./table.ts";

const read = { can: "productStores.read", plan: "useSales" } as const;
const write = { can: "productStores.write", plan: "useSales" } as const;

const lowQuery = z.object({ storeId: z.coerce.number().int().positive().optional() });

/** Routes for prices and stock of products in stores. */
export default routes("/productStores")
  .get("/all/:productId", ({ db, me, params }) => entriesOf(db, me, params.productId), {
    ...read,
    params: z.object({ productId: idParam.shape.id }),
  })
  .get("/low", ({ db, me, query }) => lowStocks(db, me, query.storeId), {
    ...read,
    query: lowQuery,
  })
  .get(
    "/low/export",
    ({ db, me, query }) => {
      const { name, body } = exportLowStocks(db, me, query.storeId);
      return download(name, sheetType, body);
    },
    { ...write, query: lowQuery },
  )
  .get(
    "/:id/movements",
    ({ db, me, params, query }) => movementsOf(db, me, findEntry(db, params.id), query.pageNumber),
    { ...read, params: idParam, query: listQuery.pick({ pageNumber: true }) },
  )
  .post(
    "/",
    ({ db, me, body, set }) => {
      set.status = 201;
      return setEntry(db, me, body);
    },
    { ...write, body: entryBody },
  )
  .put("/:id", ({ db, me, params, body }) => setPrices(db, me, params.id, body), {
    ...write,
    params: idParam,
    body: pricesBody.partial(),
    edits: { table: productStores },
  })
  .post("/:id/stock", ({ db, me, params, body }) => correctStock(db, me, params.id, body), {
    ...write,
    params: idParam,
    body: correctionBody,
  })
  .delete("/:id", ({ db, me, params }) => removeEntry(db, me, params.id), {
    ...write,
    params: idParam,
  });
