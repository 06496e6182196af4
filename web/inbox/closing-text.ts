import { endTexts } from "../../src/shared/attendance.ts";
import { me } from "../session/session.ts";
import { connections, queues } from "../lists/company-lists.ts";
import type { Ticket } from "../types.ts";

/**
 * Whether the customer may get a text when the ticket closes: a rating request or a farewell. The
 * server composes it.
 */
export function mayHaveClosingText({
  isGroup,
  whatsappId,
  queueId,
  userId,
}: Pick<Ticket, "isGroup" | "whatsappId" | "queueId" | "userId">): boolean {
  const connection = connections.rows.value?.find(({ id }) => id === whatsappId);
  if (isGroup || !connection) return false;
  const isRated =
    userId !== null &&
    me.value?.company.settings.some(
      ({ key, value }) => key === "userRating" && value === "enabled",
    );
  return (
    isRated ||
    endTexts(
      connection,
      queues.rows.value?.find(({ id }) => id === queueId),
    ).complationMessage.trim() !== ""
  );
}
