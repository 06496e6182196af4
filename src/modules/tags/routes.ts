import { z } from "zod";
import { color } from "../../kit/fields.ts";
import { crud } from "../../kit/crud.ts";
import { tags } from "./table.ts";

export default crud({
  name: "tags",
  event: "tag",
  table: tags,
  search: [tags.name],
  body: { name: z.string().trim().min(3).max(40), color, kanban: z.boolean().optional() },
});
