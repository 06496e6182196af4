import { and, eq, notInArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { invalidFields } from "../../kit/fault.ts";
import * as crud from "../../kit/http/crud.ts";
import { arrayOf, id, line, money } from "../../kit/http/fields.ts";
import * as resourceRows from "../../kit/http/resource-rows.ts";
import type { Resource } from "../../kit/http/resource.ts";
import { mostChosen, mostOptions, priceModes } from "../../shared/option-groups.ts";
import { optionsJson, wireOptions } from "./of-products.ts";
import { groupOptions, optionGroups, type OptionGroup } from "./table.ts";

const count = z.number().int().min(0).max(mostChosen);
const option = z.object({
  id: id.nullish(),
  name: line(60, 1),
  price: money.default("0.00"),
  priceMode: z.enum(priceModes).default("add"),
});

const fields = {
  name: line(60, 2),
  min: count,
  max: count.min(1),
  options: arrayOf(option, mostOptions, 1),
};
export const groupBody = z.object({
  ...fields,
  min: count.default(0),
  max: count.min(1).default(1),
});
export const groupChange = z.object(fields).partial();
type Change = z.infer<typeof groupChange>;

/** rules.md#options */
const group: Resource = {
  name: "option-groups",
  envelope: "optionGroups",
  event: "optionGroup",
  table: optionGroups,
  body: {},
  search: [optionGroups.name],
  labels: {
    options: sql<OptionGroup["options"]>`${sql.raw(optionsJson("optionGroups.id"))}`.mapWith(
      (json: string) => wireOptions(JSON.parse(json)),
    ),
  },
};

export const list = (db: CompanyDb, query: resourceRows.Query) =>
  resourceRows.list(db, group, query);

export const all = (db: CompanyDb) => resourceRows.all(db, group);

/** Throws missing. */
export const findGroup = (db: CompanyDb, id: number) =>
  resourceRows.find(db, group, id) as unknown as OptionGroup;

/** Throws a conflict on a taken name, and invalid where fewer can be chosen than must be. */
export const create = (db: CompanyDb, me: Me, { options, ...values }: z.infer<typeof groupBody>) =>
  db.write((tx) => {
    refuseCounts(values);
    const { id } = tx
      .insert(optionGroups)
      .values({ ...values, userId: me.id, ...insertTimestamps(db.now()) })
      .returning({ id: optionGroups.id })
      .get();
    setOptions(tx, id, options);
    return crud.emitRow(tx, group, "create", id);
  });

/** The options that a change does not name are deleted. Throws missing, and what `create` throws. */
export const update = (db: CompanyDb, id: number, { options, ...values }: Change) =>
  db.write((tx) => {
    refuseCounts({ ...findGroup(tx, id), ...values });
    tx.update(optionGroups)
      .set({ ...values, ...updateTimestamps(db.now()) })
      .where(eq(optionGroups.id, id))
      .run();
    if (options) setOptions(tx, id, options);
    return crud.emitRow(tx, group, "update", id);
  });

/** Throws missing, and a conflict while a product has it. */
export const remove = (db: CompanyDb, id: number) => crud.remove(db, group, id);

function refuseCounts({ min, max }: { min: number; max: number }) {
  if (min > max) throw invalidFields({ max: "invalid" });
}

function setOptions(tx: Tx, groupId: number, options: z.infer<typeof option>[]) {
  const own = eq(groupOptions.groupId, groupId);
  const stays = options.flatMap(({ id }) => id ?? []);
  const before = new Set(
    tx
      .select({ id: groupOptions.id })
      .from(groupOptions)
      .where(own)
      .all()
      .map(({ id }) => id),
  );
  const unknown = options.findIndex(
    ({ id }, at) => id && (!before.has(id) || options.findIndex((other) => other.id === id) < at),
  );
  if (unknown >= 0) throw invalidFields({ [`options.${unknown}.id`]: "invalid" });
  tx.delete(groupOptions)
    .where(and(own, notInArray(groupOptions.id, stays)))
    .run();
  for (const [position, { id, ...values }] of options.entries()) {
    if (id)
      tx.update(groupOptions)
        .set({ ...values, position })
        .where(eq(groupOptions.id, id))
        .run();
    else
      tx.insert(groupOptions)
        .values({ ...values, groupId, position })
        .run();
  }
}
