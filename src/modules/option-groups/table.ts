import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, money } from "../../kit/db/table.ts";
import { priceModes } from "../../shared/option-groups.ts";

export const optionGroups = sqliteTable("optionGroups", {
  ...base,
  name: text().notNull(),
  min: integer().notNull().default(0),
  max: integer().notNull().default(1),
  userId: integer(),
});

export const groupOptions = sqliteTable("groupOptions", {
  id: integer().primaryKey(),
  groupId: integer().notNull(),
  position: integer().notNull(),
  name: text().notNull(),
  price: money().notNull().default("0.00"),
  priceMode: text({ enum: priceModes }).notNull().default("add"),
});

export const productOptionGroups = sqliteTable("productOptionGroups", {
  productId: integer().notNull(),
  groupId: integer().notNull(),
  position: integer().notNull(),
});

export type GroupOption = Omit<typeof groupOptions.$inferSelect, "groupId" | "position">;

/** A group as it travels. */
export type OptionGroup = typeof optionGroups.$inferSelect & { options: GroupOption[] };

/** A group as its products name it. */
export type ProductOptionGroup = Pick<OptionGroup, "id" | "name" | "min" | "max" | "options">;
