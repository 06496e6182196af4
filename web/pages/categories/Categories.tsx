import { Shapes } from "lucide-react";
import type * as categoriesTable from "../../../src/modules/categories/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import { addTexts } from "../../kit/translations.ts";
import texts from "./texts.json";

addTexts(texts);

export const categories: Listing<Wire<categoriesTable.Category>> = {
  name: "categories",
  options: { event: "category", order: "name" },
  icon: Shapes,
  write: "categories.write",
  columns: [
    { label: "categories.name", cell: ({ name }) => name },
    { label: "categories.code", cell: ({ code }) => code },
  ],
  fields: [
    {
      name: "name",
      label: "categories.name",
      required: true,
      min: 3,
      max: 50,
      messages: { too_short: "categories.tooShort" },
    },
    { name: "code", label: "categories.code", max: 40 },
  ],
};

export const Categories = () => <ListPage listing={categories} />;
