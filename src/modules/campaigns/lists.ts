import { and, eq, sql } from "drizzle-orm";
import { invalidFields } from "../../kit/fault.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { contactLists } from "../contact-lists/table.ts";
import type { Body } from "./body.ts";
import { campaignLists } from "./table.ts";

type Lists = Pick<Body, "contactListId" | "contactListIds" | "exceptListIds">;

/**
 * The values of a body with its first list as `contactListId`. Throws invalid where it has both
 * forms.
 */
export function withFirstList<Values extends Lists>({
  contactListIds,
  exceptListIds: _,
  ...values
}: Values) {
  if (contactListIds === undefined) return values;
  if (values.contactListId !== undefined) throw invalidFields({ contactListIds: "invalid" });
  return { ...values, contactListId: contactListIds[0] ?? null };
}

/**
 * Stores the lists of a body. One that names another first list alone replaces them all. Throws
 * invalid for a list that is not there, or that is both added and left out.
 */
export function storeLists(tx: Tx, campaignId: number, body: Lists, before: number | null) {
  const isOtherFirst = body.contactListId !== undefined && body.contactListId !== before;
  if (body.contactListIds || isOtherFirst)
    replace(tx, campaignId, false, body.contactListIds?.slice(1) ?? []);
  if (body.exceptListIds) replace(tx, campaignId, true, body.exceptListIds);
  const { added, excepted } = listsOf(tx, campaignId);
  if (excepted.some((id) => added.includes(id))) throw invalidFields({ exceptListIds: "taken" });
}

function replace(tx: Tx, campaignId: number, isExcept: boolean, ids: number[]) {
  const field = isExcept ? "exceptListIds" : "contactListIds";
  const unique = [...new Set(ids)];
  const existing = tx.all<{ id: number }>(
    sql`SELECT id FROM ${contactLists} WHERE id IN (SELECT value FROM json_each(${JSON.stringify(unique)}))`,
  );
  if (existing.length < unique.length) throw invalidFields({ [field]: "invalid" });
  tx.delete(campaignLists)
    .where(and(eq(campaignLists.campaignId, campaignId), eq(campaignLists.isExcept, isExcept)))
    .run();
  const others = tx
    .select({ id: campaignLists.contactListId })
    .from(campaignLists)
    .where(eq(campaignLists.campaignId, campaignId))
    .all();
  if (others.some(({ id }) => unique.includes(id))) throw invalidFields({ [field]: "taken" });
  const first = tx.all<{ id: number | null }>(
    sql`SELECT contactListId AS id FROM campaigns WHERE id = ${campaignId}`,
  )[0]!.id;
  const rows = unique
    .filter((id) => isExcept || id !== first)
    .map((contactListId, position) => ({ campaignId, contactListId, isExcept, position }));
  if (rows.length > 0) tx.insert(campaignLists).values(rows).run();
}

/** The lists that a campaign adds, with its segment's once it has started, and those it leaves out. */
export function listsOf(db: CompanyDb, campaignId: number) {
  const [row] = db.all<{ own: string; others: string; excepted: string }>(
    sql`SELECT json_array(contactListId, segmentListId) AS own,
      (SELECT json_group_array(contactListId ORDER BY position) FROM campaignLists
        WHERE campaignId = ${campaignId} AND isExcept = 0) AS others,
      (SELECT json_group_array(contactListId ORDER BY position) FROM campaignLists
        WHERE campaignId = ${campaignId} AND isExcept = 1) AS excepted
      FROM campaigns WHERE id = ${campaignId}`,
  );
  const ids = (json: string | undefined) => JSON.parse(json ?? "[]") as (number | null)[];
  return {
    added: [...ids(row?.own), ...ids(row?.others)].filter((id) => id !== null),
    excepted: ids(row?.excepted).filter((id) => id !== null),
  };
}
