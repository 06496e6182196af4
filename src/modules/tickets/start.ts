import { z } from "zod";
import type { Me } from "../../kit/audience.ts";
import { Fault } from "../../kit/fault.ts";
import type { Store } from "../../kit/store.ts";
import { chosen } from "../connections/connections.ts";
import { living } from "../contacts/contacts.ts";
import { find as findQueue } from "../queues/queues.ts";
import { add, load, refuseSecond, sightOf } from "./tickets.ts";
import type { Ticket } from "./table.ts";

const id = z.number().int().positive();
export const startBody = z.object({ contactId: id, queueId: id.nullish(), whatsappId: id.nullish(), status: z.literal("open").optional() });

/**
 * A ticket that we begin ourselves: open and mine at once. Throws missing, forbidden for another's queue, invalid without a queue or a connection,
 * and the conflict that names the contact's other ticket. doc 4 §1.3
 */
export function start(store: Store, me: Me, { contactId, queueId, whatsappId }: z.infer<typeof startBody>): Ticket {
  if (me.profile !== "admin") {
    if (!queueId) throw new Fault("invalid", "ERR_VALIDATION", { message: "Selecione uma fila", fields: { queueId: "required" } });
    if (!me.allTicket && !me.queueIds.includes(queueId)) throw new Fault("forbidden", "ERR_NO_PERMISSION", { message: "Esta fila não é sua" });
  }
  return store.write((tx, emit) => {
    const contact = living(tx, contactId);
    if (queueId) findQueue(store, queueId);
    const connection = chosen(store, me.id, whatsappId ?? undefined);
    refuseSecond(store, contact.id, connection.id);
    const { id } = add(store, tx, { status: "open", contactId, whatsappId: connection.id, queueId: queueId ?? null, userId: me.id, isGroup: contact.isGroup });
    const ticket = load(store, id);
    emit("ticket", "update", { ticket }, sightOf(ticket));
    return ticket;
  });
}
