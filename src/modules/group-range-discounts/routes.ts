import { crud } from "../../kit/http/crud.ts";
import { name, percent } from "../../kit/http/fields.ts";
import { groupRangeDiscounts } from "./table.ts";

export default crud({
  name: "groupRangeDiscounts",
  event: "groupRangeDiscount",
  table: groupRangeDiscounts,
  search: [groupRangeDiscounts.name],
  body: { name, discount: percent },
  owner: "userId",
  plan: "useSales",
});
