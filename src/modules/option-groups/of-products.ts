import { sql } from "drizzle-orm";
import type { Tx } from "../../kit/db/company-db.ts";
import { invalidFields } from "../../kit/fault.ts";
import { amountOf } from "../../shared/money.ts";
import type { GroupOption, ProductOptionGroup } from "./table.ts";

type StoredOption = Omit<GroupOption, "price"> & { price: number };

/** The options of a group in a JSON array, by the group's id in SQL. Their prices are cents. */
export const optionsJson = (groupId: string) =>
  `(SELECT coalesce(json_group_array(json_object(
    'id', o.id, 'name', o.name, 'price', o.price, 'priceMode', o.priceMode
  ) ORDER BY o.position), '[]')
    FROM groupOptions o WHERE o.groupId = ${groupId})`;

export const wireOptions = (options: StoredOption[]): GroupOption[] =>
  options.map((option) => ({ ...option, price: amountOf(option.price) }));

/** The ids of a product's groups, in their order. */
export const groupIdsOf = sql<
  number[]
>`(SELECT coalesce(json_group_array(p.groupId ORDER BY p.position), '[]')
  FROM productOptionGroups p WHERE p.productId = products.id)`.mapWith(
  (json: string) => JSON.parse(json) as number[],
);

/** A product's groups with their options. */
export const groupsOf = sql<ProductOptionGroup[]>`(SELECT coalesce(json_group_array(json_object(
    'id', g.id, 'name', g.name, 'min', g.min, 'max', g.max,
    'options', json(${sql.raw(optionsJson("g.id"))})) ORDER BY p.position), '[]')
  FROM productOptionGroups p JOIN optionGroups g ON g.id = p.groupId WHERE p.productId = products.id)`.mapWith(
  (json: string) =>
    (JSON.parse(json) as (Omit<ProductOptionGroup, "options"> & { options: StoredOption[] })[]).map(
      ({ options, ...group }) => ({ ...group, options: wireOptions(options) }),
    ),
);

/** Gives a product these groups in this order. Throws invalid for an unknown one. */
export function setGroups(tx: Tx, productId: number, groupIds: number[]) {
  const ids = [...new Set(groupIds)];
  const unknown = ids.some((id) => !tx.get(sql`SELECT 1 FROM optionGroups WHERE id = ${id}`));
  if (unknown) throw invalidFields({ optionGroupIds: "invalid" });
  tx.run(sql`DELETE FROM productOptionGroups WHERE productId = ${productId}`);
  for (const [position, id] of ids.entries())
    tx.run(sql`INSERT INTO productOptionGroups VALUES (${productId}, ${id}, ${position})`);
}
