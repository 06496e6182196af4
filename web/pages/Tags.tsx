import { Tag as TagIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { presets } from "../../src/shared/colors.ts";
import type { Wire } from "../../src/shared/wire.ts";
import type { Tag as Row } from "../../src/modules/tags/table.ts";
import { Chip } from "../kit/Chip.tsx";
import type { Listing } from "../kit/listing.ts";
import { ListPage } from "../kit/ListPage.tsx";

type Tag = Wire<Row>;

export const tags: Listing<Tag> = {
  name: "tags",
  options: { order: "name" },
  icon: TagIcon,
  write: "tags.write",
  nameOf: (tag) => tag.name,
  columns: [{ label: "tags.name", cell: (tag) => <Chip color={tag.color}>{tag.name}</Chip> }],
  fields: [
    { name: "name", label: "tags.name", required: true, min: 3, max: 40, messages: { too_short: "tags.tooShort" } },
    { name: "color", label: "tags.color", type: "color", required: true },
  ],
  emptyValues: { name: "", color: presets[0] ?? "" },
  preview: ({ name, color }) => <Preview name={String(name)} color={String(color)} />,
};

export const Tags = () => <ListPage listing={tags} />;

function Preview({ name, color }: { name: string; color: string }) {
  const { t } = useTranslation();
  return (
    <div aria-hidden className="bg-base-200 border-line flex h-16 items-center justify-center rounded-lg border">
      <Chip color={color}>{name.trim() || t("tags.name")}</Chip>
    </div>
  );
}
