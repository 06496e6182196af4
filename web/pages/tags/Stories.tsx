import { presets } from "../../../src/shared/colors.ts";
import { listStories } from "../../parts/ListStories.tsx";
import { tags } from "./Tags.tsx";
import { kanbanTags } from "./TagsKanban.tsx";

const tag = (id: number, name: string, color: string) => ({
  id,
  name,
  color,
  kanban: 0,
  position: 0,
  userId: null,
  ticketsCount: 0,
  createdAt: "2026-11-20T12:00:00Z",
  updatedAt: "2026-11-20T12:00:00Z",
});
const manyTags = presets.map((color, index) =>
  tag(
    index + 1,
    `${["VIP", "Encomenda", "Fornecedor", "Retirar na loja"][index % 4]} ${index + 1}`,
    color,
  ),
);

export const tagStories = [
  ...listStories("tags", tags, manyTags),
  ...listStories(
    "kanban tags",
    kanbanTags,
    manyTags
      .slice(0, 4)
      .map((row, index) => ({ ...row, kanban: 1, position: index + 1, ticketsCount: 7 * index })),
  ),
];
