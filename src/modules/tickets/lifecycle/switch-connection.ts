import type { Me } from "../../../kit/db/audience.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import * as connections from "../../connections/connections.ts";
import { handleTurn } from "../attendance/handle-turn.ts";
import type { Step } from "../step.ts";
import { isSeenByAssignee, refuseSecond, seenBy } from "../tickets.ts";

/**
 * Moves a ticket to another connection, above all when its own was deleted; its bot's turn ends.
 * Throws missing, or the conflict that names the contact's other
 * ticket there. rules.md#switching-connection
 */
export const switchConnectionStep =
  (db: CompanyDb, me: Me, whatsappId: number): Step =>
  (tx, before) => {
    seenBy(me, before);
    if (before.whatsappId === whatsappId) return before;
    connections.find(db, whatsappId);
    if (before.status !== "closed") refuseSecond(db, before.contactId, whatsappId);
    // Users see a ticket without a queue by its connection: a new one may hide it from its
    // assignee. rules.md#assignee-must-see
    const isUnseen = before.status === "open" && !isSeenByAssignee(db, { ...before, whatsappId });
    return handleTurn(
      tx,
      before,
      { type: "reassigned" },
      {
        also: { whatsappId, ...(isUnseen && { status: "pending", userId: null }) },
        cause: { detail: { cause: "unseen" } },
      },
    );
  };
