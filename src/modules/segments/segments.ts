import { asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { Fault } from "../../kit/fault.ts";
import { name } from "../../kit/http/fields.ts";
import type { Me } from "../../kit/db/audience.ts";
import { matching, notFound, page } from "../../kit/db/page.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { refuseWithout } from "../../kit/refuse-without.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { leavesOf, orderKinds, type SegmentLeaf, type SegmentRule } from "../../shared/segments.ts";
import { categories } from "../categories/table.ts";
import { definitions } from "../contacts/field-definitions.ts";

import { products } from "../products/table.ts";
import { tags } from "../tags/table.ts";
import { conditionOf, reachable, type RuleFacts } from "./conditions.ts";
import { isDay, ruleField } from "./rule.ts";
import { segments, type Segment, type SegmentProblem, type SegmentRow } from "./table.ts";

export const segmentBody = z.object({ name, rule: ruleField });
export const countBody = z.object({ rule: ruleField });
type Body = z.infer<typeof segmentBody>;
type FieldType = ReturnType<typeof definitions>[number]["type"];

/** One page of segments by name, each with its count. Other work gets a turn between two counts. */
export async function list(
  db: CompanyDb,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
) {
  const { rows, ...rest } = page(db, {
    table: segments,
    select: db.select().from(segments).$dynamic(),
    where: matching(searchParam, [segments.name]),
    order: [sql`${segments.name} COLLATE NOCASE`, segments.id],
    pageNumber,
  });
  const records: Segment[] = [];
  for (const row of rows) {
    records.push(withCount(db, row));
    await new Promise(setImmediate);
  }
  return { records, ...rest };
}

/** All segments, for a form's choice. */
export const all = (db: CompanyDb): SegmentRow[] =>
  db
    .select()
    .from(segments)
    .orderBy(sql`${segments.name} COLLATE NOCASE`, asc(segments.id))
    .limit(1000)
    .all();

/** Throws missing. */
export const find = (db: CompanyDb, id: number): Segment => withCount(db, findSegment(db, id));

/** Throws missing. */
export function findSegment(db: CompanyDb, id: number): SegmentRow {
  const row = db.select().from(segments).where(eq(segments.id, id)).get();
  if (!row) throw notFound("Segmento não encontrado");
  return row;
}

/**
 * Throws a conflict on a taken name, and invalid for a rule that names what is not there. Throws
 * forbidden for conditions on orders where `me` may not read them.
 */
export function create(db: CompanyDb, me: Me, body: Body): Segment {
  const { count } = countRule(db, me, body.rule);
  return db.write((tx) => {
    const row = tx
      .insert(segments)
      .values({ ...body, userId: me.id, ...insertTimestamps(db.now()) })
      .returning()
      .get();
    return emitSegment(tx, "create", { ...row, count, problems: [] });
  });
}

/** Throws missing, and what `create` throws. */
export function update(db: CompanyDb, me: Me, id: number, body: Partial<Body>): Segment {
  const before = findSegment(db, id);
  const counted = body.rule
    ? { ...countRule(db, me, body.rule), problems: [] }
    : countsOf(db, before.rule);
  return db.write((tx) => {
    const row = tx
      .update(segments)
      .set({ ...body, ...updateTimestamps(db.now()) })
      .where(eq(segments.id, id))
      .returning()
      .get()!;
    return emitSegment(tx, "update", { ...row, ...counted });
  });
}

/** Deletes a segment. Throws missing, and a conflict while a campaign needs it. */
export function remove(db: CompanyDb, id: number) {
  return db.write((tx) => {
    findSegment(tx, id);
    const [{ uses } = { uses: 0 }] = tx.all<{ uses: number }>(
      sql`SELECT count(*) AS uses FROM campaigns WHERE segmentId = ${id}
        AND status IN ('INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO')`,
    );
    if (uses > 0)
      throw new Fault("conflict", "ERR_IN_USE", {
        message: "Uma campanha que não começou ou está em andamento usa este segmento",
        details: { campaigns: uses },
      });
    tx.delete(segments).where(eq(segments.id, id)).run();
    tx.emit("segment", "delete", { id }, { to: "admins" });
    return {};
  });
}

/** How many contacts a rule has now. Throws invalid and forbidden as `create` does. */
export function countRule(db: CompanyDb, me: Me, rule: SegmentRule): { count: number } {
  if (leavesOf(rule).some(({ is }) => orderKinds.includes(is))) refuseWithout(me, "orders.read");
  refuseRule(db, rule);
  return { count: countOf(db, rule) };
}

/** The contacts of a segment now. Throws missing, and invalid where its rule is broken. */
export function contactIdsOf(db: CompanyDb, id: number): number[] {
  const { rule } = findSegment(db, id);
  refuseRule(db, rule);
  return db
    .all<{ id: number }>(
      sql`SELECT c.id FROM contacts c WHERE ${reachable} AND ${conditionOf(rule, factsOf(db))} ORDER BY c.id`,
    )
    .map((row) => row.id);
}

/** Whether a segment's rule has problems. */
export const isBroken = (db: CompanyDb, id: number) =>
  problemsOf(db, findSegment(db, id).rule).length > 0;

/**
 * Rows and fields that a rule names and the company has no more, and fields of an unfit type.
 * rules.md#segments
 */
export function problemsOf(db: CompanyDb, rule: SegmentRule): SegmentProblem[] {
  const types = new Map(definitions(db).map(({ key, type }) => [key, type]));
  const isThere = (table: typeof tags | typeof products | typeof categories, id: number) =>
    db.select({ id: table.id }).from(table).where(eq(table.id, id)).get() !== undefined;
  const problemOf = (leaf: SegmentLeaf): SegmentProblem | undefined => {
    if (leaf.is === "tag" && !isThere(tags, leaf.tagId)) return { kind: "tag", value: leaf.tagId };
    if (leaf.is === "product" && !isThere(products, leaf.productId))
      return { kind: "product", value: leaf.productId };
    if (leaf.is === "category" && !isThere(categories, leaf.categoryId))
      return { kind: "category", value: leaf.categoryId };
    if (leaf.is !== "birthday" && leaf.is !== "field") return undefined;
    const type = types.get(leaf.key);
    if (type === undefined) return { kind: "field", value: leaf.key };
    return isFit(leaf, type) ? undefined : { kind: "fieldType", value: leaf.key };
  };
  return leavesOf(rule).flatMap((leaf) => problemOf(leaf) ?? []);
}

function isFit(leaf: Extract<SegmentLeaf, { key: string }>, type: FieldType): boolean {
  if (leaf.is === "birthday") return type === "date";
  const { test, value } = leaf;
  if (test === "filled") return true;
  if (type === "date") return isDay(value);
  if (type === "text") return typeof value === "string";
  return value !== null && value !== "" && Number.isFinite(Number(value));
}

const countOf = (db: CompanyDb, rule: SegmentRule) =>
  db.all<{ count: number }>(
    sql`SELECT count(*) AS count FROM contacts c WHERE ${reachable} AND ${conditionOf(rule, factsOf(db))}`,
  )[0]!.count;

const withCount = (db: CompanyDb, row: SegmentRow): Segment => ({
  ...row,
  ...countsOf(db, row.rule),
});

function countsOf(db: CompanyDb, rule: SegmentRule): Pick<Segment, "count" | "problems"> {
  const problems = problemsOf(db, rule);
  return { problems, count: problems.length > 0 ? null : countOf(db, rule) };
}

function emitSegment(tx: Tx, action: "create" | "update", record: Segment): Segment {
  tx.emit("segment", action, { record }, { to: "admins" });
  return record;
}

const words = { tag: "etiqueta", product: "produto", category: "categoria", field: "campo" };

function refuseRule(db: CompanyDb, rule: SegmentRule) {
  const [problem] = problemsOf(db, rule);
  if (!problem) return;
  const { kind, value } = problem;
  const fields = { rule: "invalid" };
  if (kind === "fieldType")
    throw new Fault("invalid", "ERR_VALIDATION", {
      message: `O segmento compara o campo ${value} com um valor de outro tipo`,
      fields,
      details: problem,
    });
  throw new Fault("invalid", "ERR_NOT_FOUND_REFERENCE", {
    message: `O segmento usa algo que foi apagado: ${words[kind]} ${value}`,
    fields,
    details: problem,
  });
}

function factsOf(db: CompanyDb): RuleFacts {
  const { month } = Temporal.Instant.fromEpochMilliseconds(db.now()).toZonedDateTimeISO(
    db.about().timezone,
  );
  return { now: db.now(), month, fields: definitions(db) };
}
