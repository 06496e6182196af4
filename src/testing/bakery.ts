import { eq } from "drizzle-orm";
import type { CompanyDb, Tx } from "../kit/db/company-db.ts";
import { insertTimestamps } from "../kit/db/table.ts";
import { contactAddresses } from "../modules/contacts/table.ts";
import { coupons } from "../modules/coupons/table.ts";
import { deliveryFees } from "../modules/delivery-fees/table.ts";
import { groupRangeDiscounts } from "../modules/group-range-discounts/table.ts";
import { paymentDetails } from "../modules/payments/table.ts";
import { products } from "../modules/products/table.ts";
import { seedSales } from "../modules/setup/seed-sales.ts";
import { productStores } from "../modules/stock/table.ts";
import { stores } from "../modules/stores/table.ts";
import { users } from "../modules/users/table.ts";
import { bia, idOf } from "./world.ts";

/** The payments and the order statuses that every company begins with, by their meaning. */
export const pays = { cash: 1, pix: 2, credit: 3, debit: 4 } as const;
export const states = {
  pending: 1,
  preparing: 2,
  onTheWay: 3,
  delivered: 4,
  cancelled: 5,
} as const;

/**
 * The store and its products: bread at 1.25, cake at 60.00 with a promotion at 49.90, and juice at
 * 8.00. The store has ten juices.
 */
export const centro = 1;
export const [bread, cake, juice] = [1, 2, 3] as const;

/** Bia's only address, one kilometre and a half from the store. */
export const home = 1;

/**
 * Lets a shop sell: one store with fees and a Pix key, three products, and a discount of up to ten
 * percent for Ana.
 */
export function sells(db: CompanyDb) {
  const times = insertTimestamps(db.now());
  const write = <T>(work: (tx: Tx) => T) => db.write(work as (tx: Tx) => never) as T;
  write((tx) => {
    seedSales(tx);
    tx.insert(stores)
      .values({
        name: "Centro",
        fantasy: "Padaria Pão Quente",
        city: "São Paulo",
        state: "SP",
        latitude: -23.5505,
        longitude: -46.6333,
        keyPix: "contato@paoquente.com.br",
        ...times,
      })
      .run();
    tx.insert(deliveryFees)
      .values(
        [
          { saleValue: "0.00", minKm: 0, deliveryFee: "9.00" },
          { saleValue: "50.00", minKm: 1, deliveryFee: "12.00" },
        ].map((fee) => ({ storeId: centro, ...fee, ...times })),
      )
      .run();
    tx.insert(products)
      .values(
        ["Pão francês", "Bolo de cenoura", "Suco de laranja"].map((name) => ({ name, ...times })),
      )
      .run();
    const prices = [
      [bread, "1.25", "0.00", 1000],
      [cake, "60.00", "49.90", 20],
      [juice, "8.00", "0.00", 10],
    ] as const;
    tx.insert(productStores)
      .values(
        prices.map(([productId, sellingPrice, promotionPrice, stock]) => ({
          productId,
          storeId: centro,
          costPrice: "0.50",
          sellingPrice,
          promotionPrice,
          stock,
          ...times,
        })),
      )
      .run();
    tx.insert(paymentDetails)
      .values({ paymentId: pays.credit, minimumValue: "50.00", installments: 3, ...times })
      .run();
    const { id } = tx
      .insert(groupRangeDiscounts)
      .values({ name: "Até 10", discount: 10, ...times })
      .returning()
      .get();
    tx.update(users).set({ groupRangeDiscountId: id }).where(eq(users.id, idOf.ana)).run();
    tx.insert(contactAddresses)
      .values({
        contactId: bia.id,
        type: "Casa",
        zipCode: "01310100",
        address: "Avenida Paulista",
        number: "1578",
        neighborhood: "Bela Vista",
        city: "São Paulo",
        state: "SP",
        latitude: -23.5614,
        longitude: -46.6459,
        isActive: true,
        ...times,
      })
      .run();
  });

  const coupon = (values: Partial<typeof coupons.$inferInsert> = {}) =>
    write((tx) =>
      tx
        .insert(coupons)
        .values({
          code: "PAO10",
          type: "PERCENTAGE_DISCOUNT",
          value: "10.00",
          startDate: "2026-11-01",
          expirationDate: "2026-11-30",
          ...times,
          ...values,
        })
        .returning()
        .get(),
    );

  const stockOf = (productId: number) =>
    db
      .select({ stock: productStores.stock })
      .from(productStores)
      .where(eq(productStores.productId, productId))
      .get()!.stock;

  return { coupon, stockOf };
}

/** A cart of Bia's, fetched and paid in cash by default. */
export const cartOf = (items: [productId: number, amount: number][], more: object = {}) => ({
  contactId: bia.id,
  storeId: centro,
  typeRoute: "RETIRADA",
  paymentId: pays.cash,
  orderItems: items.map(([productId, amount]) => ({ productId, amount })),
  ...more,
});
