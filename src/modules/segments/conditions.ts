import { sql, type SQL } from "drizzle-orm";
import type { SegmentLeaf, SegmentRule } from "../../shared/segments.ts";
import { centsOf } from "../../shared/money.ts";

/** The facts that a rule's SQL needs besides the rule. */
export type RuleFacts = {
  /** Epoch ms. */
  now: number;
  /** This month in the company's zone, 1 to 12. */
  month: number;
  fields: { key: string; label: string; type: "text" | "number" | "date" | "money" }[];
};

/** A rule as a condition on the contact `c`. Each part is a set of contacts that is read once. */
export function conditionOf(rule: SegmentRule, facts: RuleFacts): SQL {
  if ("not" in rule) return sql`NOT ${conditionOf(rule.not, facts)}`;
  if ("and" in rule) return joined(rule.and, sql` AND `, facts);
  if ("or" in rule) return joined(rule.or, sql` OR `, facts);
  if (rule.is === "neverBought")
    return sql`NOT EXISTS (SELECT 1 FROM orders WHERE contactId = c.id AND cancelledAt IS NULL)`;
  return sql`(c.id IN (${contactsWith(rule, facts)}))`;
}

const joined = (rules: SegmentRule[], by: SQL, facts: RuleFacts) =>
  sql`(${sql.join(
    rules.map((rule) => conditionOf(rule, facts)),
    by,
  )})`;

/** Orders that count: those of a contact that were not cancelled. */
const counts = sql.raw("contactId IS NOT NULL AND cancelledAt IS NULL");
const buyers = sql`SELECT contactId FROM orders WHERE ${counts}`;

const since = (facts: RuleFacts, days: number | null | undefined) =>
  days ? facts.now - days * 86_400_000 : 0;

function contactsWith(leaf: Exclude<SegmentLeaf, { is: "neverBought" }>, facts: RuleFacts): SQL {
  switch (leaf.is) {
    case "bought":
      return sql`${buyers} AND emission >= ${since(facts, leaf.days)}`;
    case "spent":
      return sql`${buyers} GROUP BY contactId HAVING sum(total) > ${centsOf(leaf.over)}`;
    case "product":
      return sql`SELECT o.contactId FROM orderItems i
        JOIN orders o INDEXED BY orders_sold ON o.id = i.orderId
        WHERE i.productId = ${leaf.productId} AND o.emission >= ${since(facts, leaf.days)}
        AND o.contactId IS NOT NULL AND o.cancelledAt IS NULL`;
    case "category":
      return sql`SELECT o.contactId FROM products p JOIN orderItems i ON i.productId = p.id
        JOIN orders o INDEXED BY orders_sold ON o.id = i.orderId
        WHERE p.categoryId = ${leaf.categoryId} AND o.emission >= ${since(facts, leaf.days)}
        AND o.contactId IS NOT NULL AND o.cancelledAt IS NULL`;
    case "tag":
      return sql`SELECT contactId FROM contactTags WHERE tagId = ${leaf.tagId} UNION ALL
        SELECT k.contactId FROM ticketTags t JOIN tickets k ON k.id = t.ticketId
        WHERE t.tagId = ${leaf.tagId}`;
    case "talked":
      // A ticket changes with each message, so the index of changes leaves few to look at.
      return sql`SELECT contactId FROM tickets WHERE updatedAt >= ${since(facts, leaf.days)}
        AND lastMessageAt >= ${since(facts, leaf.days)}`;
    case "rated":
      return sql`SELECT k.contactId FROM userRatings u JOIN tickets k ON k.id = u.ticketId
        WHERE u.rate BETWEEN ${leaf.from} AND ${leaf.to}`;
    case "birthday":
      return sql`SELECT contactId FROM contactFields INDEXED BY contactFields_day
        WHERE name = ${labelOf(facts, leaf.key)} AND day IS NOT NULL
        AND substr(day, 6, 2) = ${String(leaf.month || facts.month).padStart(2, "0")}`;
    case "district":
      return sql`SELECT contactId FROM contactAddresses WHERE neighborhood = ${leaf.name} COLLATE NOCASE`;
    case "ad":
      return sql`SELECT contactId FROM tickets
        WHERE referral IS NOT NULL ${leaf.sourceId ? sql`AND referral ->> '$.sourceId' = ${leaf.sourceId}` : sql``}`;
    case "field":
      return sql`SELECT contactId FROM contactFields INDEXED BY ${indexOf(leaf, facts)}
        WHERE name = ${labelOf(facts, leaf.key)} AND ${testOf(leaf, facts)}`;
  }
}

const fieldOf = ({ fields }: RuleFacts, key: string) => fields.find((field) => field.key === key);
const labelOf = (facts: RuleFacts, key: string) => fieldOf(facts, key)?.label ?? "";

type FieldLeaf = Extract<SegmentLeaf, { is: "field" }>;

/** The column, and the index, that has the values of a field by its type. */
function columnOf(leaf: FieldLeaf, facts: RuleFacts): "value" | "day" | "number" {
  const type = fieldOf(facts, leaf.key)?.type ?? "text";
  if (leaf.test === "filled" || type === "text") return "value";
  return type === "date" ? "day" : "number";
}
const indexOf = (leaf: FieldLeaf, facts: RuleFacts) =>
  sql.raw(`contactFields_${columnOf(leaf, facts)}`);

function testOf(leaf: FieldLeaf, facts: RuleFacts): SQL {
  if (leaf.test === "filled") return sql`value <> ''`;
  const column = columnOf(leaf, facts);
  const value = column === "number" ? Number(leaf.value) : String(leaf.value);
  if (leaf.test === "equals") return sql`${sql.raw(column)} = ${value} COLLATE NOCASE`;
  return leaf.test === "from"
    ? sql`${sql.raw(column)} >= ${value}`
    : sql`${sql.raw(column)} <= ${value}`;
}

/** Contacts that a campaign can reach; the words of an index. */
export const reachable = sql.raw(
  "c.erasedAt IS NULL AND c.isGroup = 0 AND c.active = 1 AND c.number <> ''",
);
