import { Banknote, Receipt } from "lucide-react";
import { dateTime, money, t, useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import type * as types from "./types.ts";
import texts from "./texts.json";

addTexts(texts);

/** The payments that the owner of the box received, also from deleted companies. */
export const received: Listing<types.Received> = {
  name: "payments",
  area: "received",
  options: { path: "/invoices/payments", event: "invoice", filtered: true },
  icon: Banknote,
  write: "invoices.settle",
  noCreate: true,
  canEdit: () => false,
  columns: [
    { label: "invoices.company", cell: ({ companyName }) => companyName },
    {
      label: "received.invoice",
      cell: ({ invoiceId, detail }) => (
        <span className="break-words">{invoiceId ? `#${invoiceId} ${detail}` : detail}</span>
      ),
    },
    {
      label: "invoices.value",
      cell: ({ value }) => <span className="tabular whitespace-nowrap">{money(value)}</span>,
    },
    {
      label: "received.paidAt",
      cell: ({ paidAt }) => <span className="tabular whitespace-nowrap">{dateTime(paidAt)}</span>,
    },
    {
      label: "received.how",
      cell: ({ note, userName, endToEndId }) => (
        <span className={note ? "break-words" : "break-all"}>
          {note ? t("invoices.byHand", { user: userName, note }) : endToEndId}
        </span>
      ),
    },
  ],
  fields: [],
  emptyValues: {},
};

/** `onBack` goes to the invoices. */
export function Received({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation();
  const back = (
    <button type="button" className="btn" onClick={onBack}>
      <Receipt size={18} aria-hidden />
      {t("invoices.title")}
    </button>
  );
  return <ListPage listing={{ ...received, tools: back }} />;
}
