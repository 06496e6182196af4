import { asc } from "drizzle-orm";
import { z } from "zod";
import { Fault } from "../../kit/fault.ts";
import { arrayOf, line } from "../../kit/http/fields.ts";
import type { Tx } from "../../kit/db/company-db.ts";
import { insertTimestamps } from "../../kit/db/table.ts";
import { presets } from "../../shared/colors.ts";
import { tags, type Tag } from "./table.ts";

const named = z.object({ name: line(40, 3) });

/** Tags by their ids, or by names that may be new. */
export const tagsField = arrayOf(
  z.union([z.object({ id: z.number().int().positive() }), named]),
  50,
);
type TagRefs = z.infer<typeof tagsField>;

/**
 * The ids of these tags. A name that no tag has becomes a tag. Throws missing.
 * rules.md#tags-by-name
 */
export function findOrCreateTags(tx: Tx, refs: TagRefs): number[] {
  if (refs.length === 0) return [];
  const all = tx.select().from(tags).orderBy(asc(tags.id)).all();
  const byFold = new Map(all.toReversed().map((tag) => [fold(tag.name), tag]));
  return refs.map((each) => {
    if ("id" in each) return (all.find((tag) => tag.id === each.id) ?? missing()).id;
    const existing = all.find(({ name }) => name === each.name) ?? byFold.get(fold(each.name));
    if (existing) return existing.id;
    const made = createTag(tx, each.name, all);
    all.push(made);
    byFold.set(fold(made.name), made);
    return made.id;
  });
}

function createTag(tx: Tx, name: string, all: Tag[]): Tag {
  const uses = (color: string) => all.filter((tag) => tag.color === color).length;
  const color = presets.toSorted((one, other) => uses(one) - uses(other))[0]!;
  const tag = tx
    .insert(tags)
    .values({ name, color, ...insertTimestamps(tx.now()) })
    .returning()
    .get();
  tx.emit("tag", "create", { tag }, { to: "everyone" });
  return tag;
}

const fold = (name: string) => name.normalize("NFC").toLowerCase();

export function missing(): never {
  throw new Fault("missing", "ERR_NOT_FOUND", { message: "Etiqueta não encontrada" });
}
