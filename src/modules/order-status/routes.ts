import { z } from "zod";
import { crud } from "../../kit/http/crud.ts";
import { color, line, numeric, orEmpty, text } from "../../kit/http/fields.ts";
import { orderStatus } from "./table.ts";

const body = {
  // Without one it gets the next, by a trigger; it is never taken away.
  code: orEmpty(numeric(z.number().int().min(1).max(9999))).transform((code) => code ?? undefined),
  name: line(40, 3),
  color,
  isCancelled: z.boolean().optional(),
  message: text(1000)
    .transform((text) => text || null)
    .nullable()
    .optional(),
};

/** rules.md#order-status */
export default crud({
  name: "orderStatus",
  event: "orderStatus",
  table: orderStatus,
  search: [orderStatus.name],
  order: [orderStatus.code],
  body,
  owner: "userId",
  plan: "useSales",
});
