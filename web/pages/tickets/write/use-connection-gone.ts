import { useSignals } from "@preact/signals-react/runtime";
import { useChoices } from "../../../forms/choices.ts";
import { connections } from "../../../lists/company-lists.ts";
import type { Ticket } from "../../../types.ts";

/** Whether the connection of a ticket was deleted. */
export function useConnectionGone({ whatsappId }: Ticket): boolean {
  useSignals();
  useChoices(connections);
  const rows = connections.rows.value;
  return whatsappId === null || (rows !== null && !rows.some(({ id }) => id === whatsappId));
}
