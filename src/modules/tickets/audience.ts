import type { Audience } from "../../kit/db/audience.ts";
import type { TicketRow } from "./table.ts";

/** The users who may see a ticket: the rule behind lists, reads and live events. */
export const audienceOf = (
  ticket: Pick<TicketRow, "queueId" | "whatsappId" | "userId" | "status">,
): Audience => ({
  to: "desk",
  queueId: ticket.queueId,
  connectionId: ticket.whatsappId,
  userId: ticket.userId,
  waiting: ticket.status === "pending",
});
