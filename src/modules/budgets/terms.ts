import { and, eq, sql } from "drizzle-orm";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import type {
  OptionGroupTerms,
  PaymentTerms,
  ProductTerms,
  StoreTerms,
  Terms,
} from "../../pricing/terms.ts";
import { centsOf } from "../../shared/money.ts";
import type { DeliveryFeeType } from "../../shared/settings.ts";
import { typePayments } from "../../shared/payments.ts";
import { todayOf, usableOn } from "../coupons/coupons.ts";
import { coupons } from "../coupons/table.ts";
import { deliveryFees } from "../delivery-fees/table.ts";
import { groupRangeDiscounts } from "../group-range-discounts/table.ts";
import { paymentDetails, payments } from "../payments/table.ts";
import { groupsOf } from "../option-groups/of-products.ts";
import type { ProductOptionGroup } from "../option-groups/table.ts";
import { kitsOf } from "../products/kits.ts";
import { nowOf, promotionsOf } from "../promotions/in-force.ts";
import { products } from "../products/table.ts";
import * as settings from "../settings/settings.ts";
import { productStores } from "../stock/table.ts";
import { stores } from "../stores/table.ts";
import { users } from "../users/table.ts";

type Asked = {
  storeId: number;
  productIds: number[];
  paymentId: number | null;
  couponId: number | null;
  /** The saving user, whose highest discount applies. */ userId: number;
};

/** Reads the rows that prices depend on. A coupon that is not valid now is left out. */
export const termsFor = (
  db: CompanyDb,
  { storeId, productIds, paymentId, couponId, userId }: Asked,
): Terms => ({
  products: productsFor(db, storeId, productIds),
  at: nowOf(db),
  store: storeFor(db, storeId),
  feeType: settings.read(db, "deliveryFeeType") as DeliveryFeeType,
  payment: paymentId === null ? null : paymentFor(db, paymentId),
  coupon: couponId === null ? null : couponFor(db, couponId),
  maxDiscount: maxDiscountOf(db, userId),
});

const productsQuery = query((db) =>
  db
    .select({
      id: products.id,
      isActive: sql<number>`${products.isActive} AND ${products.deletedAt} IS NULL`,
      isGone: sql<number>`${products.deletedAt} IS NOT NULL`,
      unit: products.unit,
      groups: groupsOf,
      sellingPrice: sql<number | null>`${productStores.sellingPrice}`,
      promotionPrice: sql<number>`${productStores.promotionPrice}`,
      stock: productStores.stock,
    })
    .from(products)
    .leftJoin(
      productStores,
      and(
        eq(productStores.productId, products.id),
        eq(productStores.storeId, sql.placeholder("storeId")),
      ),
    )
    .where(sql`${products.id} IN (SELECT value FROM json_each(${sql.placeholder("ids")}))`),
);

function productsFor(db: CompanyDb, storeId: number, ids: number[]): Map<number, ProductTerms> {
  const kits = kitsOf(db, ids);
  const parts = [...kits.values()].flat().map(({ productId }) => productId);
  const rows = productsQuery(db).all({ storeId, ids: JSON.stringify([...ids, ...parts]) });
  const promotions = promotionsOf(db, storeId, ids);
  return new Map(
    rows.map(({ id, isActive, isGone, unit, groups, sellingPrice, promotionPrice, stock }) => [
      id,
      {
        isActive: Boolean(isActive),
        unit,
        price:
          sellingPrice === null
            ? null
            : {
                sellingPrice,
                promotionPrice,
                stock: isGone ? 0 : (stock ?? 0),
                promotions: (promotions.get(id) ?? []).map((each) => ({
                  ...each,
                  price: centsOf(each.price),
                })),
              },
        groups: groups.map(groupTerms),
        kit: kits.get(id) ?? null,
      },
    ]),
  );
}

const groupTerms = ({ id, min, max, options }: ProductOptionGroup): OptionGroupTerms => ({
  id,
  min,
  max,
  options: options.map((option) => ({ ...option, price: centsOf(option.price) })),
});

const storeQuery = query((db) =>
  db
    .select({ latitude: stores.latitude, longitude: stores.longitude })
    .from(stores)
    .where(and(eq(stores.id, sql.placeholder("id")), eq(stores.isActive, true))),
);

const feesQuery = query((db) =>
  db
    .select({
      saleValue: sql<number | null>`${deliveryFees.saleValue}`,
      minKm: sql<number | null>`${deliveryFees.minKm}`,
      neighborhood: deliveryFees.neighborhood,
      deliveryFee: sql<number>`${deliveryFees.deliveryFee}`,
    })
    .from(deliveryFees)
    .where(eq(deliveryFees.storeId, sql.placeholder("id"))),
);

function storeFor(db: CompanyDb, id: number): StoreTerms | null {
  const place = storeQuery(db).get({ id });
  return place ? { ...place, fees: feesQuery(db).all({ id }) } : null;
}

const paymentQuery = query((db) =>
  db
    .select({ typePaymentId: payments.typePaymentId })
    .from(payments)
    .where(eq(payments.id, sql.placeholder("id"))),
);

const rulesQuery = query((db) =>
  db
    .select({
      minimumValue: sql<number>`${paymentDetails.minimumValue}`,
      installments: paymentDetails.installments,
    })
    .from(paymentDetails)
    .where(eq(paymentDetails.paymentId, sql.placeholder("id"))),
);

function paymentFor(db: CompanyDb, id: number): PaymentTerms | null {
  const row = paymentQuery(db).get({ id });
  const type = typePayments.find((each) => each.id === row?.typePaymentId);
  return type
    ? {
        change: type.change,
        installments: type.installments,
        rules: type.installments ? rulesQuery(db).all({ id }) : [],
      }
    : null;
}

const couponQuery = query((db) =>
  db
    .select()
    .from(coupons)
    .where(and(eq(coupons.id, sql.placeholder("id")), usableOn(sql.placeholder("day")))),
);

function couponFor(db: CompanyDb, id: number): Terms["coupon"] {
  const coupon = couponQuery(db).get({ id, day: todayOf(db) });
  return coupon ? couponTerms(coupon) : null;
}

/** The terms of a coupon, valid or not. */
export const couponTerms = ({
  type,
  value,
  valueMin,
}: Pick<typeof coupons.$inferSelect, "type" | "value" | "valueMin">) => ({
  type,
  value: centsOf(value),
  valueMin: valueMin === null ? 0 : centsOf(valueMin),
});

const discountQuery = query((db) =>
  db
    .select({ discount: sql<number>`${groupRangeDiscounts.discount}` })
    .from(users)
    .innerJoin(groupRangeDiscounts, eq(groupRangeDiscounts.id, users.groupRangeDiscountId))
    .where(eq(users.id, sql.placeholder("id"))),
);

const maxDiscountOf = (db: CompanyDb, id: number) =>
  discountQuery(db).get({ id })?.discount ?? null;
