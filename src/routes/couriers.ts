import { z } from "zod";
import { crud } from "../kit/http/crud.ts";
import { idParam, line, lineOrNull } from "../kit/http/fields.ts";
import { couriers } from "../modules/couriers/table.ts";
import { loadOf, settle, settlement } from "../modules/orders/courier-load.ts";

export default crud({
  name: "couriers",
  event: "courier",
  table: couriers,
  search: [couriers.name],
  body: { name: line(60, 2), phone: lineOrNull(30), isActive: z.boolean().optional() },
  owner: "userId",
  plan: "useSales",
})
  .get("/:id/load", ({ db, me, params }) => loadOf(db, me, params.id), {
    can: "orders.read",
    plan: "useSales",
    params: idParam,
  })
  .post(
    "/:id/settle",
    ({ db, me, params, body }) => ({ orders: settle(db, me, params.id, body) }),
    { can: "orders.write", plan: "useSales", params: idParam, body: settlement },
  );
