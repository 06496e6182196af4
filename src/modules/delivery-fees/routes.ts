import { z } from "zod";
import { create, remove, update } from "../../kit/http/crud.ts";
import { id, idParam, lineOrNull, money, orEmpty } from "../../kit/http/fields.ts";
import { routes } from "../../kit/http/http.ts";
import { all, find } from "../../kit/http/resource-rows.ts";
import type { Resource } from "../../kit/http/resource.ts";
import { deliveryFees } from "./table.ts";

const body = z.object({
  storeId: id,
  saleValue: orEmpty(money),
  minKm: orEmpty(money.transform(Number)),
  neighborhood: lineOrNull(150),
  deliveryFee: money,
});

const fee: Resource = {
  name: "delivery-fee",
  event: "deliveryFee",
  table: deliveryFees,
  body: body.shape,
  search: [],
  filters: { storeId: deliveryFees.storeId },
  order: [deliveryFees.saleValue, deliveryFees.minKm],
};

const read = { can: "delivery-fee.read", plan: "useSales" } as const;
const write = { can: "delivery-fee.write", plan: "useSales" } as const;

/**
 * The tiers of what bringing something costs. One needs a value, a distance or a district:
 * the table's CHECK says so.
 */
export default routes("/delivery-fee")
  .get("/list", ({ db, query }) => all(db, fee, query), {
    ...read,
    query: z.object({ storeId: idParam.shape.id }),
  })
  .get("/:id", ({ db, params }) => find(db, fee, params.id), { ...read, params: idParam })
  .post(
    "/",
    ({ db, me, body, set }) => {
      set.status = 201;
      return create(db, me, fee, body);
    },
    { ...write, body },
  )
  .put("/:id", ({ db, params, body }) => update(db, fee, params.id, body), {
    ...write,
    params: idParam,
    body: body.omit({ storeId: true }).partial(),
    edits: { table: deliveryFees },
  })
  .delete("/:id", ({ db, params }) => remove(db, fee, params.id), {
    ...write,
    params: idParam,
  });
