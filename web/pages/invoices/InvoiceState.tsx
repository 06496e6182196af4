import { money, useTranslation } from "../../kit/text.ts";
import { type Invoice, stateOf } from "./types.ts";

const colors = {
  paid: "text-primary",
  open: "",
  overdue: "text-error",
  covered: "text-muted",
  void: "text-muted",
};

/** Pago, Vencido or Em Aberto, with the part that is paid so far, or the excess. */
export function InvoiceState({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation();
  const state = stateOf(invoice);
  const { received, surplus } = invoice;
  const more =
    Number(surplus) > 0
      ? t("invoices.surplus", { value: money(surplus) })
      : invoice.status === "open" && Number(received) > 0
        ? t("invoices.receivedPart", { value: money(received) })
        : "";
  return (
    <span className={`font-medium ${colors[state]}`}>
      {t(`invoices.states.${state}`)}
      {more && <span className="text-muted text-small block font-normal">{more}</span>}
    </span>
  );
}
