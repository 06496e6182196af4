import { desc } from "drizzle-orm";
import { z } from "zod";
import { crud } from "../../kit/http/crud.ts";
import { date, id, line, orEmpty } from "../../kit/http/fields.ts";
import { flyerTypes } from "../../shared/limits.ts";
import { stores } from "../stores/table.ts";
import { promotions } from "./table.ts";

// The table's CHECK refuses an end before the start.
const body = {
  name: line(100, 3),
  status: z.boolean().optional(),
  startpromotionsAt: date,
  endpromotionsAt: date,
  storeId: orEmpty(id),
};

export default crud({
  name: "promotions",
  event: "promotion",
  table: promotions,
  search: [promotions.name],
  order: [desc(promotions.startpromotionsAt)],
  body,
  owner: "userId",
  plan: "useSales",
  labels: { store: { by: promotions.storeId, from: [stores.id, stores.name] } },
  picture: promotions.mediaId,
  pictureTypes: flyerTypes,
});
