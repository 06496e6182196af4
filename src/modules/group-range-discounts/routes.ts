import { z } from "zod";
import { crud } from "../../kit/crud.ts";
import { name } from "../../kit/fields.ts";
import { groupRangeDiscounts } from "./table.ts";

export default crud({ name: "groupRangeDiscounts", event: "groupRangeDiscount", table: groupRangeDiscounts, search: [groupRangeDiscounts.name], body: { name, discount: z.number().min(0).max(100) } });
