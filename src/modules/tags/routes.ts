import { z } from "zod";
import { color, line } from "../../kit/fields.ts";
import { crud } from "../../kit/crud.ts";
import { tags } from "./table.ts";

export default crud({
  name: "tags",
  event: "tag",
  table: tags,
  search: [tags.name],
  body: { name: line(40, 3), color, kanban: z.boolean().optional() },
});
