import { asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { name } from "../../kit/http/fields.ts";
import type { Me } from "../../kit/db/audience.ts";
import { matching, notFound, page } from "../../kit/db/page.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { leavesOf, type SegmentLeaf, type SegmentRule } from "../../shared/segments.ts";
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

/** One page of segments by name, each with its count. */
export function list(
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
  return { records: rows.map((row) => withCount(db, row)), ...rest };
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

/** Throws a conflict on a taken name, invalid for a rule that names what is not there. */
export function create(db: CompanyDb, me: Pick<Me, "id">, body: Body): Segment {
  return db.write((tx) => {
    refuseRule(tx, body.rule);
    const { id } = tx
      .insert(segments)
      .values({ ...body, userId: me.id, ...insertTimestamps(db.now()) })
      .returning({ id: segments.id })
      .get();
    return emitSegment(tx, "create", id);
  });
}

/** Throws missing, and what `create` throws. */
export function update(db: CompanyDb, id: number, body: Partial<Body>): Segment {
  return db.write((tx) => {
    findSegment(tx, id);
    if (body.rule) refuseRule(tx, body.rule);
    tx.update(segments)
      .set({ ...body, ...updateTimestamps(db.now()) })
      .where(eq(segments.id, id))
      .run();
    return emitSegment(tx, "update", id);
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

/** How many contacts a rule has now. Throws invalid for a rule that names what is not there. */
export function countRule(db: CompanyDb, rule: SegmentRule): { count: number } {
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

/** Whether a segment's rule names something that was deleted. */
export const isBroken = (db: CompanyDb, id: number) =>
  problemsOf(db, findSegment(db, id).rule).length > 0;

/** Rows and fields that a rule names and the company has no more. rules.md#segments */
export function problemsOf(db: CompanyDb, rule: SegmentRule): SegmentProblem[] {
  const keys = definitions(db).map(({ key }) => key);
  const isThere = (table: typeof tags | typeof products | typeof categories, id: number) =>
    db.select({ id: table.id }).from(table).where(eq(table.id, id)).get() !== undefined;
  const problemOf = (leaf: SegmentLeaf): SegmentProblem | undefined => {
    if (leaf.is === "tag" && !isThere(tags, leaf.tagId)) return { kind: "tag", value: leaf.tagId };
    if (leaf.is === "product" && !isThere(products, leaf.productId))
      return { kind: "product", value: leaf.productId };
    if (leaf.is === "category" && !isThere(categories, leaf.categoryId))
      return { kind: "category", value: leaf.categoryId };
    if ((leaf.is === "birthday" || leaf.is === "field") && !keys.includes(leaf.key))
      return { kind: "field", value: leaf.key };
    return undefined;
  };
  return leavesOf(rule).flatMap((leaf) => problemOf(leaf) ?? []);
}

const countOf = (db: CompanyDb, rule: SegmentRule) =>
  db.all<{ count: number }>(
    sql`SELECT count(*) AS count FROM contacts c WHERE ${reachable} AND ${conditionOf(rule, factsOf(db))}`,
  )[0]!.count;

function withCount(db: CompanyDb, row: SegmentRow): Segment {
  const problems = problemsOf(db, row.rule);
  return { ...row, problems, count: problems.length > 0 ? null : countOf(db, row.rule) };
}

function emitSegment(tx: Tx, action: "create" | "update", id: number): Segment {
  const record = find(tx, id);
  tx.emit("segment", action, { record }, { to: "admins" });
  return record;
}

const words = { tag: "etiqueta", product: "produto", category: "categoria", field: "campo" };

function refuseRule(db: CompanyDb, rule: SegmentRule) {
  const [problem] = problemsOf(db, rule);
  if (problem)
    throw new Fault("invalid", "ERR_NOT_FOUND_REFERENCE", {
      message: `O segmento usa algo que foi apagado: ${words[problem.kind]} ${problem.value}`,
      fields: { rule: "invalid" },
      details: problem,
    });
  const types = new Map(definitions(db).map(({ key, type }) => [key, type]));
  for (const leaf of leavesOf(rule)) {
    if (leaf.is !== "field" || leaf.test === "filled") continue;
    const type = types.get(leaf.key)!;
    const fits =
      type === "date"
        ? isDay(leaf.value)
        : type === "text"
          ? typeof leaf.value === "string"
          : leaf.value !== null && leaf.value !== "" && Number.isFinite(Number(leaf.value));
    if (!fits) throw invalidFields({ rule: "invalid" });
  }
}

function factsOf(db: CompanyDb): RuleFacts {
  const { month } = Temporal.Instant.fromEpochMilliseconds(db.now()).toZonedDateTimeISO(
    db.about().timezone,
  );
  return { now: db.now(), month, fields: definitions(db) };
}
