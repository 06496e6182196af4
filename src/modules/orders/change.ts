import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import { id, text } from "../../kit/http/fields.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import type { ChosenOption, Terms } from "../../pricing/terms.ts";
import { centsOf } from "../../shared/money.ts";
import { addAmounts } from "../../shared/units.ts";
import { budgetBody, price, type CartBody } from "../budgets/price.ts";
import { optionsKey } from "../budgets/promised.ts";
import { wireLine, wireQuote } from "../budgets/refusals.ts";
import { couponTerms } from "../budgets/terms.ts";
import { returnCoupon } from "../coupons/coupons.ts";
import { coupons } from "../coupons/table.ts";
import { setStatus } from "./change-status.ts";
import { addressOf, refuseWithoutDocument } from "./confirm.ts";
import { addChange } from "./history.ts";
import { notifyOfOrder } from "./notify.ts";
import { changeChoices, refuseFinal } from "./change-choices.ts";
import { emitOrder, find, load } from "./orders.ts";
import { perPart, perProduct, returnStock, takeStock, type Amounts } from "./stock.ts";
import { orderItems, orders, type Order, type OrderItem } from "./table.ts";

export const notes = text(2000);
export const orderChange = budgetBody
  .omit({ payments: true })
  .partial()
  .extend({ statusId: id.optional(), notes: notes.optional() });
type Change = z.infer<typeof orderChange>;

/** The figures of an order after this change. Stores nothing. Throws what `change` throws. */
export const preview = (db: CompanyDb, me: Me, id: number, body: Change) =>
  db.write((tx) => wireQuote(repriced(tx, me, find(db, me, id), body).quote));

/**
 * Changes an order. Notes and status change at any time; customer, seller, address, payment,
 * discount and items only while the status is not final. Sold items keep their prices. Throws
 * missing, a conflict for a final status or missing stock, and what `price` throws.
 * rules.md#final-orders
 */
export function change(db: CompanyDb, me: Me, id: number, body: Change): Order {
  return db.write((tx) => {
    const before = find(db, me, id);
    if (changesTerms(before, body)) changeTerms(tx, me, before, body);
    if (body.notes !== undefined)
      tx.update(orders)
        .set({ notes: body.notes, ...updateTimestamps(db.now()) })
        .where(eq(orders.id, id))
        .run();
    if (body.wantedAt !== undefined || body.courierId !== undefined)
      changeChoices(tx, before, body);
    const after = load(db, id);
    addChange(tx, me, before, after);
    if (after.userId !== before.userId) notifyOfOrder(tx, me, id, after.userId);
    if (body.statusId !== undefined && body.statusId !== before.statusId)
      setStatus(tx, me, after, body.statusId);
    return emitOrder(tx, "update", id, before);
  });
}

// A form sends back all that it read.
function changesTerms(before: Order, body: Change): boolean {
  const {
    contactId,
    typeRoute,
    contactAddressId,
    userId,
    discount,
    paymentId,
    installments,
    changeFor,
  } = body;
  const pairs: [unknown, unknown][] = [
    [contactId, before.contactId],
    [typeRoute, before.typeRoute],
    [contactAddressId ?? undefined, before.contactAddressId],
    [userId ?? undefined, before.userId],
    [before.couponId === null ? discount : undefined, before.discount],
    [paymentId ?? undefined, before.paymentId],
    [installments, before.installments],
    [changeFor ?? undefined, before.changeFor],
  ];
  return (
    dropsCoupon(before, body) ||
    pairs.some(([value, was]) => value !== undefined && value !== was) ||
    changesItems(before, body)
  );
}

/** Another coupon can't be had once it is sold, but less may be bought than its own asks for. */
const dropsCoupon = (before: Order, body: Change) =>
  body.couponId === null && before.couponId !== null;

function changesItems(before: Order, { orderItems: items }: Change): boolean {
  if (items === undefined) return false;
  const first = new Map(before.orderItems.toReversed().map((item) => [item.productId, item]));
  // An item without options or a note keeps those that it was sold with.
  const becomes = items.map(({ productId, amount, options, note }) => ({
    productId,
    amount,
    options: options ?? first.get(productId)?.options ?? [],
    note: note ?? first.get(productId)?.note ?? "",
  }));
  const isPlain = items.every(({ options, note }) => options === undefined && note === undefined);
  return isPlain
    ? !isSameSum(perProduct(before.orderItems), perProduct(items))
    : !isSameSum(perChoice(before.orderItems), perChoice(becomes));
}

function isSameSum<Key>(was: Map<Key, number>, becomes: Map<Key, number>): boolean {
  const left = [...becomes].filter(([, amount]) => amount > 0);
  return was.size === left.length && left.every(([key, amount]) => was.get(key) === amount);
}

type Chosen = { options: readonly ChosenOption[] };

/** How many of each product with the same options and note. */
function perChoice(items: (Pick<OrderItem, "productId" | "amount" | "note"> & Chosen)[]) {
  const amounts = new Map<string, number>();
  for (const { productId, amount, options, note } of items) {
    const key = JSON.stringify([productId, optionsKey(options), note]);
    amounts.set(key, addAmounts(amounts.get(key) ?? 0, amount));
  }
  return amounts;
}

