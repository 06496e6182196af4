import { z } from "zod";
import type { Me } from "../../../kit/db/audience.ts";
import { Fault } from "../../../kit/fault.ts";
import { id } from "../../../kit/http/fields.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { missing } from "../../tags/find-or-create.ts";
import { laneIds } from "../../tags/lanes.ts";
import { setTags } from "../notes/ticket-tags.ts";
import type { Ticket } from "../table.ts";
import { findTicket } from "../tickets.ts";

/**
 * A lane by its tag, null the first. `from` is the card's lane on the screen of the user who moves
 * it.
 */
export const moveCardBody = z.object({ tagId: id.nullable(), from: id.nullable().optional() });

/**
 * Moves a ticket into a lane. It has only that lane's tag afterwards, or none; tags that are not
 * lanes stay. Throws missing, or a conflict when another user has moved it away from `from`.
 * rules.md#kanban
 */
export function moveCard(
  db: CompanyDb,
  me: Me,
  ticketId: number,
  { tagId, from }: z.infer<typeof moveCardBody>,
): Ticket {
  return db.write((tx) => {
    const ticket = findTicket(db, me, ticketId);
    const lanes = laneIds(db);
    if (tagId !== null && !lanes.has(tagId)) return missing();
    if (from !== undefined && from !== ticket.kanbanTagId)
      throw new Fault("conflict", "ERR_CARD_MOVED", {
        message: "Outra pessoa já moveu este atendimento",
        details: { tagId: ticket.kanbanTagId },
      });
    const others = ticket.tags.map((tag) => tag.id).filter((each) => !lanes.has(each));
    return setTags(tx, ticket, tagId === null ? others : [...others, tagId], me.id);
  });
}
