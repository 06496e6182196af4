import { useSignals } from "@preact/signals-react/runtime";
import { Truck } from "lucide-react";
import type * as deliveryFeesTable from "../../../src/modules/delivery-fees/table.ts";
import { deliveryFeeTypes, type DeliveryFeeType } from "../../../src/shared/settings.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import type { Field } from "../../forms/form.ts";
import { decimalText } from "../../kit/decimal.ts";
import { language, money, useTranslation } from "../../kit/text.ts";
import { languageTags } from "../../kit/translations.ts";
import type { Listing } from "../../lists/listing.ts";
import { RowsDialog } from "../../lists/RowsDialog.tsx";
import { me } from "../../session/session.ts";
import type { Store } from "./types.ts";

type DeliveryFee = Wire<deliveryFeesTable.DeliveryFee>;

export const deliveryFees: Listing<DeliveryFee> = {
  name: "deliveryFees",
  icon: Truck,
  write: "delivery-fee.write",
  nameOf: ({ deliveryFee }) => money(deliveryFee),
  columns: [
    { label: "deliveryFees.neighborhood", cell: ({ neighborhood }) => neighborhood },
    {
      label: "deliveryFees.saleValue",
      cell: ({ saleValue }) => saleValue && <span className="tabular">{money(saleValue)}</span>,
    },
    {
      label: "deliveryFees.minKm",
      cell: ({ minKm }) =>
        minKm === null ? null : (
          <span className="tabular">{decimalText(minKm, languageTags[language.value], 0)} km</span>
        ),
    },
    {
      label: "deliveryFees.fee",
      cell: ({ deliveryFee }) => <span className="tabular font-medium">{money(deliveryFee)}</span>,
    },
  ],
  fields: [
    {
      name: "saleValue",
      label: "deliveryFees.saleValue",
      hint: "deliveryFees.saleValueHint",
      type: "money",
      requiredWithout: "minKm",
      messages: { required: "deliveryFees.one" },
    },
    {
      name: "minKm",
      label: "deliveryFees.minKm",
      hint: "deliveryFees.minKmHint",
      type: "money",
      prefix: "km",
      max: 9999,
    },
    {
      name: "deliveryFee",
      label: "deliveryFees.fee",
      type: "money",
      required: true,
      messages: { required: "deliveryFees.feeRequired" },
    },
  ],
};

/** The fields for the kind of fees that the company uses, which the last one names. */
function fieldsFor(kind: DeliveryFeeType): Field[] {
  const [saleValue, minKm, fee] = deliveryFees.fields as [Field, Field, Field];
  const named = { ...fee, hint: `deliveryFees.kinds.${kind}` };
  if (kind !== "neighborhood") return [saleValue, minKm, named];
  const district: Field = {
    name: "neighborhood",
    label: "deliveryFees.neighborhood",
    required: true,
    max: 150,
  };
  return [district, named];
}

const kindOf = (): DeliveryFeeType =>
  deliveryFeeTypes.find(
    (kind) =>
      kind === me.value?.company.settings.find(({ key }) => key === "deliveryFeeType")?.value,
  ) ?? "value";

const texts = {
  add: "deliveryFees.add",
  added: "deliveryFees.added",
  updated: "deliveryFees.updated",
  removed: "deliveryFees.removed",
};

/** A store's delivery fees, by the value of the sale, by distance or by district. */
export function DeliveryFees({ store, onClose }: { store: Store; onClose: () => void }) {
  useSignals();
  const { t } = useTranslation();
  const listing = {
    ...deliveryFees,
    fields: fieldsFor(kindOf()),
    options: {
      path: "/delivery-fee/list",
      event: "deliveryFee",
      query: { storeId: String(store.id) },
    },
  };
  return (
    <RowsDialog
      title={t("deliveryFees.title", { name: store.name })}
      listing={listing}
      texts={texts}
      path="/delivery-fee"
      owner={{ storeId: store.id }}
      onClose={onClose}
    />
  );
}
