import { Percent } from "lucide-react";
import type { GroupRangeDiscount } from "../../../src/modules/group-range-discounts/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { percent } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import texts from "./texts.json";

addTexts(texts);

export const groupRangeDiscounts: Listing<Wire<GroupRangeDiscount>> = {
  name: "groupRangeDiscounts",
  options: { order: "name" },
  icon: Percent,
  write: "groupRangeDiscounts.write",
  columns: [
    {
      label: "groupRangeDiscounts.name",
      cell: ({ name }) => <span className="font-medium">{name}</span>,
    },
    {
      label: "groupRangeDiscounts.discount",
      cell: ({ discount }) => <span className="tabular">{percent(discount)}</span>,
    },
  ],
  fields: [
    {
      name: "name",
      label: "groupRangeDiscounts.name",
      required: true,
      min: 3,
      max: 50,
      messages: { too_short: "groupRangeDiscounts.tooShort" },
    },
    {
      name: "discount",
      label: "groupRangeDiscounts.discount",
      hint: "groupRangeDiscounts.discountHint",
      type: "percent",
      required: true,
    },
  ],
};

/** The highest discount that members of each group may give. */
export const GroupRangeDiscounts = () => <ListPage listing={groupRangeDiscounts} />;
