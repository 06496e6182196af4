import { expect, test } from "bun:test";
import { tries } from "../testing/kills.ts";
import { quote } from "./quote.ts";
import type { Cart, CartItem, DatedPrice, Discount, ProductTerms, Terms } from "./terms.ts";

/** With `npm test -- --all`. */
const carts = tries(5000, 100_000);

test("thousands of carts cost what the slow statement of the rules says", () => {
  const draw = randomNumbers(20_261_122);
  for (let count = 0; count < carts; count++) {
    const [terms, cart] = randomCart(draw);
    const {
      lines,
      subTotal,
      freight,
      discount,
      total,
      couponApplies,
      maxInstallments,
      installments,
      problems,
    } = quote(terms, cart);
    const slow = slowly(terms, cart);
    const input = JSON.stringify({
      count,
      terms: { ...terms, products: [...terms.products] },
      cart,
    });
    const short = problems.flatMap(({ code, line }) => (code === "stock" ? [line!] : []));
    expect(
      { subTotal, freight, discount, total, couponApplies, maxInstallments, short },
      input,
    ).toEqual(slow);
    // These hold for any cart, under any rules.
    expect(
      Math.min(
        subTotal,
        freight,
        discount,
        total,
        ...lines.flatMap((line) => [line.unitary, line.discount, line.total]),
      ),
      input,
    ).toBeGreaterThanOrEqual(0);
    expect(sum(lines.map((line) => line.total + line.discount)), input).toBe(subTotal);
    expect(sum(lines.map((line) => line.discount)), input).toBe(discount);
    expect(sum(lines.map((line) => line.total)) + freight, input).toBe(total);
    expect(subTotal - discount + freight, input).toBe(total);
    expect(
      lines.filter((line) => line.unitary > line.unitaryGross),
      input,
    ).toEqual([]);
    if (couponApplies)
      expect(
        problems.filter(({ code }) => code.startsWith("discount")),
        input,
      ).toEqual([]);
    if (terms.coupon && !couponApplies) expect(discount, input).toBe(0);
    if (installments > 1)
      expect(
        terms.payment!.rules.some(
          (rule) => rule.installments >= installments && rule.minimumValue <= total,
        ),
        input,
      ).toBe(true);
  }
});

const now = { day: "2026-11-25", weekday: 3, time: "12:30" };

/** The same rules again by exact fractions, without regard to speed. */
function slowly(
  { products, store, feeType, payment, coupon }: Terms,
  { items, typeRoute, address, discount: requested }: Cart,
) {
  const sold = items.map((item) => soldSlowly(products, item));
  const subTotal = sold.reduce((sum, { cost }) => sum + cost, 0n);
  const short = shortSlowly({ products, store }, items, sold);

  let discount = 0n;
  let couponApplies = false;
  if (coupon) {
    const off =
      coupon.type === "FREE_SHIPPING"
        ? 0n
        : coupon.type === "FIXED_DISCOUNT"
          ? BigInt(coupon.value)
          : halfUp(subTotal * BigInt(coupon.value), 10_000n);
    couponApplies = subTotal > 0n && subTotal >= BigInt(coupon.valueMin) && off < subTotal;
    if (couponApplies) discount = off;
  } else if (requested) {
    discount =
      "percent" in requested
        ? halfUp(subTotal * BigInt(requested.percent), 10_000n)
        : BigInt(requested.value);
    if (discount > subTotal) discount = subTotal;
  }

  let freight = 0;
  const free = couponApplies && coupon!.type === "FREE_SHIPPING";
  if (typeRoute === "ENTREGA" && !free && store && address && items.length > 0) {
    let best = -1;
    for (const { saleValue, minKm, deliveryFee } of store.fees) {
      const from = feeType === "value" ? saleValue : minKm;
      const way = feeType === "value" ? Number(subTotal - discount) : metres(store, address) / 10;
      if (from === null || way === undefined || Number.isNaN(way) || from > Math.round(way))
        continue;
      if (from > best || (from === best && deliveryFee < freight)) freight = deliveryFee;
      best = Math.max(best, from);
    }
  }

  const total = Number(subTotal - discount) + freight;
  let maxInstallments = 1;
  if (payment?.installments)
    for (const rule of payment.rules)
      if (rule.minimumValue <= total && rule.installments > maxInstallments)
        maxInstallments = rule.installments;
  return {
    subTotal: Number(subTotal),
    freight,
    discount: Number(discount),
    total,
    couponApplies,
    maxInstallments,
    short,
  };
}

