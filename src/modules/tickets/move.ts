import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { reaches, type Me } from "../../kit/audience.ts";
import { Fault } from "../../kit/fault.ts";
import type { Store } from "../../kit/store.ts";
import { ticketStates } from "../../shared.ts";
import { messages } from "../messages/table.ts";
import { change, find, load, missing, refuseSecond, sightOf } from "./tickets.ts";
import type { Ticket } from "./table.ts";

/** What a screen may ask of a ticket. doc 1 §7 */
export const moveBody = z.object({ status: z.enum(ticketStates) });

/** Moves a ticket to a state, by the verb that leads there. Throws what the verb throws. */
export function move(store: Store, me: Me, id: number, { status }: z.infer<typeof moveBody>): Ticket {
  if (status === "open") return load(store, id).status === "closed" ? reopen(store, me, id) : accept(store, me, id);
  return status === "pending" ? giveBack(store, me, id) : resolve(store, me, id);
}

/** A waiting ticket becomes mine. Of two who ask at once one wins; the other's conflict names the winner. doc 4 §1.10 */
export function accept(store: Store, me: Me, id: number): Ticket {
  return store.write((tx, emit) => {
    const before = load(store, id);
    // The loser no longer sees the ticket, but saw it a moment ago.
    if (!reaches(me, sightOf({ ...before, status: "pending" }))) return missing();
    if (before.status === "open" && before.userId === me.id) return before;
    if (before.status !== "pending") {
      throw new Fault("conflict", "ERR_TICKET_ALREADY_ACCEPTED", { message: `Atendimento já aceito por ${before.user?.name ?? "outra pessoa"}`, details: { user: before.user?.name ?? null } });
    }
    return change(store, tx, emit, before, { status: "open", userId: me.id });
  });
}

/** A closed ticket is taken up again by `me`. Throws missing, or the conflict that names the contact's other ticket. */
export function reopen(store: Store, me: Me, id: number): Ticket {
  return store.write((tx, emit) => {
    const before = find(store, me, id);
    if (before.status !== "closed") throw wrongState(before);
    refuseSecond(store, before.contactId, before.whatsappId);
    return change(store, tx, emit, before, { status: "open", userId: me.id });
  });
}

/** An open ticket waits again, for anyone of its queue. */
export function giveBack(store: Store, me: Me, id: number): Ticket {
  return store.write((tx, emit) => {
    const before = find(store, me, id);
    if (before.status === "pending") return before;
    if (before.status !== "open") throw wrongState(before);
    return change(store, tx, emit, before, { status: "pending", userId: null });
  });
}

/** A ticket is done, and read. It keeps its queue and its last holder. doc 4 §1.10 */
export function resolve(store: Store, me: Me, id: number): Ticket {
  return store.write((tx, emit) => {
    const before = find(store, me, id);
    if (before.status === "closed") return before;
    tx.update(messages).set({ read: true }).where(and(eq(messages.ticketId, id), eq(messages.read, false))).run();
    return change(store, tx, emit, before, { status: "closed", userId: before.userId ?? me.id, unreadMessages: 0 });
  });
}

const wrongState = ({ status }: Ticket) => new Fault("conflict", "ERR_TICKET_STATE", { message: "O atendimento não está mais neste estado", details: { status } });
