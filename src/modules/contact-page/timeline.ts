import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { formJson } from "../../kit/http/fields.ts";
import { entryKinds, timelineParts, type EntryKind } from "../../shared/contact-page.ts";
import type { Plan } from "../../shared/plan.ts";
import { notErased } from "../contacts/contacts.ts";
import { findEntries } from "./entries.ts";
import { entriesOf, viewerOf } from "./sources.ts";
import type { ContactEntry } from "./table.ts";

/** Of one page. */
const pageSize = 20;

const whole = z.number().int();
const cursor = z.object({ at: whole, kind: z.enum(entryKinds), id: whole });

export const timelineQuery = z.object({
  part: z.enum(timelineParts).default("all"),
  /** The `next` of the answer before. */
  before: formJson(cursor.nullish()),
});

type Place = z.infer<typeof cursor>;

const top: Place = { at: Number.MAX_SAFE_INTEGER, kind: "ticket", id: 0 };

/**
 * Twenty things that happened with a contact, as far as `me` may see them, the newest first.
 * `next` leads on to older ones. Throws missing. rules.md#contact-page
 */
export function timeline(
  db: CompanyDb,
  me: Me,
  plan: Plan,
  contactId: number,
  { part, before }: z.infer<typeof timelineQuery>,
) {
  const { id, name, number, isGroup } = notErased(db, contactId);
  const viewer = viewerOf(db, me, plan, contactId);
  const source = entriesOf(viewer, part);
  const { at, kind, id: below } = before ?? top;
  const places = source
    ? db.all<Place>(
        sql`SELECT kind, id, at FROM (${source}) WHERE (at, kind, id) < (${at}, ${kind}, ${below})
          ORDER BY at DESC, kind DESC, id DESC LIMIT ${pageSize + 1}`,
      )
    : [];
  const page = places.slice(0, pageSize);
  const entries = findEntries(viewer, idsByKind(page));
  return {
    // Its number is hidden in the customer's words too. rules.md#hidden-numbers
    contact: { id, name, number, isGroup },
    records: page.flatMap(({ kind, id, at }): ContactEntry[] => {
      const entry = entries.get(`${kind} ${id}`);
      return entry ? [{ ...entry, id, at: new Date(at) }] : [];
    }),
    next: places.length > pageSize ? JSON.stringify(page.at(-1)) : null,
  };
}

function idsByKind(places: Place[]): Map<EntryKind, number[]> {
  const byKind = new Map<EntryKind, number[]>();
  for (const { kind, id } of places) byKind.set(kind, [...(byKind.get(kind) ?? []), id]);
  return byKind;
}