/** The cost of a line (cents), and its thousandths; nothing of either where it is not sold. */
function soldSlowly(products: Terms["products"], { productId, amount, options = [] }: CartItem) {
  const product = products.get(productId);
  const milli = BigInt(Math.round(amount * 1000));
  const isWhole = product?.unit !== "kg" || Number(milli) / 1000 === amount;
  const isSold = amount > 0 && isWhole && (product?.unit === "kg" || milli % 1000n === 0n);
  if (!isSold) return { cost: 0n, milli: 0n };
  if (!product?.isActive || !product.price) return { cost: 0n, milli };
  const { sellingPrice, promotionPrice, promotions = [] } = product.price;
  let base = sellingPrice;
  if (promotionPrice > 0 && promotionPrice < base) base = promotionPrice;
  for (const each of promotions)
    if (holdsSlowly(each) && each.price > 0 && each.price < base) base = each.price;
  let replaced = -1;
  let added = 0;
  for (const { optionId, amount: times } of options)
    for (const group of product.groups ?? [])
      for (const option of group.options) {
        if (option.id !== optionId) continue;
        if (option.priceMode === "replace") replaced = Math.max(replaced, option.price);
        else for (let time = 0; time < times; time++) added += option.price;
      }
  const unit = BigInt((replaced >= 0 ? replaced : base) + added);
  return { cost: halfUp(unit * milli, 1000n), milli };
}

/** By the minutes of the week and the days, one after the other. */
function holdsSlowly({ startDate, endDate, weekdays, startTime, endTime }: DatedPrice): boolean {
  const days = Array.from({ length: 10 }, (_, index) => `2026-11-2${index}`);
  if (!days.filter((day) => day >= startDate && day <= endDate).includes(now.day)) return false;
  if (weekdays.length > 0 && !new Set(weekdays).has(now.weekday)) return false;
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return (
    minutes(now.time) >= minutes(startTime ?? "00:00") &&
    minutes(now.time) < minutes(endTime ?? "24:00")
  );
}

/** The lines for which the stock does not suffice, after those before them. */
function shortSlowly(
  { products, store }: Pick<Terms, "products" | "store">,
  items: Cart["items"],
  sold: { milli: bigint }[],
): number[] {
  const taken = new Map<number, bigint>();
  return items.flatMap(({ productId }, line) => {
    const product = products.get(productId);
    const { milli } = sold[line]!;
    if (!product?.isActive || !product.price) return [];
    if (store && product.price.sellingPrice === 0) return [];
    const parts = product.kit ?? [{ productId, amount: 1 }];
    let isShort = false;
    for (const part of parts) {
      const stock = products.get(part.productId)?.price?.stock ?? 0;
      const before = taken.get(part.productId) ?? 0n;
      const need = (BigInt(Math.round(part.amount * 1000)) * milli) / 1000n;
      if (need > 0n && before + need > BigInt(Math.round(stock * 1000))) isShort = true;
      taken.set(part.productId, before + need);
    }
    return isShort ? [line] : [];
  });
}

/** A fraction to the nearest whole number, a half to the next one up. */
function halfUp(above: bigint, below: bigint): bigint {
  const whole = above / below;
  return (above - whole * below) * 2n >= below ? whole + 1n : whole;
}

/** By the law of cosines; not a number where a place is unknown. */
function metres(from: NonNullable<Terms["store"]>, to: NonNullable<Cart["address"]>): number {
  if ([from.latitude, from.longitude, to.latitude, to.longitude].includes(null)) return Number.NaN;
  const angles = [from.latitude!, from.longitude!, to.latitude!, to.longitude!].map(
    (degrees) => (degrees * Math.PI) / 180,
  ) as [number, number, number, number];
  const [lat1, lon1, lat2, lon2] = angles;
  const cosine =
    Math.sin(lat1) * Math.sin(lat2) + Math.cos(lat1) * Math.cos(lat2) * Math.cos(lon1 - lon2);
  return Math.acos(Math.min(1, cosine)) * 6_371_008.8;
}

type Draw = {
  upTo(most: number): number;
  oneOf<T>(all: readonly T[]): T;
  often(percent: number): boolean;
};

