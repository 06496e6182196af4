import { and, asc, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/audience.ts";
import { Fault } from "../../kit/fault.ts";
import { readable } from "../../kit/fields.ts";
import type { Emit, Store, Tx } from "../../kit/store.ts";
import { born } from "../../kit/table.ts";
import { presets } from "../../shared.ts";
import { tags, ticketTags, type Tag } from "../tags/table.ts";
import { find, load, sightOf } from "./tickets.ts";
import type { Ticket } from "./table.ts";

const id = z.number().int().positive();
const named = z.object({ name: z.string().transform(readable).pipe(z.string().min(3).max(40)) });
export const syncBody = z.object({ ticketId: id, tags: z.array(z.union([z.object({ id }), named])).max(50) });

/** Gives a ticket these tags and no others. A name that no tag has becomes a tag. Throws missing. doc 4 §1.21 */
export function sync(store: Store, me: Me, { ticketId, tags: wanted }: z.infer<typeof syncBody>): Ticket {
  return store.write((tx, emit) => {
    const ticket = find(store, me, ticketId);
    const all = tx.select().from(tags).orderBy(asc(tags.id)).all();
    const byFold = new Map(all.toReversed().map((tag) => [fold(tag.name), tag]));
    const ids = wanted.map((each) => {
      if ("id" in each) return (all.find((tag) => tag.id === each.id) ?? missing()).id;
      const known = all.find(({ name }) => name === each.name) ?? byFold.get(fold(each.name));
      if (known) return known.id;
      const made = make(store, tx, emit, each.name, all);
      all.push(made);
      byFold.set(fold(made.name), made);
      return made.id;
    });
    return relabel(store, tx, emit, ticket, ids);
  });
}

/** Gives a ticket these tags more. Throws missing. */
export function label(store: Store, me: Me, ticketId: number, ...tagIds: number[]): Ticket {
  return store.write((tx, emit) => {
    const ticket = find(store, me, ticketId);
    const known = tx.select({ id: tags.id }).from(tags).where(inArray(tags.id, tagIds)).all();
    if (known.length < new Set(tagIds).size) return missing();
    return relabel(store, tx, emit, ticket, [...ticket.tags.map(({ id }) => id), ...tagIds]);
  });
}

/** Takes a ticket out of all lanes of the kanban; its other tags stay. Throws missing. doc 4 §1.11 */
export function leaveLanes(store: Store, me: Me, ticketId: number): Ticket {
  return store.write((tx, emit) => {
    const ticket = find(store, me, ticketId);
    const lanes = new Set(tx.select({ id: tags.id }).from(tags).where(eq(tags.kanban, true)).all().map((lane) => lane.id));
    return relabel(store, tx, emit, ticket, ticket.tags.map(({ id }) => id).filter((id) => !lanes.has(id)));
  });
}

/** No new `updatedAt`: a tag must not move a ticket to the top of everyone's list, nor keep a closed one from ending. */
function relabel(store: Store, tx: Tx, emit: Emit, before: Ticket, wanted: number[]): Ticket {
  const old = new Set(before.tags.map(({ id }) => id));
  const now = new Set(wanted);
  const [gone, added] = [[...old.difference(now)], [...now.difference(old)]];
  if (gone.length + added.length === 0) return before;
  if (gone.length > 0) tx.delete(ticketTags).where(and(eq(ticketTags.ticketId, before.id), inArray(ticketTags.tagId, gone))).run();
  if (added.length > 0) tx.insert(ticketTags).values(added.map((tagId) => ({ ticketId: before.id, tagId }))).run();
  const ticket = load(store, before.id);
  emit("ticket", "update", { ticket }, sightOf(ticket));
  return ticket;
}

function make(store: Store, tx: Tx, emit: Emit, name: string, all: Tag[]): Tag {
  const uses = (color: string) => all.filter((tag) => tag.color === color).length;
  const color = presets.toSorted((one, other) => uses(one) - uses(other))[0]!;
  const tag = tx.insert(tags).values({ name, color, ...born(store.now()) }).returning().get();
  emit("tag", "create", { tag }, { to: "everyone" });
  return tag;
}

const fold = (name: string) => name.normalize("NFC").toLowerCase();

function missing(): never {
  throw new Fault("missing", "ERR_NOT_FOUND", { message: "Etiqueta não encontrada" });
}
