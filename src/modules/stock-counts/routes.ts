import { z } from "zod";
import { idParam } from "../../kit/http/fields.ts";
import { routes } from "../../kit/http/http.ts";
import { begin, beginBody, clearLine, close, countLine, discard, lineBody } from "./counting.ts";
import { countQuery, find, list } from "./stock-counts.ts";

// A count says what its differences cost.
const ofCosts = { can: "productStores.write", plan: "useSales" } as const;

/** Routes for counting a store's stock. */
export default routes("/stock-counts")
  .get("/", ({ db, me, query }) => list(db, me, query), { ...ofCosts, query: countQuery })
  .get("/:id", ({ db, me, params }) => find(db, me, params.id), { ...ofCosts, params: idParam })
  .post(
    "/",
    ({ db, me, body, set }) => {
      set.status = 201;
      return begin(db, me, body);
    },
    { ...ofCosts, body: beginBody },
  )
  .post("/:id/lines", ({ db, me, params, body }) => countLine(db, me, params.id, body), {
    ...ofCosts,
    params: idParam,
    body: lineBody,
  })
  .delete(
    "/:id/lines/:productId",
    ({ db, me, params }) => clearLine(db, me, params.id, params.productId),
    {
      ...ofCosts,
      params: idParam.extend({ productId: z.coerce.number().int().positive() }),
    },
  )
  .post("/:id/close", ({ db, me, params }) => close(db, me, params.id), {
    ...ofCosts,
    params: idParam,
  })
  .delete("/:id", ({ db, me, params }) => discard(db, me, params.id), {
    ...ofCosts,
    params: idParam,
  });
