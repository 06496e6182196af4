import { ListOrdered } from "lucide-react";
import type * as paymentsTable from "../../../src/modules/payments/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { money, useTranslation } from "../../kit/text.ts";
import type { Listing } from "../../lists/listing.ts";
import { RowsDialog } from "../../lists/RowsDialog.tsx";
import type { Payment } from "./types.ts";

type PaymentDetail = Wire<paymentsTable.PaymentDetail>;

export const instalments: Listing<PaymentDetail> = {
  name: "instalments",
  icon: ListOrdered,
  write: "paymentDetails.write",
  nameOf: ({ minimumValue, installments }) => `${money(minimumValue)}: ${installments}x`,
  columns: [
    {
      label: "instalments.minimumValue",
      cell: ({ minimumValue }) => <span className="tabular">{money(minimumValue)}</span>,
    },
    {
      label: "instalments.count",
      cell: ({ installments }) => <span className="tabular">{installments}x</span>,
    },
  ],
  fields: [
    {
      name: "minimumValue",
      label: "instalments.minimumValue",
      hint: "instalments.minimumValueHint",
      type: "money",
      required: true,
      messages: { required: "instalments.valueRequired" },
    },
    {
      name: "installments",
      label: "instalments.count",
      type: "number",
      required: true,
      min: 1,
      max: 99,
      messages: { required: "instalments.countRequired" },
    },
  ],
};

const texts = {
  add: "instalments.add",
  added: "instalments.added",
  updated: "instalments.updated",
  removed: "instalments.removed",
};

/** The number of instalments from each minimum value. */
export function Instalments({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { t } = useTranslation();
  const listing = {
    ...instalments,
    options: {
      path: `/paymentDetails/all/${payment.id}`,
      envelope: "paymentDetails",
      event: "paymentDetail",
    },
  };
  return (
    <RowsDialog
      title={t("instalments.title", { name: payment.name })}
      listing={listing}
      texts={texts}
      path="/paymentDetails"
      owner={{ paymentId: payment.id }}
      onClose={onClose}
    />
  );
}
