import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { id } from "../../../kit/http/fields.ts";
import type { Me } from "../../../kit/db/audience.ts";
import type { CompanyDb, Tx } from "../../../kit/db/company-db.ts";
import { missing, findOrCreateTags, tagsField } from "../../tags/find-or-create.ts";
import { laneIds } from "../../tags/lanes.ts";
import { tags, ticketTags } from "../../tags/table.ts";
import { audienceOf } from "../audience.ts";
import { record } from "../events/events.ts";
import { findTicket, loadTicket } from "../tickets.ts";
import type { Ticket } from "../table.ts";

export const syncBody = z.object({ ticketId: id, tags: tagsField });

/**
 * Replaces the tags of a ticket. A name that no tag has becomes a tag. Throws missing.
 * rules.md#tags-by-name
 */
export function syncTags(
  db: CompanyDb,
  me: Me,
  { ticketId, tags: requested }: z.infer<typeof syncBody>,
): Ticket {
  return db.write((tx) => {
    const ticket = findTicket(db, me, ticketId);
    return setTags(tx, ticket, findOrCreateTags(tx, requested), me.id);
  });
}

/** Adds tags to a ticket. Throws missing. */
export function addTags(db: CompanyDb, me: Me, ticketId: number, ...tagIds: number[]): Ticket {
  return db.write((tx) => {
    const ticket = findTicket(db, me, ticketId);
    const existing = tx.select({ id: tags.id }).from(tags).where(inArray(tags.id, tagIds)).all();
    if (existing.length < new Set(tagIds).size) return missing();
    return setTags(tx, ticket, [...ticket.tags.map(({ id }) => id), ...tagIds], me.id);
  });
}

/** Removes a ticket's kanban tags; its other tags stay. Throws missing. */
export function removeKanbanTags(db: CompanyDb, me: Me, ticketId: number): Ticket {
  return db.write((tx) => {
    const ticket = findTicket(db, me, ticketId);
    const lanes = laneIds(tx);
    return setTags(
      tx,
      ticket,
      ticket.tags.map(({ id }) => id).filter((id) => !lanes.has(id)),
      me.id,
    );
  });
}

/**
 * Gives a ticket these tags and no others; of several lanes' tags the last one that is new to it,
 * as on the board. rules.md#kanban `updatedAt` stays: tagging must not move the ticket up
 * in everyone's list, nor delay its timeout.
 */
export function setTags(tx: Tx, before: Ticket, tagIds: number[], byUserId: number | null): Ticket {
  const old = new Set(before.tags.map(({ id }) => id));
  const lanes = laneIds(tx);
  const named = tagIds.filter((id) => lanes.has(id));
  const lane = named.findLast((id) => !old.has(id)) ?? before.kanbanTagId ?? named.at(-1);
  const now = new Set(tagIds.filter((id) => !lanes.has(id) || id === lane));
  const [gone, added] = [[...old.difference(now)], [...now.difference(old)]];
  if (gone.length + added.length === 0) return before;
  if (gone.length > 0)
    tx.delete(ticketTags)
      .where(and(eq(ticketTags.ticketId, before.id), inArray(ticketTags.tagId, gone)))
      .run();
  if (added.length > 0)
    tx.insert(ticketTags)
      .values(added.map((tagId) => ({ ticketId: before.id, tagId })))
      .run();
  const ticket = loadTicket(tx, before.id);
  tx.emit("ticket", "update", { ticket }, audienceOf(ticket));
  const names = (all: Ticket["tags"], ids: number[]) =>
    all.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  if (gone.length > 0)
    record(tx, ticket, { kind: "untagged", byUserId, detail: { tags: names(before.tags, gone) } });
  if (added.length > 0)
    record(tx, ticket, { kind: "tagged", byUserId, detail: { tags: names(ticket.tags, added) } });
  return ticket;
}
