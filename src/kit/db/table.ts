import { customType, integer } from "drizzle-orm/sqlite-core";
import { amountOf, centsOf } from "../../shared/money.ts";
import { amountOfMilli, milliOf } from "../../shared/units.ts";

export const instant = () => integer({ mode: "timestamp_ms" });
export const flag = () => integer({ mode: "boolean" });

/** Money: integer cents in the file, `"12.90"` in a row and on the wire. */
export const money = customType<{ data: string; driverData: number }>({
  dataType: () => "integer",
  toDriver: centsOf,
  fromDriver: amountOf,
});

/**
 * A percentage or a distance, to two decimals: the file stores hundredths (750 for 7.5); a row and
 * the wire have a number.
 */
export const hundredths = customType<{ data: number; driverData: number }>({
  dataType: () => "integer",
  toDriver: (value) => Math.round(value * 100),
  fromDriver: (hundredths) => hundredths / 100,
});

/** An amount of goods, to three decimals: the file stores thousandths (350 for 0.35). */
export const thousandths = customType<{ data: number; driverData: number }>({
  dataType: () => "integer",
  toDriver: milliOf,
  fromDriver: amountOfMilli,
});

/** The columns of every resource's table. */
export const base = {
  id: integer().primaryKey(),
  createdAt: instant().notNull(),
  updatedAt: instant().notNull(),
};

/** The times of a new row; `now` in epoch ms. */
export const insertTimestamps = (now: number) => ({
  createdAt: new Date(now),
  updatedAt: new Date(now),
});

/** The times of a changed row; `now` in epoch ms. */
export const updateTimestamps = (now: number) => ({ updatedAt: new Date(now) });
