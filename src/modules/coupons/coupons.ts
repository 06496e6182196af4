import { and, desc, eq, gte, lt, ne, not, or, type Placeholder, sql } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import * as crud from "../../kit/http/crud.ts";
import { Fault, refuseFields } from "../../kit/fault.ts";
import {
  date,
  line,
  listQuery,
  money,
  orEmpty,
  positiveMoney,
  quantity,
} from "../../kit/http/fields.ts";
import * as resourceRows from "../../kit/http/resource-rows.ts";
import type { Resource } from "../../kit/http/resource.ts";
import { matching, notFound, page } from "../../kit/db/page.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { couponTypes } from "../../shared/coupons.ts";
import { today } from "../companies/companies.ts";
import { coupons, type Coupon } from "./table.ts";

export const couponBody = z.object({
  code: line(30, 3)
    .transform((code) => code.toUpperCase())
    .pipe(z.string().regex(/^[A-Z0-9]+$/)),
  type: z.enum(couponTypes),
  value: orEmpty(money),
  valueMin: orEmpty(positiveMoney),
  startDate: date,
  expirationDate: date,
  maxUsage: quantity.optional(),
});

/** Which coupons a list shows: those that may still be used, those that may not, or all. */
export const couponQuery = listQuery.extend({
  expired: z.enum(["true", "false", "all"]).default("all"),
});

const coupon: Resource = {
  name: "coupons",
  event: "coupon",
  table: coupons,
  body: couponBody.shape,
  search: [coupons.code],
  owner: "userId",
};

/** One page, the newest first. */
export function list(
  db: CompanyDb,
  { searchParam, pageNumber, expired }: z.infer<typeof couponQuery>,
) {
  const usable = and(eq(coupons.isActive, true), gte(coupons.expirationDate, todayOf(db)));
  const where = and(
    matching(searchParam, [coupons.code]),
    { all: undefined, false: usable, true: not(usable!) }[expired],
  );
  const { rows, ...rest } = page(db, {
    table: coupons,
    select: db.select().from(coupons),
    where,
    order: [desc(coupons.id)],
    pageNumber,
  });
  return { coupons: rows, ...rest };
}

/** Throws missing. */
export const find = (db: CompanyDb, id: number) => resourceRows.find(db, coupon, id);

/**
 * Throws invalid at the fields that don't fit together, a conflict on a taken code.
 * rules.md#coupons
 */
export function create(db: CompanyDb, me: Me, { value, ...body }: z.infer<typeof couponBody>) {
  const isFree = body.type === "FREE_SHIPPING";
  const amount = Number(value ?? 0);
  refuseFields({
    ...(!isFree &&
      (amount < 0.01 || (body.type === "PERCENTAGE_DISCOUNT" && amount > 100)) && {
        value: value ? "invalid" : "required",
      }),
    ...(body.startDate < todayOf(db) && { startDate: "invalid" }),
    ...(body.expirationDate < body.startDate && { expirationDate: "invalid" }),
  });
  return crud.create(db, me, coupon, { ...body, value: isFree ? "0.00" : value });
}

/** It can't be used any more, for good. Throws missing. */
export const deactivate = (db: CompanyDb, id: number) =>
  db.write((tx) => {
    const row = tx
      .update(coupons)
      .set({ isActive: false, ...updateTimestamps(db.now()) })
      .where(eq(coupons.id, id))
      .returning()
      .get();
    if (!row) throw notFound();
    return crud.emitRow(tx, coupon, "update", id);
  });

/**
 * The coupon of a code, in whatever case, if it may be used today, in the company's zone. Throws
 * missing.
 */
export function validate(
  db: CompanyDb,
  typed: string,
): Pick<Coupon, "id" | "code" | "type" | "value" | "valueMin"> {
  const { id, code, type, value, valueMin } = coupons;
  const row = db
    .select({ id, code, type, value, valueMin })
    .from(coupons)
    .where(and(eq(code, typed.trim().toUpperCase()), usableOn(todayOf(db))))
    .get();
  if (!row)
    throw new Fault("missing", "ERR_COUPON_INVALID", {
      message: `Cupom "${typed}" inválido ou expirado.`,
      details: { code: typed },
    });
  return row;
}

/**
 * Counts one use, in the transaction of an order. Throws a conflict when it may not be used any
 * more. rules.md#coupons
 */
export function redeemCoupon(tx: Tx, id: number) {
  const redeemed = tx
    .update(coupons)
    .set({ currentUsage: sql`${coupons.currentUsage} + 1`, ...updateTimestamps(tx.now()) })
    .where(and(eq(coupons.id, id), usableOn(todayOf(tx))))
    .returning()
    .get();
  if (redeemed) return void crud.emitRow(tx, coupon, "update", id);
  const code =
    tx.select({ code: coupons.code }).from(coupons).where(eq(coupons.id, id)).get()?.code ?? "";
  throw new Fault("conflict", "ERR_COUPON_INVALID", {
    message: `Cupom "${code}" inválido ou expirado.`,
    fields: { couponId: "invalid" },
    details: { code },
  });
}

/**
 * Counts again the use that a cancelled order gave back, once it goes on: also of a coupon that has
 * ended since. rules.md#cancelled-orders
 */
export function retakeCoupon(tx: Tx, id: number) {
  const retaken = tx
    .update(coupons)
    .set({ currentUsage: sql`${coupons.currentUsage} + 1`, ...updateTimestamps(tx.now()) })
    .where(eq(coupons.id, id))
    .returning()
    .get();
  if (retaken) crud.emitRow(tx, coupon, "update", id);
}

/** Takes back one use, where the order is not any more. */
export function returnCoupon(tx: Tx, id: number) {
  const back = tx
    .update(coupons)
    .set({ currentUsage: sql`${coupons.currentUsage} - 1`, ...updateTimestamps(tx.now()) })
    .where(and(eq(coupons.id, id), ne(coupons.currentUsage, 0)))
    .returning()
    .get();
  if (back) crud.emitRow(tx, coupon, "update", id);
}

/**
 * Active, with a use left, and both of its days count: the condition of a coupon that may be used
 * on a day (YYYY-MM-DD).
 */
export const usableOn = (day: string | Placeholder) =>
  and(
    eq(coupons.isActive, true),
    sql`${day} BETWEEN ${coupons.startDate} AND ${coupons.expirationDate}`,
    isLeft,
  );

const isLeft = or(eq(coupons.maxUsage, 0), lt(coupons.currentUsage, coupons.maxUsage));

/** The company's day. */
export const todayOf = (db: CompanyDb) => today(db.about().timezone, db.now());
