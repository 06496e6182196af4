import { eq } from "drizzle-orm";
import { z } from "zod";
import { canSee, type Me } from "../../../kit/db/audience.ts";
import { Fault } from "../../../kit/fault.ts";
import { arrayOf, id } from "../../../kit/http/fields.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { media } from "../../../kit/db/media.ts";
import { connectionFor } from "../../connections/connections.ts";
import * as contacts from "../../contacts/contacts.ts";
import { messages, type MessageRow } from "../../messages/table.ts";
import { accept } from "./move.ts";
import { sendAsAgent } from "../messages/reply.ts";
import { start } from "./start.ts";
import { audienceOf } from "../audience.ts";
import { active, findTicket, loadTicket, missing, refuseSecond } from "../tickets.ts";
import type { Ticket } from "../table.ts";

export const forwardBody = z.object({ messageId: id, contactIds: arrayOf(id, 10, 1) });

type Refused = { contactId: number; error: string; details?: Record<string, unknown> };

/**
 * Forwards a message to other contacts. It goes into the active ticket that `me` has with each,
 * which is accepted if it is pending, or into a new one. Contacts who can't be written to are
 * returned with the reason. Throws missing, and a conflict for a message that can't be forwarded.
 */
export function forward(
  db: CompanyDb,
  me: Me,
  { messageId, contactIds }: z.infer<typeof forwardBody>,
) {
  const message = db.select().from(messages).where(eq(messages.id, messageId)).get() ?? missing();
  const source = findTicket(db, me, message.ticketId);
  refuseUnforwardable(db, message);
  const done: { contactId: number; ticketId: number; uuid: string }[] = [];
  const refused: Refused[] = [];
  for (const contactId of new Set(contactIds)) {
    try {
      const ticket = ticketWith(db, me, contactId, source);
      const { body, place, cards, mediaType, mediaId } = message;
      db.write((tx) =>
        sendAsAgent(tx, me, loadTicket(db, ticket.id), { body, place, cards, mediaType, mediaId }),
      );
      done.push({ contactId, ticketId: ticket.id, uuid: ticket.uuid });
    } catch (thrown) {
      if (!(thrown instanceof Fault)) throw thrown;
      refused.push({ contactId, error: thrown.reason, details: thrown.details });
    }
  }
  return { done, refused };
}

function ticketWith(db: CompanyDb, me: Me, contactId: number, source: Ticket): Ticket {
  if (!contacts.findContact(db, contactId).active)
    throw new Fault("conflict", "ERR_CONTACT_BLOCKED", { message: "Este contato está bloqueado" });
  const whatsappId = source.whatsappId ?? connectionFor(db, me.id).id;
  const current = active(db, contactId, whatsappId);
  if (!current) return start(db, me, { contactId, whatsappId, queueId: source.queueId });
  if (!canSee(me, audienceOf(current))) refuseSecond(db, contactId, whatsappId);
  return current.status === "pending" ? accept(db, me, current.id) : current;
}

function refuseUnforwardable(db: CompanyDb, { isDeleted, mediaType, mediaId }: MessageRow) {
  const file =
    mediaId === null
      ? undefined
      : db.select({ sha256: media.sha256 }).from(media).where(eq(media.id, mediaId)).get();
  if (isDeleted || mediaType === "call_log" || mediaType === "unsupported" || file?.sha256 === "") {
    throw new Fault("conflict", "ERR_FORWARD", {
      message: "Esta mensagem não pode ser encaminhada",
    });
  }
}
