import { z } from "zod";
import type { Me } from "../../../kit/db/audience.ts";
import { Fault } from "../../../kit/fault.ts";
import { arrayOf, id } from "../../../kit/http/fields.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { addTags } from "../notes/ticket-tags.ts";
import { accept, move, resolve } from "./move.ts";
import { snoozeField } from "./snooze.ts";
import { transfer } from "./transfer.ts";

export const bulkBody = z.object({
  ids: arrayOf(id, 200, 1),
  /** "open" accepts. */
  status: z.enum(["open", "closed"]).optional(),
  silent: z.boolean().default(false),
  queueId: id.optional(),
  userId: id.optional(),
  tags: arrayOf(id, 50).optional(),
  snoozedUntil: snoozeField.nullish(),
  markedUnread: z.boolean().optional(),
});

/**
 * Does one thing to many tickets, each in its own transaction: one that is refused does not stop
 * the others. Yields between two of them. rules.md#many-tickets
 */
export async function bulk(
  db: CompanyDb,
  me: Me,
  { ids, status, silent, queueId, userId, tags = [], ...marks }: z.infer<typeof bulkBody>,
) {
  const isTransfer = queueId !== undefined || userId !== undefined;
  const isMarked = Object.values(marks).some((value) => value !== undefined);
  if (!status && !isTransfer && tags.length === 0 && !isMarked)
    throw new Fault("invalid", "ERR_VALIDATION", {
      message: "Diga o que muda",
      fields: { status: "required" },
    });
  if (status && isTransfer)
    throw new Fault("invalid", "ERR_VALIDATION", {
      message: "Aceite, transfira ou resolva, uma coisa de cada vez",
      fields: { status: "invalid" },
    });
  const done: number[] = [];
  const refused: { id: number; error: string }[] = [];
  for (const id of new Set(ids)) {
    await new Promise(setImmediate);
    try {
      if (tags.length > 0) addTags(db, me, id, ...tags);
      if (isTransfer) transfer(db, me, id, { queueId, userId });
      if (status === "open") accept(db, me, id);
      if (status === "closed") resolve(db, me, id, { silent });
      if (isMarked) move(db, me, id, marks);
      done.push(id);
    } catch (thrown) {
      if (!(thrown instanceof Fault)) throw thrown;
      refused.push({ id, error: thrown.reason });
    }
  }
  return { done, refused };
}
