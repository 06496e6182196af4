import { and, asc, eq, getTableColumns, or } from "drizzle-orm";
import { z } from "zod";
import type { Audience, Me } from "../../kit/db/audience.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { matching, notFound, page } from "../../kit/db/page.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { Fault } from "../../kit/fault.ts";
import { name } from "../../kit/http/fields.ts";
import { holds } from "../../shared/permissions.ts";
import { users } from "../users/table.ts";
import { refuseUnusable, stepsField } from "./step-fields.ts";
import { macros, type Macro } from "./table.ts";

export const macroBody = z.object({
  name,
  shared: z.boolean().default(false),
  steps: stepsField,
});
export const macroChange = z.object({
  name: name.optional(),
  shared: z.boolean().optional(),
  steps: stepsField.optional(),
});

/** One page of `me`'s own and everyone's, by name. */
export function listMacros(
  db: CompanyDb,
  me: Me,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
) {
  const { rows, ...rest } = page(db, {
    table: macros,
    select: withUser(db),
    where: and(isUsableBy(me), matching(searchParam, [macros.name])),
    order: byName,
    pageNumber,
  });
  return { records: rows, ...rest };
}

/** All of `me`'s own and everyone's, by name. */
export const usableMacros = (db: CompanyDb, me: Me): Macro[] =>
  withUser(db)
    .where(isUsableBy(me))
    .orderBy(...byName)
    .limit(5000)
    .all();

/** Throws missing, also for another's own. */
export const findMacro = (db: CompanyDb, me: Me, id: number): Macro =>
  withUser(db)
    .where(and(eq(macros.id, id), isUsableBy(me)))
    .get() ?? missing();

/**
 * Throws invalid at a step that can't run, a conflict on a name that `me` has given already,
 * forbidden where `me` may not share.
 */
export function createMacro(db: CompanyDb, me: Me, body: z.infer<typeof macroBody>): Macro {
  if (body.shared) refuseUnlessSharing(me);
  return db.write((tx) => {
    refuseUnusable(tx, body.steps);
    const { id } = tx
      .insert(macros)
      .values({ ...body, userId: me.id, ...insertTimestamps(db.now()) })
      .returning({ id: macros.id })
      .get();
    return emit(tx, "create", findMacro(tx, me, id));
  });
}

/**
 * Changes one's own, or a shared one, which takes the right to share. One that is shared no more
 * becomes `me`'s own. Throws missing, forbidden, and what `createMacro` throws.
 */
export function updateMacro(
  db: CompanyDb,
  me: Me,
  id: number,
  change: z.infer<typeof macroChange>,
): Macro {
  return db.write((tx) => {
    const before = findEditable(tx, me, id);
    if (change.shared) refuseUnlessSharing(me);
    if (change.steps) refuseUnusable(tx, change.steps);
    const owner = before.shared && change.shared === false ? { userId: me.id } : {};
    tx.update(macros)
      .set({ ...change, ...owner, ...updateTimestamps(db.now()) })
      .where(eq(macros.id, id))
      .run();
    return emit(tx, "update", findMacro(tx, me, id), before);
  });
}

/** Throws missing or forbidden. */
export function removeMacro(db: CompanyDb, me: Me, id: number) {
  return db.write((tx) => {
    const before = findEditable(tx, me, id);
    tx.delete(macros).where(eq(macros.id, id)).run();
    tx.emit("macro", "delete", { macroId: id }, audienceOf(before));
    return {};
  });
}

/** A macro that `me` may change. Throws missing or forbidden. */
export function findEditable(db: CompanyDb, me: Me, id: number): Macro {
  const macro = findMacro(db, me, id);
  if (macro.shared) refuseUnlessSharing(me);
  return macro;
}

const byName = [asc(macros.name), asc(macros.id)];

const isUsableBy = (me: Me) => or(eq(macros.userId, me.id), eq(macros.shared, true));

const audienceOf = ({ shared, userId }: Macro): Audience =>
  shared || userId === null ? { to: "everyone" } : { to: "user", userId };

const withUser = (db: CompanyDb) =>
  db
    .select({ ...getTableColumns(macros), user: { id: users.id, name: users.name } })
    .from(macros)
    .leftJoin(users, eq(users.id, macros.userId))
    .$dynamic();

function emit(tx: Tx, action: "create" | "update", macro: Macro, before = macro): Macro {
  tx.emit("macro", action, { macro }, audienceOf(macro), audienceOf(before));
  return macro;
}

function refuseUnlessSharing(me: Me) {
  if (holds(me, "macros.share")) return;
  throw new Fault("forbidden", "ERR_NO_PERMISSION", {
    message: "Sem permissão para macros de todos",
    fields: { shared: "invalid" },
  });
}

function missing(): never {
  throw notFound();
}