function changeTerms(tx: Tx, me: Me, before: Order, body: Change) {
  const {
    terms,
    couponId,
    quote,
    values: { ticketId, ...values },
  } = repriced(tx, me, before, body);
  const isOtherContact = values.contactId !== before.contactId;
  if (isOtherContact && values.contactId !== null) refuseWithoutDocument(tx, values.contactId);
  moveDifference(tx, me, before, quote.lines);
  if (before.couponId !== null && couponId === null) returnCoupon(tx, before.couponId);
  const names = new Map([
    ...namesOf(
      tx,
      terms.orderItems.map(({ productId }) => productId),
    ),
    ...before.orderItems.map(({ productId, product }) => [productId, product.name] as const),
  ]);
  tx.delete(orderItems).where(eq(orderItems.orderId, before.id)).run();
  tx.insert(orderItems)
    .values(
      quote.lines.map((line, position) => ({
        ...wireLine(line),
        orderId: before.id,
        position,
        name: names.get(line.productId) ?? "",
      })),
    )
    .run();
  const isSameAddress =
    values.contactAddressId === before.contactAddressId && values.typeRoute === before.typeRoute;
  tx.update(orders)
    .set({
      ...values,
      ...(isOtherContact && { ticketId }),
      ...(!isSameAddress && { contactAddress: addressOf(tx, values) }),
      ...updateTimestamps(tx.now()),
    })
    .where(eq(orders.id, before.id))
    .run();
}

/** The changed order's contents and price. Throws a conflict for a final status. */
function repriced(tx: Tx, me: Me, before: Order, body: Change) {
  refuseFinal(tx, before);
  const { typeRoute, contactAddressId, storeId, discount } = before;
  const couponId = dropsCoupon(before, body) ? null : before.couponId;
  const contactId = body.contactId ?? before.contactId;
  const terms: CartBody = {
    contactId,
    ticketId: contactId === before.contactId ? before.ticketId : null,
    storeId,
    couponId,
    userId: body.userId ?? before.userId,
    typeRoute: body.typeRoute ?? typeRoute,
    contactAddressId: body.contactAddressId ?? contactAddressId,
    discount: before.couponId === null ? (body.discount ?? discount) : undefined,
    paymentId: body.paymentId ?? before.paymentId,
    payLater: (body.paymentId ?? before.paymentId) === null,
    installments: body.installments ?? before.installments,
    changeFor: body.changeFor ?? before.changeFor,
    orderItems:
      body.orderItems ??
      before.orderItems.map(({ productId, amount, options, note }) => ({
        productId,
        amount,
        options,
        note,
      })),
  };
  const keepsFreight =
    terms.typeRoute === typeRoute &&
    terms.contactAddressId === contactAddressId &&
    couponId === before.couponId &&
    !changesItems(before, body);
  const priced = price(tx, me, terms, before, {
    orderItems: before.orderItems,
    terms: (today) => termsOfSale(tx, before, today, { couponId, keepsFreight }),
  });
  return { terms, couponId, ...priced };
}

const noPrice = { sellingPrice: 0, promotionPrice: 0, stock: 0 };

/**
 * Today's terms with the order's own coupon, its pieces on top of the stock, and its freight where
 * that stays.
 */
function termsOfSale(
  tx: Tx,
  before: Order,
  terms: Terms,
  { couponId, keepsFreight }: { couponId: number | null; keepsFreight: boolean },
): Terms {
  const sold = new Map(before.orderItems.map((item) => [item.productId, item]));
  const products = new Map(terms.products);
  for (const [productId, { unit, kit }] of sold) {
    const { price, ...product } = terms.products.get(productId) ?? { isActive: false, price: null };
    products.set(productId, { ...product, unit, kit, price: price ?? noPrice });
  }
  for (const [productId, amount] of perPart(before.orderItems)) {
    const product = products.get(productId) ?? { isActive: false, unit: "un", price: null };
    const { stock, ...prices } = product.price ?? noPrice;
    products.set(productId, {
      ...product,
      price: { ...prices, stock: addAmounts(stock, amount) },
    });
  }
  const coupon =
    couponId === null ? undefined : tx.select().from(coupons).where(eq(coupons.id, couponId)).get();
  const store = terms.store ?? { latitude: null, longitude: null, fees: [] };
  return {
    ...terms,
    products,
    coupon: coupon ? couponTerms(coupon) : null,
    ...(keepsFreight && {
      feeType: "value" as const,
      store: {
        ...store,
        fees: [{ saleValue: 0, minKm: null, deliveryFee: centsOf(before.freight) }],
      },
    }),
  };
}

function moveDifference(tx: Tx, me: Me, before: Order, items: Amounts) {
  const was = perPart(before.orderItems);
  const amounts = perPart(items);
  const moves = [...new Set([...was.keys(), ...amounts.keys()])].map((productId) => ({
    productId,
    amount: addAmounts(amounts.get(productId) ?? 0, -(was.get(productId) ?? 0)),
  }));
  takeStock(
    tx,
    before,
    moves.filter(({ amount }) => amount > 0),
    me.id,
  );
  returnStock(
    tx,
    before,
    moves.flatMap(({ productId, amount }) => (amount < 0 ? [{ productId, amount: -amount }] : [])),
    me.id,
  );
}

function namesOf(tx: Tx, ids: number[]): Map<number, string> {
  const rows = tx.all<{ id: number; name: string }>(
    sql`SELECT id, name FROM products WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
