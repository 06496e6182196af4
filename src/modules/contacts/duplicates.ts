import { sql } from "drizzle-orm";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import type { DuplicateGroup } from "./table.ts";

export type DuplicateSet = { reason: DuplicateGroup["reason"]; ids: Set<number> };

/**
 * A Brazilian mobile number without its ninth digit, any other as it is. The SQL counterpart of
 * `twinOf` in `shared/phone.ts`.
 */
const plain = (column: string) =>
  sql.raw(
    `iif(length(${column}) = 13 AND ${column} GLOB '55[0-9][0-9]9[6-9]*', substr(${column}, 1, 4) || substr(${column}, 6), ${column})`,
  );

const people = sql`FROM contacts c WHERE c.isGroup = 0 AND c.erasedAt IS NULL`;
const byNumber = sql`
  SELECT group_concat(DISTINCT id) AS ids FROM (
    SELECT c.id AS id, ${plain("c.number")} AS number ${people} AND c.number <> ''
    UNION SELECT c.id, ${plain("i.value")} FROM identifiers i JOIN contacts c ON c.id = i.contactId WHERE i.type = 'phone' AND c.isGroup = 0 AND c.erasedAt IS NULL
  ) GROUP BY number HAVING count(DISTINCT id) > 1`;
const byNameEmail = sql`SELECT group_concat(c.id) AS ids ${people} AND c.email <> '' GROUP BY lower(trim(c.name)), lower(c.email) HAVING count(*) > 1`;

/**
 * Sets of contacts with the same number, then sets with the same name and e-mail. A contact may be
 * in several sets.
 */
export const duplicateSets = (db: CompanyDb): DuplicateSet[] =>
  (
    [
      ["number", byNumber],
      ["nameEmail", byNameEmail],
    ] as const
  ).flatMap(([reason, query]) =>
    db
      .all<{ ids: string }>(query)
      .map(({ ids }) => ({ reason, ids: new Set(ids.split(",").map(Number)) })),
  );
