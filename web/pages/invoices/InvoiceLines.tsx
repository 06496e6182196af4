import type { InvoiceLine } from "../../../src/modules/invoices/table.ts";
import { money } from "../../kit/text.ts";

/** The lines of a manual invoice. */
export const InvoiceLines = ({ lines }: { lines: InvoiceLine[] }) => (
  <ul>
    {lines.map(({ detail, value }, index) => (
      <li key={index} className="break-words">
        {detail} <span className="tabular whitespace-nowrap">{money(value)}</span>
      </li>
    ))}
  </ul>
);
