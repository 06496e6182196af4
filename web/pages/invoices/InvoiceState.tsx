import { money, useTranslation } from "../../kit/text.ts";
import { type Invoice, stateOf } from "./types.ts";

const colors = { paid: "text-primary", open: "", overdue: "text-error", covered: "text-muted" };

/** Pago, Vencido or Em Aberto; of one that is open also what came so far. */
export function InvoiceState({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation();
  const state = stateOf(invoice);
  const isPart = state !== "paid" && Number(invoice.received) > 0;
  return (
    <span className={`font-medium ${colors[state]}`}>
      {t(`invoices.states.${state}`)}
      {isPart && (
        <span className="text-muted text-small block font-normal">
          {t("invoices.receivedPart", { value: money(invoice.received) })}
        </span>
      )}
    </span>
  );
}
