import { crud } from "../../kit/http/crud.ts";
import { code, line } from "../../kit/http/fields.ts";
import { categories } from "./table.ts";

export default crud({
  name: "categories",
  event: "category",
  table: categories,
  search: [categories.name, categories.code],
  body: { name: line(50, 3), code },
  owner: "userId",
  plan: "useSales",
});
