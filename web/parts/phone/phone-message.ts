import type { NetworkMessage } from "../../../src/modules/practice/table.ts";
import { t } from "../../kit/text.ts";
import { summaryOf } from "../../messages/message-kinds.ts";

/** A message on the customer's phone, sent or failed. `file` was sent from this page. */
export type ScreenMessage = NetworkMessage & { failed?: boolean; file?: File };

/** A message in one line. */
export function phoneSummary({ deleted, place, contacts, type, body }: ScreenMessage): string {
  if (deleted) return t("messages.deleted");
  if (contacts) return contacts.map(({ name }) => name).join(", ");
  return (place && place.name) || summaryOf(type, place ? "" : body);
}
