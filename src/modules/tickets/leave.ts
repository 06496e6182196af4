import { and, eq } from "drizzle-orm";
import type { Me } from "../../kit/audience.ts";
import type { Control, Store } from "../../kit/store.ts";
import { drop, find as findUser } from "../users/users.ts";
import { attend } from "./attend.ts";
import { load } from "./tickets.ts";
import { tickets } from "./table.ts";

/** A user leaves the company for good. What they held waits again, for anyone of its queue. Throws what taking them out throws. doc 4 §1.34 */
export function leave(store: Store, control: Control, me: Me, userId: number) {
  return store.write((tx, emit) => {
    findUser(store, userId);
    const held = tx.select({ id: tickets.id }).from(tickets).where(and(eq(tickets.userId, userId), eq(tickets.status, "open"))).all();
    // By nobody: it can't be taken back, since there is nobody to give it to.
    for (const { id } of held) attend(store, tx, emit, load(store, id), { type: "moved" }, { also: { status: "pending", userId: null } });
    drop(store, tx, emit, control, me, userId);
    return {};
  });
}
