import { sql } from "drizzle-orm";
import { z } from "zod";
import { color, line } from "../../kit/http/fields.ts";
import type { Resource } from "../../kit/http/resource.ts";
import { tags } from "./table.ts";

const zeroOrOne = z.union([z.boolean(), z.literal([0, 1])]).transform(Number);

export const tagResource: Resource = {
  name: "tags",
  event: "tag",
  table: tags,
  search: [tags.name],
  filters: { kanban: tags.kanban },
  // Lanes in the order of the board; other tags are all at 0.
  order: [tags.position, tags.name],
  body: { name: line(40, 3), color: color.optional(), kanban: zeroOrOne.optional() },
  owner: "userId",
  labels: { ticketsCount: sql`(SELECT count(*) FROM ticketTags WHERE tagId = ${tags.id})` },
};
