import { Tag as TagIcon } from "lucide-react";
import { presets } from "../../../src/shared/colors.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import type * as tagsTable from "../../../src/modules/tags/table.ts";
import { Chip } from "../../kit/Chip.tsx";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import { addTexts } from "../../kit/translations.ts";
import { Preview } from "./Preview.tsx";
import texts from "./texts.json";

addTexts(texts);

type Tag = Wire<tagsTable.Tag>;

/** Descriptive tags. The tags that are lanes have their own page. rules.md#kanban */
export const tags: Listing<Tag> = {
  name: "tags",
  options: { order: "name", query: { kanban: "0" }, filtered: true },
  icon: TagIcon,
  write: "tags.write",
  nameOf: (tag) => tag.name,
  columns: [{ label: "tags.name", cell: (tag) => <Chip color={tag.color}>{tag.name}</Chip> }],
  fields: [
    {
      name: "name",
      label: "tags.name",
      required: true,
      min: 3,
      max: 40,
      messages: { too_short: "tags.tooShort" },
    },
    { name: "color", label: "tags.color", type: "color", required: true },
  ],
  emptyValues: { name: "", color: presets[0] ?? "" },
  preview: ({ name, color }) => <Preview name={String(name)} color={String(color)} />,
};

export const Tags = () => <ListPage listing={tags} />;
