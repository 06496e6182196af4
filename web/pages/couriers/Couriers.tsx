import { Bike } from "lucide-react";
import type { Courier } from "../../../src/modules/couriers/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { phone } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import texts from "./texts.json";

addTexts(texts);

/** The people who bring the orders of all stores. rules.md#couriers */
export const couriers: Listing<Wire<Courier>> = {
  name: "couriers",
  options: { event: "courier", order: "name" },
  icon: Bike,
  write: "couriers.write",
  columns: [
    { label: "couriers.name", cell: ({ name }) => name },
    { label: "couriers.phone", cell: ({ phone: number }) => number && phone(number) },
  ],
  fields: [
    { name: "name", label: "couriers.name", required: true, min: 2, max: 60 },
    { name: "phone", label: "couriers.phone", max: 30 },
  ],
};

export const Couriers = () => <ListPage listing={couriers} />;
