import { z } from "zod";
import { id } from "../../../kit/http/fields.ts";
import type { Me } from "../../../kit/db/audience.ts";
import { Fault, invalidFields } from "../../../kit/fault.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { connectionFor } from "../../connections/connections.ts";
import { notErased } from "../../contacts/contacts.ts";
import { notifyOfHandOver } from "../../notifications/notify.ts";
import * as queues from "../../queues/queues.ts";
import * as users from "../../users/users.ts";
import { audienceOf } from "../audience.ts";
import { record } from "../events/events.ts";
import { add, isSeenByAssignee, loadTicket, notMyQueue, refuseSecond } from "../tickets.ts";
import type { Ticket } from "../table.ts";

export const startBody = z.object({
  contactId: id,
  queueId: id.nullish(),
  whatsappId: id.nullish(),
  userId: id.nullish(),
  status: z.literal("open").optional(),
});

/**
 * Opens a ticket for `me`, or for the user whom an admin names. Throws missing; forbidden for
 * another's queue or another user; invalid without a queue or a connection. Also throws invalid for
 * a user who would not see the ticket, and the conflict that names the contact's other ticket.
 * rules.md#starting-tickets
 */
export function start(
  db: CompanyDb,
  me: Me,
  { contactId, queueId, whatsappId, userId }: z.infer<typeof startBody>,
): Ticket {
  if (me.profile !== "admin") {
    if (!queueId)
      throw new Fault("invalid", "ERR_VALIDATION", {
        message: "Selecione uma fila",
        fields: { queueId: "required" },
      });
    if (!me.allTicket && !me.queueIds.includes(queueId)) throw notMyQueue();
    if (userId && userId !== me.id)
      throw new Fault("forbidden", "ERR_NO_PERMISSION", {
        message: "Só um administrador entrega um atendimento novo a outra pessoa",
        fields: { userId: "invalid" },
      });
  }
  return db.write((tx) => {
    const contact = notErased(tx, contactId);
    if (queueId) queues.findQueue(db, queueId);
    const assignee = userId ? users.findUser(db, userId) : me;
    const connection = connectionFor(db, me.id, whatsappId ?? undefined);
    const place = {
      status: "open",
      queueId: queueId ?? null,
      whatsappId: connection.id,
      userId: assignee.id,
    } as const;
    if (!isSeenByAssignee(db, place)) throw invalidFields({ userId: "invalid" });
    refuseSecond(db, contact.id, connection.id);
    const { id } = add(tx, { ...place, contactId, isGroup: contact.isGroup });
    const ticket = loadTicket(db, id);
    notifyOfHandOver(tx, { id, userId: null }, ticket, me.id);
    tx.emit("ticket", "update", { ticket }, audienceOf(ticket));
    record(tx, ticket, { kind: "opened", byUserId: me.id });
    return ticket;
  });
}
