import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import type { ContactOptOut } from "../campaigns/table.ts";
import { seesTicketOf } from "../tickets/tickets.ts";

/** Shows a customer's own words only to users who may see a conversation with them. */
export function optOutFor(
  db: CompanyDb,
  me: Me,
  contactId: number,
  answer: ContactOptOut,
): ContactOptOut {
  if (seesTicketOf(db, me, contactId)) return answer;
  const { optOut, suggestion } = answer;
  return {
    optOut: optOut && (optOut.source === "answer" ? { ...optOut, reason: "" } : optOut),
    suggestion: suggestion && { ...suggestion, text: "" },
  };
}