function randomCart({ upTo, oneOf, often }: Draw): [Terms, Cart] {
  const price = () => oneOf([1, 3, 99, 1000, upTo(100), upTo(20_000), upTo(2_000_000)]);
  const promotion = (): DatedPrice => ({
    price: price(),
    startDate: `2026-11-2${upTo(10)}`,
    endDate: `2026-11-2${upTo(10)}`,
    weekdays: often(50) ? [] : Array.from({ length: 3 }, () => upTo(7)),
    startTime: often(50) ? null : oneOf(["12:29", "12:30", "12:31"]),
    endTime: often(50) ? null : oneOf(["12:30", "12:31", "18:00"]),
  });
  const group = (id: number) => ({
    id,
    min: upTo(2),
    max: 1 + upTo(3),
    options: Array.from({ length: 3 }, (_, index) => ({
      id: id * 10 + index,
      name: `Option ${index}`,
      price: oneOf([0, 1, upTo(500)]),
      priceMode: oneOf(["add", "replace"] as const),
    })),
  });
  const product = (id: number): ProductTerms => {
    const unit = id < 3 ? "un" : oneOf(["un", "kg"] as const);
    return {
      isActive: often(95),
      unit: id === 5 ? "un" : unit,
      price: often(95)
        ? {
            sellingPrice: price(),
            promotionPrice: often(30) ? price() : 0,
            stock: unit === "kg" ? upTo(20_000) / 1000 : upTo(40),
            promotions: Array.from({ length: upTo(3) }, promotion),
          }
        : null,
      groups: Array.from({ length: upTo(3) }, (_, index) => group(index)),
      kit:
        id === 5 && often(80)
          ? [
              { productId: 0, amount: 1 + upTo(4) },
              { productId: 4, amount: oneOf([1, 2]) },
            ]
          : null,
    };
  };
  const products = new Map(Array.from({ length: 6 }, (_, id) => [id, product(id)] as const));
  const place = () =>
    often(90)
      ? { latitude: -23.5 - upTo(3000) / 10_000, longitude: -46.6 - upTo(3000) / 10_000 }
      : { latitude: null, longitude: null };
  const fees = Array.from({ length: upTo(5) }, () => ({
    saleValue: often(80) ? upTo(30_000) : null,
    minKm: often(80) ? upTo(4000) : null,
    deliveryFee: upTo(3000),
  }));
  const discount = (): Discount =>
    often(50)
      ? { percent: oneOf([1, 50, 333, 1000, 1250, 9999, 10_000, upTo(10_000)]) }
      : { value: upTo(10_000) };
  const type = oneOf(["FIXED_DISCOUNT", "PERCENTAGE_DISCOUNT", "FREE_SHIPPING"] as const);
  const terms: Terms = {
    products,
    at: now,
    feeType: oneOf(["value", "km"]),
    maxDiscount: often(80) ? upTo(10_000) : null,
    store: often(97) ? { ...place(), fees } : null,
    payment: often(95)
      ? {
          change: often(50),
          installments: often(50),
          rules: Array.from({ length: upTo(4) }, () => ({
            minimumValue: upTo(40_000),
            installments: 1 + upTo(12),
          })),
        }
      : null,
    coupon: often(40)
      ? {
          type,
          value: type === "PERCENTAGE_DISCOUNT" ? upTo(10_000) : upTo(20_000),
          valueMin: upTo(10_000),
        }
      : null,
  };
  const items = Array.from({ length: upTo(8) }, () => ({
    productId: upTo(6),
    amount: often(95)
      ? oneOf([1 + upTo(20), (1 + upTo(9000)) / 1000])
      : oneOf([0, -1, 0.5, 7, 0.0001]),
    options: Array.from({ length: upTo(3) }, () => ({
      optionId: oneOf([0, 1, 2, 10, 11, 12, 99]),
      amount: 1 + upTo(3),
    })),
  }));
  return [
    terms,
    {
      items,
      typeRoute: oneOf(["ENTREGA", "RETIRADA"]),
      address: often(90) ? place() : null,
      discount: often(60) ? discount() : null,
      installments: 1 + upTo(12),
      changeFor: upTo(50_000),
    },
  ];
}

/** Numbers from 0 up to one below `most`, the same ones for the same seed (mulberry32). */
function randomNumbers(seed: number): Draw {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const upTo = (most: number) => Math.floor(next() * most);
  return {
    upTo,
    oneOf: (all) => all[upTo(all.length)]!,
    often: (percent) => next() * 100 < percent,
  };
}

const sum = (numbers: number[]) => numbers.reduce((whole, each) => whole + each, 0);
