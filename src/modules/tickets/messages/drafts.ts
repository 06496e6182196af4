import { and, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { longestMessage } from "../../../shared/limits.ts";
import type { Me } from "../../../kit/db/audience.ts";
import { bounded } from "../../../kit/http/fields.ts";
import type { CompanyDb, Tx } from "../../../kit/db/company-db.ts";
import { messages } from "../../messages/table.ts";
import { findTicket, ticketsVisibleTo } from "../tickets.ts";
import { drafts, tickets, type Draft } from "../table.ts";

export const draftBody = z.object({
  text: bounded(longestMessage),
  quotedMsgId: z.number().int().positive().nullish(),
});

/** The most that a screen gets at once. */
const maxDrafts = 200;

const shape = {
  ticketId: drafts.ticketId,
  text: drafts.text,
  quotedMsgId: drafts.quotedMsgId,
  updatedAt: drafts.updatedAt,
};

/** The drafts of `me` on tickets that `me` may see, the latest first. */
export const list = (db: CompanyDb, me: Me): Draft[] =>
  db
    .select(shape)
    .from(drafts)
    .innerJoin(tickets, eq(tickets.id, drafts.ticketId))
    .where(and(eq(drafts.userId, me.id), ticketsVisibleTo(me)))
    .orderBy(desc(drafts.updatedAt))
    .limit(maxDrafts)
    .all();

/** Saves the draft of `me`, in place of the one before; blank text deletes it. Throws missing. */
export function save(
  db: CompanyDb,
  me: Me,
  ticketId: number,
  { text, quotedMsgId }: z.infer<typeof draftBody>,
): Draft | Record<string, never> {
  return db.write((tx) => {
    findTicket(db, me, ticketId);
    if (text.trim() === "") {
      drop(tx, me.id, ticketId);
      return {};
    }
    const quoted =
      quotedMsgId &&
      tx
        .select({ id: messages.id })
        .from(messages)
        .where(and(eq(messages.id, quotedMsgId), eq(messages.ticketId, ticketId)))
        .get();
    const before = stored(tx, me.id, ticketId);
    const draft = {
      ticketId,
      text,
      quotedMsgId: quoted ? quoted.id : null,
      updatedAt: new Date(db.now()),
    };
    return before?.text === text && before.quotedMsgId === draft.quotedMsgId
      ? before
      : put(tx, me.id, draft);
  });
}

/**
 * Moves the drafts of a ticket that is merged into another, below what the same user began there.
 */
export function moveDrafts(tx: Tx, from: number, to: number) {
  for (const { userId, text, quotedMsgId } of tx
    .select()
    .from(drafts)
    .where(eq(drafts.ticketId, from))
    .all()) {
    const own = stored(tx, userId, to);
    drop(tx, userId, from);
    const draft = put(tx, userId, {
      ticketId: to,
      text: own ? `${own.text}\n\n${text}` : text,
      quotedMsgId: own?.quotedMsgId ?? quotedMsgId,
      updatedAt: new Date(tx.now()),
    });
    tx.emit("draft", "delete", { draftId: from, ticketId: from }, { to: "user", userId });
    tx.emit("draft", "update", { draft }, { to: "user", userId });
  }
}

const isOwn = (userId: number, ticketId: number) =>
  and(eq(drafts.userId, userId), eq(drafts.ticketId, ticketId));

const stored = (tx: Tx, userId: number, ticketId: number): Draft | undefined =>
  tx.select(shape).from(drafts).where(isOwn(userId, ticketId)).get();

function put(tx: Tx, userId: number, draft: Draft): Draft {
  tx.insert(drafts)
    .values({ ...draft, userId })
    .onConflictDoUpdate({ target: [drafts.userId, drafts.ticketId], set: draft })
    .run();
  return draft;
}

const drop = (tx: Tx, userId: number, ticketId: number) =>
  void tx.delete(drafts).where(isOwn(userId, ticketId)).run();
