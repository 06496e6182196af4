import { z } from "zod";
import { idParam, listQuery } from "../../kit/fields.ts";
import { routes } from "../../kit/http.ts";
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
import { movementsOf } from "./stock.ts";
import { productStores } from "./table.ts";

const read = { can: "productStores.read", plan: "useSales" } as const;
const write = { can: "productStores.write", plan: "useSales" } as const;

/** What products cost in stores, and how many are there. */
export default routes("/productStores")
  .get("/all/:productId", ({ store, me, params }) => entriesOf(store, me, params.productId), {
    ...read,
    params: z.object({ productId: idParam.shape.id }),
  })
  .get(
    "/:id/movements",
    ({ store, params, query }) =>
      movementsOf(store, findEntry(store.db, params.id), query.pageNumber),
    { ...read, params: idParam, query: listQuery.pick({ pageNumber: true }) },
  )
  .post(
    "/",
    ({ store, me, body, set }) => {
      set.status = 201;
      return setEntry(store, me, body);
    },
    { ...write, body: entryBody },
  )
  .put("/:id", ({ store, params, body }) => setPrices(store, params.id, body), {
    ...write,
    params: idParam,
    body: pricesBody.partial(),
    edits: { table: productStores },
  })
  .post("/:id/stock", ({ store, me, params, body }) => correctStock(store, me, params.id, body), {
    ...write,
    params: idParam,
    body: correctionBody,
  })
  .delete("/:id", ({ store, me, params }) => removeEntry(store, me, params.id), {
    ...write,
    params: idParam,
  });
