import { Bike } from "lucide-react";
import type { Courier } from "../../../src/modules/couriers/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { useTranslation } from "../../kit/text.ts";
import type { Listing } from "../../lists/listing.ts";
import { RowsDialog } from "../../lists/RowsDialog.tsx";

const listing: Listing<Wire<Courier>> = {
  name: "couriers",
  icon: Bike,
  write: "couriers.write",
  options: { path: "/couriers/list", event: "courier" },
  nameOf: ({ name }) => name,
  columns: [
    { label: "couriers.name", cell: ({ name }) => name },
    { label: "couriers.phone", cell: ({ phone }) => phone },
  ],
  fields: [
    { name: "name", label: "couriers.name", required: true, min: 2, max: 60 },
    { name: "phone", label: "couriers.phone", max: 30 },
  ],
};

const texts = {
  add: "couriers.add",
  added: "couriers.added",
  updated: "couriers.updated",
  removed: "couriers.removed",
};

/** The people who bring the orders of all stores. rules.md#couriers */
export function Couriers({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <RowsDialog
      title={t("couriers.title")}
      listing={listing}
      texts={texts}
      path="/couriers"
      owner={{}}
      onClose={onClose}
    />
  );
}
