import { idParam } from "../../kit/http/fields.ts";
import { routes } from "../../kit/http/http.ts";
import { enter, purchaseBody, undo } from "./enter.ts";
import { find, list, purchaseQuery } from "./purchases.ts";

// A purchase says what goods cost, so it has the permission of those who see costs.
const ofCosts = { can: "productStores.write", plan: "useSales" } as const;

/** Routes for goods that come in. */
export default routes("/purchases")
  .get("/", ({ db, me, query }) => list(db, me, query), { ...ofCosts, query: purchaseQuery })
  .get("/:id", ({ db, me, params }) => find(db, me, params.id), { ...ofCosts, params: idParam })
  .post(
    "/",
    ({ db, me, body, set }) => {
      set.status = 201;
      return enter(db, me, body);
    },
    { ...ofCosts, body: purchaseBody },
  )
  .post("/:id/undo", ({ db, me, params }) => undo(db, me, params.id), {
    ...ofCosts,
    params: idParam,
  });
