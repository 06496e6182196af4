import { crud } from "../../kit/crud.ts";
import { name, percent } from "../../kit/fields.ts";
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
