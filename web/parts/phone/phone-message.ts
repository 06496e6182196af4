import type { NetworkMessage } from "../../../src/modules/practice/table.ts";
import { t } from "../../kit/text.ts";
import { summaryOf } from "../../messages/message-kinds.ts";

/**
 * A message as the customer's phone has it, or could not hand over. `file` is what was sent from
 * this page.
 */
export type ScreenMessage = NetworkMessage & { failed?: boolean; file?: File };

/** A message in one line. */
export function phoneSummary({ deleted, place, contacts, type, body }: ScreenMessage): string {
  if (deleted) return t("messages.deleted");
  if (contacts) return contacts.map(({ name }) => name).join(", ");
  return (place && place.name) || summaryOf(type, place ? "" : body);
}
