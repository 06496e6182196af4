import { describe, expect, test } from "bun:test";
import { highestTotal, installmentValues, quote } from "./quote.ts";
import { partOf, partsOf, priceOf } from "./items.ts";
import type { Cart, Problem, ProductTerms, Terms } from "./terms.ts";

import { highestAmount } from "../shared/units.ts";

const [bread, cake, juice] = [1, 2, 3];

const product = (sellingPrice: number, promotionPrice = 0, stock = 100): ProductTerms => ({
  isActive: true,
  unit: "un",
  price: { sellingPrice, promotionPrice, stock },
});

/**
 * A shop: bread at 1,25, cake at 60,00 in promotion at 49,90, juice at 8,00 of which three are
 * left.
 */
const shop: Terms = {
  products: new Map([
    [bread, product(125)],
    [cake, product(6000, 4990)],
    [juice, product(800, 0, 3)],
  ]),
  store: {
    latitude: -23.5505,
    longitude: -46.6333,
    fees: [
      { saleValue: 0, minKm: 0, deliveryFee: 1500 },
      { saleValue: 5000, minKm: 500, deliveryFee: 2500 },
      { saleValue: 10_000, minKm: null, deliveryFee: 0 },
    ],
  },
  feeType: "value",
  payment: { change: false, installments: false, rules: [] },
  coupon: null,
  maxDiscount: 1000,
};

const cart: Cart = {
  items: [{ productId: bread, amount: 4 }],
  typeRoute: "RETIRADA",
  address: null,
  discount: null,
  installments: 1,
  changeFor: 0,
};
const paulista = { latitude: -23.5614, longitude: -46.6559 };

const figures = (terms: Partial<Terms>, changes: Partial<Cart>) => {
  const { subTotal, discount, freight, total } = quote(
    { ...shop, ...terms },
    { ...cart, ...changes },
  );
  return [subTotal, discount, freight, total];
};
const problems = (terms: Partial<Terms>, changes: Partial<Cart>): Problem[] =>
  quote({ ...shop, ...terms }, { ...cart, ...changes }).problems;

const coupon = (type: NonNullable<Terms["coupon"]>["type"], value: number, valueMin = 1) => ({
  coupon: { type, value, valueMin },
});
const buy = (...lines: [number, number][]) => ({
  items: lines.map(([productId, amount]) => ({ productId, amount })),
});

const credit = {
  payment: {
    change: false,
    installments: true,
    rules: [
      { minimumValue: 5000, installments: 3 },
      { minimumValue: 2000, installments: 2 },
      { minimumValue: 20_000, installments: 10 },
    ],
  },
};
const cash = { payment: { change: true, installments: false, rules: [] } };
const delivered = { typeRoute: "ENTREGA", address: paulista } as const;

describe("what a cart costs: subtotal, discount, freight, total", () => {
  test.each<[string, Partial<Terms>, Partial<Cart>, number[]]>([
    ["pieces times price", {}, buy([bread, 4]), [500, 0, 0, 500]],
    [
      "the promotion's price where there is one",
      {},
      buy([cake, 1], [juice, 2]),
      [6590, 0, 0, 6590],
    ],
    [
      "a percentage is rounded half up",
      {},
      { ...buy([bread, 1]), discount: { percent: 1000 } },
      [125, 13, 0, 112],
    ],
    [
      "a discount in money is taken as it is",
      {},
      { ...buy([bread, 4]), discount: { value: 37 } },
      [500, 37, 0, 463],
    ],
    [
      "never more than the subtotal is taken off",
      {},
      { ...buy([bread, 4]), discount: { value: 501 } },
      [500, 500, 0, 0],
    ],
    [
      "fetched, nothing is charged for the way",
      {},
      { ...buy([bread, 4]), typeRoute: "RETIRADA" },
      [500, 0, 0, 500],
    ],
    ["brought, the lowest tier", {}, { ...buy([bread, 4]), ...delivered }, [500, 0, 1500, 2000]],
    [
      "brought, the highest tier that the goods reach",
      {},
      { ...buy([bread, 40]), ...delivered },
      [5000, 0, 2500, 7500],
    ],
    [
      "a tier is reached by what is left after the discount",
      {},
      { ...buy([bread, 40]), ...delivered, discount: { value: 1 } },
      [5000, 1, 1500, 6499],
    ],
    [
      "the highest tier may be free",
      {},
      { ...buy([cake, 3]), ...delivered },
      [14_970, 0, 0, 14_970],
    ],
    [
      "below the first tier nothing is charged",
      { store: { ...paulista, fees: [{ saleValue: 1000, minKm: null, deliveryFee: 900 }] } },
      { ...buy([bread, 4]), ...delivered },
      [500, 0, 0, 500],
    ],
    [
      "by distance, the nearer tier",
      { feeType: "km" },
      { ...buy([bread, 4]), ...delivered },
      [500, 0, 1500, 2000],
    ],
    [
      "by distance, the farther tier",
      { feeType: "km" },
      { ...buy([bread, 4]), ...delivered, address: { latitude: -23.6505, longitude: -46.6333 } },
      [500, 0, 2500, 3000],
    ],
    [
      "a coupon of a percentage is of the subtotal",
      coupon("PERCENTAGE_DISCOUNT", 1250),
      { ...buy([bread, 40]), ...delivered },
      [5000, 625, 1500, 5875],
    ],
    ["a coupon of an amount", coupon("FIXED_DISCOUNT", 499), buy([bread, 4]), [500, 499, 0, 1]],
    [
      "a coupon for the way",
      coupon("FREE_SHIPPING", 0),
      { ...buy([bread, 4]), ...delivered },
      [500, 0, 0, 500],
    ],
    [
      "a coupon that reaches the subtotal is dropped",
      coupon("FIXED_DISCOUNT", 500),
      buy([bread, 4]),
      [500, 0, 0, 500],
    ],
    [
      "a coupon below its minimum is dropped",
      coupon("FIXED_DISCOUNT", 100, 501),
      buy([bread, 4]),
      [500, 0, 0, 500],
    ],
    [
      "a coupon and a discount are never added up",
      coupon("FIXED_DISCOUNT", 100),
      { ...buy([bread, 4]), discount: { percent: 1000 } },
      [500, 100, 0, 400],
    ],
    [
      "a coupon from R$ 50 on, at exactly R$ 50,00",
      coupon("FIXED_DISCOUNT", 1000, 5000),
      buy([bread, 40]),
      [5000, 1000, 0, 4000],
    ],
    [
      "a coupon for the way takes nothing off the goods",
      coupon("FREE_SHIPPING", 300),
      { ...buy([bread, 4]), ...delivered },
      [500, 0, 0, 500],
    ],
    [
      "350 g of what costs 39.90 a kilogram",
      { products: new Map([[bread, { ...product(3990), unit: "kg" }]]) },
      buy([bread, 0.35]),
      [1397, 0, 0, 1397],
    ],
    [
      "half a cent is rounded up",
      { products: new Map([[bread, { ...product(1), unit: "kg" }]]) },
      buy([bread, 0.5]),
      [1, 0, 0, 1],
    ],
    [
      "less than half a cent is nothing",
      { products: new Map([[bread, { ...product(1), unit: "kg" }]]) },
      buy([bread, 0.499]),
      [0, 0, 0, 0],
    ],
    [
      "the most of the dearest is exact",
      { products: new Map([[bread, { ...product(999_999_999), unit: "kg" }]]) },
      buy([bread, 999_998.999]),
      [999_998_998_000_001, 0, 0, 999_998_998_000_001],
    ],
    [
      "a promotion at one cent",
      { products: new Map([[bread, product(125, 1)]]) },
      buy([bread, 4]),
      [4, 0, 0, 4],
    ],
    [
      "no discount is negative",
      {},
      { ...buy([bread, 4]), discount: { value: -1 } },
      [500, 0, 0, 500],
    ],
    [
      "a product that is off costs nothing",
      { products: new Map([[bread, { ...product(125), isActive: false }]]) },
      buy([bread, 4]),
      [0, 0, 0, 0],
    ],
    [
      "brought, by distance, to a place without coordinates",
      { feeType: "km" },
      { ...buy([bread, 4]), ...delivered, address: { latitude: null, longitude: null } },
      [500, 0, 0, 500],
    ],
    [
      "brought, from no store",
      { store: null },
      { ...buy([bread, 4]), ...delivered },
      [500, 0, 0, 500],
    ],
    [
      "an empty cart costs nothing, not even the way",
      {},
      { items: [], ...delivered },
      [0, 0, 0, 0],
    ],
  ])("%s", (_, terms, changes, expected) => {
    expect(figures(terms, changes)).toEqual(expected);
  });
});

describe("what keeps a cart from being sold", () => {
  test.each<[string, Partial<Terms>, Partial<Cart>, Problem[]]>([
    ["nothing", {}, {}, []],
    ["half a piece", {}, buy([bread, 0.5]), [{ code: "amount", line: 0 }]],
    [
      "less than a gram",
      { products: new Map([[bread, { ...product(125), unit: "kg" }]]) },
      buy([bread, 0.0001]),
      [{ code: "amount", line: 0 }],
    ],
    [
      "a gram more than there is on two lines",
      { products: new Map([[bread, { ...product(125, 0, 0.3), unit: "kg" }]]) },
      buy([bread, 0.1], [bread, 0.201]),
      [{ code: "stock", line: 1, limit: 0.2 }],
    ],
    [
      "all that there is, on two lines",
      { products: new Map([[bread, { ...product(125, 0, 0.3), unit: "kg" }]]) },
      buy([bread, 0.1], [bread, 0.2]),
      [],
    ],
    [
      "no store, no items, no payment",
      { store: null, payment: null },
      { items: [] },
      [{ code: "noStore" }, { code: "noItems" }, { code: "noPayment" }],
    ],
    ["no payment, as the contact pays later", { payment: null }, { payLater: true }, []],
    ["a product that is gone", {}, buy([bread, 1], [9, 1]), [{ code: "productGone", line: 1 }]],
    [
      "a product that is off",
      { products: new Map([[bread, { isActive: false, unit: "un", price: null }]]) },
      {},
      [{ code: "productGone", line: 0 }],
    ],
    [
      "a product without a price in the store",
      { products: new Map([[bread, { isActive: true, unit: "un", price: null }]]) },
      {},
      [{ code: "noPrice", line: 0 }],
    ],
    ["more than there is", {}, buy([juice, 4]), [{ code: "stock", line: 0, limit: 3 }]],
    [
      "more than there is, on two lines",
      {},
      buy([juice, 2], [juice, 2]),
      [{ code: "stock", line: 1, limit: 1 }],
    ],
    ["all that there is", {}, buy([juice, 3]), []],
    [
      "more after all that there is was taken",
      {},
      buy([juice, 3], [juice, 1]),
      [{ code: "stock", line: 1, limit: 0 }],
    ],
    [
      "more after more than there is was taken",
      {},
      buy([juice, 4], [juice, 1]),
      [
        { code: "stock", line: 0, limit: 3 },
        { code: "stock", line: 1, limit: 0 },
      ],
    ],
    ["half a piece", {}, buy([bread, 0.5]), [{ code: "amount", line: 0 }]],
    ["a piece and a half", {}, buy([bread, 1.5]), [{ code: "amount", line: 0 }]],
    [
      "the most pieces of a line",
      { products: new Map([[bread, product(1, 0, highestAmount)]]) },
      buy([bread, highestAmount]),
      [],
    ],
    [
      "a piece more than the most of a line",
      { products: new Map([[bread, product(1, 0, highestAmount)]]) },
      buy([bread, highestAmount + 1]),
      [{ code: "amount", line: 0 }],
    ],
    ["no pieces", {}, buy([bread, 0]), [{ code: "amount", line: 0 }]],
    ["brought to nowhere", {}, { typeRoute: "ENTREGA" }, [{ code: "noAddress" }]],
    [
      "by distance, to a place without coordinates",
      { feeType: "km" },
      { typeRoute: "ENTREGA", address: { latitude: null, longitude: null } },
      [{ code: "noCoordinates" }],
    ],
    [
      "by distance with free delivery the place may be anywhere",
      { feeType: "km", ...coupon("FREE_SHIPPING", 0) },
      { typeRoute: "ENTREGA", address: { latitude: null, longitude: null } },
      [],
    ],
    [
      "by value no coordinates are asked for",
      {},
      { typeRoute: "ENTREGA", address: { latitude: null, longitude: null } },
      [],
    ],
    [
      "a discount by who has no range",
      { maxDiscount: null },
      { discount: { value: 1 } },
      [{ code: "discountNotAllowed" }],
    ],
    ["no discount by who has no range", { maxDiscount: null }, { discount: { value: 0 } }, []],
    ["the highest discount", {}, { discount: { percent: 1000 } }, []],
    [
      "a percentage above the highest",
      {},
      { discount: { percent: 1001 } },
      [{ code: "discountAboveMax", limit: 1000 }],
    ],
    [
      "an amount above the highest",
      {},
      { discount: { value: 51 } },
      [{ code: "discountAboveMax", limit: 1000 }],
    ],
    [
      "a discount that takes the share that is saved",
      { maxDiscount: null, saved: { discount: 100, subTotal: 1000 } },
      { discount: { value: 50 } },
      [],
    ],
    [
      "a discount that takes more than the share that is saved",
      { maxDiscount: null, saved: { discount: 100, subTotal: 1000 } },
      { discount: { value: 51 } },
      [{ code: "discountNotAllowed" }],
    ],
    [
      "a discount where none is saved",
      { maxDiscount: null, saved: { discount: 0, subTotal: 0 } },
      { discount: { value: 1 } },
      [{ code: "discountNotAllowed" }],
    ],
    [
      "a discount of an empty subtotal is no share that is saved",
      { maxDiscount: null, saved: { discount: 5, subTotal: 0 } },
      { discount: { value: 1 } },
      [{ code: "discountNotAllowed" }],
    ],
    [
      "the discount of a single cent, once the goods are dearer",
      { maxDiscount: null, saved: { discount: 1, subTotal: 1 } },
      { discount: { value: 1 } },
      [],
    ],
    [
      "no discount, of a user who may give none",
      { maxDiscount: null },
      { discount: { value: 0 } },
      [],
    ],
    [
      "more than that cent for many goods that came on top",
      { maxDiscount: null, saved: { discount: 1, subTotal: 1 } },
      { items: [{ productId: bread, amount: 100 }], discount: { value: 2 } },
      [{ code: "discountNotAllowed" }],
    ],
    [
      "more than that cent for goods that came on top",
      { maxDiscount: null, saved: { discount: 1, subTotal: 1 } },
      { discount: { value: 2 } },
      [{ code: "discountNotAllowed" }],
    ],
    [
      "a saved discount, and the saver's own share of the goods that came on top",
      { maxDiscount: 1000, saved: { discount: 90, subTotal: 300 } },
      { discount: { value: 110 } },
      [],
    ],
    [
      "a cent more than that",
      { maxDiscount: 1000, saved: { discount: 90, subTotal: 300 } },
      { discount: { value: 111 } },
      [{ code: "discountAboveMax", limit: 1000 }],
    ],
    [
      "a part of a cent for the goods that came on top",
      { maxDiscount: 1000, saved: { discount: 90, subTotal: 495 } },
      { discount: { value: 91 } },
      [{ code: "discountAboveMax", limit: 1000 }],
    ],
    [
      "a promised piece that is sold no more",
      { products: new Map([[bread, { isActive: false, unit: "un", price: null }]]) },
      { items: [{ productId: bread, amount: 1, soldAt: { unitary: 100, unitaryGross: 125 } }] },
      [],
    ],
    [
      "an amount as high as the subtotal",
      { maxDiscount: 10_000 },
      { discount: { value: 500 } },
      [],
    ],
    [
      "an amount above the subtotal",
      { maxDiscount: 10_000 },
      { discount: { value: 501 } },
      [
        { code: "discountAboveTotal", limit: 500 },
        { code: "discountAboveMax", limit: 10_000 },
      ],
    ],
    [
      "a coupon below its minimum",
      coupon("FIXED_DISCOUNT", 100, 501),
      {},
      [{ code: "couponBelowMin", limit: 501 }],
    ],
    ["a coupon at its minimum", coupon("FIXED_DISCOUNT", 100, 500), {}, []],
    ["a coupon on an empty cart", coupon("FIXED_DISCOUNT", 100), buy(), [{ code: "noItems" }]],
    [
      "a coupon for the way on a single cent",
      { products: new Map([[bread, product(1)]]), ...coupon("FREE_SHIPPING", 0) },
      buy([bread, 1]),
      [],
    ],
    [
      "a coupon as high as the subtotal",
      coupon("FIXED_DISCOUNT", 500),
      {},
      [{ code: "couponAboveTotal", limit: 500 }],
    ],
    [
      "a coupon of a hundred percent",
      coupon("PERCENTAGE_DISCOUNT", 10_000),
      {},
      [{ code: "couponAboveTotal", limit: 500 }],
    ],
    [
      "the seller's range does not bind coupons",
      { maxDiscount: null, ...coupon("FIXED_DISCOUNT", 400) },
      {},
      [],
    ],
    [
      "more instalments than the total allows",
      credit,
      { ...buy([bread, 16]), installments: 3 },
      [{ code: "installments", limit: 2 }],
    ],
    [
      "as many instalments as the total allows",
      credit,
      { ...buy([bread, 40]), installments: 3 },
      [],
    ],
    [
      "too little for the change",
      cash,
      { ...buy([bread, 40]), changeFor: 4999 },
      [{ code: "changeBelowTotal", limit: 5000 }],
    ],
    [
      "a cent for the change",
      cash,
      { ...buy([bread, 40]), changeFor: 1 },
      [{ code: "changeBelowTotal", limit: 5000 }],
    ],
    ["the exact amount", cash, { ...buy([bread, 40]), changeFor: 5000 }, []],
    [
      "change is not looked at where it is not paid in cash",
      {},
      { ...buy([bread, 40]), changeFor: 1 },
      [],
    ],
    [
      "as much as travels as money",
      { products: new Map([[bread, product(highestTotal)]]) },
      buy([bread, 1]),
      [],
    ],
    [
      "more than travels as money",
      { products: new Map([[bread, product(999_999_999, 0, 10)]]) },
      buy([bread, 2]),
      [{ code: "tooHigh", limit: 999_999_999 }],
    ],
  ])("%s", (_, terms, changes, expected) => {
    expect(problems(terms, changes)).toEqual(expected);
  });
});

test("instalments, change and the discount's percentage follow the total", () => {
  const sold = (terms: Partial<Terms>, changes: Partial<Cart>) =>
    quote({ ...shop, ...terms }, { ...cart, ...changes });
  expect(sold(credit, { ...buy([bread, 20]), ...delivered })).toMatchObject({
    total: 4000,
    maxInstallments: 2,
    installments: 1,
  });
  expect(sold(credit, { ...buy([bread, 40]), ...delivered })).toMatchObject({
    total: 7500,
    maxInstallments: 3,
  });
  expect(sold({}, { ...buy([bread, 40]), installments: 12 })).toMatchObject({
    maxInstallments: 1,
    installments: 1,
    problems: [],
  });
  expect(sold(credit, { ...buy([bread, 40]), installments: 0 })).toMatchObject({
    installments: 1,
    problems: [],
  });
  expect(sold(cash, { ...buy([bread, 40]), changeFor: 10_000 })).toMatchObject({ change: 5000 });
  expect(sold(cash, { ...buy([bread, 40]), changeFor: 4999 })).toMatchObject({ change: 0 });
  expect(sold({}, { ...buy([bread, 40]), discount: { value: 333 } })).toMatchObject({
    discountPercent: 666,
  });
  expect(sold({}, { items: [] })).toMatchObject({ discountPercent: 0 });
  const cent = { products: new Map([[bread, product(1)]]) };
  expect(sold(cent, { ...buy([bread, 1]), discount: { value: 1 } })).toMatchObject({
    discountPercent: 10_000,
  });
  expect(installmentValues(1000, 3)).toEqual([334, 333, 333]);
});

test("a product that is not sold has no price, with or without promotion", () => {
  const none = { unitary: 0, unitaryGross: 0 };
  expect(priceOf(undefined)).toEqual(none);
  expect(priceOf({ isActive: true, unit: "un", price: null })).toEqual(none);
  expect(priceOf({ ...product(6000, 4990), isActive: false })).toEqual(none);
});

test("a coupon counts where it takes something off, and nowhere else", () => {
  const applies = (terms: Partial<Terms>, changes: Partial<Cart> = {}) =>
    quote({ ...shop, ...terms }, { ...cart, ...changes }).couponApplies;
  expect([
    applies({}),
    applies({}, { discount: { value: 37 } }),
    applies(coupon("FIXED_DISCOUNT", 100)),
    applies(coupon("FREE_SHIPPING", 0)),
    applies(coupon("FIXED_DISCOUNT", 100, 501)),
    applies(coupon("FIXED_DISCOUNT", 500)),
    applies(coupon("FIXED_DISCOUNT", 100), buy()),
  ]).toEqual([false, false, true, true, false, false, false]);
});

test("a discount is spread over the lines to the cent", () => {
  const { lines } = quote(shop, {
    ...cart,
    ...buy([bread, 1], [bread, 1], [bread, 1]),
    discount: { value: 10 },
  });
  expect(lines.map(({ discount }) => discount)).toEqual([3, 4, 3]);
  expect(lines[0]).toEqual({
    productId: bread,
    unit: "un",
    amount: 1,
    unitary: 125,
    unitaryGross: 125,
    options: [],
    note: "",
    kit: null,
    discount: 3,
    total: 122,
  });
});

const size = {
  id: 1,
  min: 1,
  max: 1,
  options: [
    { id: 11, name: "Pequeno", price: 4000, priceMode: "replace" as const },
    { id: 12, name: "Grande", price: 9000, priceMode: "replace" as const },
  ],
};
const extras = {
  id: 2,
  min: 0,
  max: 2,
  options: [
    { id: 21, name: "Nozes", price: 350, priceMode: "add" as const },
    { id: 22, name: "Cobertura", price: 0, priceMode: "add" as const },
  ],
};
const party: Terms = {
  ...shop,
  products: new Map([[cake, { ...product(6000, 4990), groups: [size, extras] }]]),
};
const ordered = (...options: [optionId: number, amount: number][]) =>
  quote(party, {
    ...cart,
    items: [
      {
        productId: cake,
        amount: 2,
        options: options.map(([optionId, amount]) => ({ optionId, amount })),
      },
    ],
  });

describe("options", () => {
  test.each<[string, [number, number][], number]>([
    ["one replaces the price, and the promotion with it", [[11, 1]], 8000],
    [
      "of two that replace it the dearest counts",
      [
        [11, 1],
        [12, 1],
      ],
      18_000,
    ],
    [
      "others are added, each as often as it is chosen",
      [
        [12, 1],
        [21, 2],
      ],
      19_400,
    ],
    ["one without a price changes nothing", [[22, 1]], 9980],
  ])("%s", (_, options, subTotal) => {
    expect(ordered(...options).subTotal).toBe(subTotal);
  });

  test("a line names what was chosen, at its price", () => {
    expect(ordered([12, 1], [21, 2]).lines[0]).toMatchObject({
      unitary: 9700,
      unitaryGross: 9700,
      options: [
        { optionId: 12, amount: 1, name: "Grande", price: 9000, priceMode: "replace" },
        { optionId: 21, amount: 2, name: "Nozes", price: 350, priceMode: "add" },
      ],
    });
  });

  test.each<[string, [number, number][], Problem[]]>([
    ["none of a group that asks for one", [], [{ code: "optionsMissing", line: 0, limit: 1 }]],
    [
      "two where one is the most",
      [
        [11, 1],
        [12, 1],
      ],
      [{ code: "optionsTooMany", line: 0, limit: 1 }],
    ],
    [
      "as many as there may be",
      [
        [11, 1],
        [21, 2],
      ],
      [],
    ],
    [
      "one more",
      [
        [11, 1],
        [21, 2],
        [22, 1],
      ],
      [{ code: "optionsTooMany", line: 0, limit: 2 }],
    ],
    [
      "one that is gone",
      [
        [11, 1],
        [99, 1],
      ],
      [{ code: "optionGone", line: 0, option: 1 }],
    ],
  ])("%s", (_, options, problems) => {
    expect(ordered(...options).problems).toEqual(problems);
  });

  test("what was promised keeps its price and its options, though they are gone", () => {
    const options = [
      { optionId: 99, amount: 1, name: "Velas", price: 200, priceMode: "add" as const },
    ];
    const { lines, problems } = quote(party, {
      ...cart,
      items: [
        { productId: cake, amount: 1, soldAt: { unitary: 5190, unitaryGross: 6200, options } },
      ],
    });
    expect([lines[0]!.total, lines[0]!.options, problems]).toEqual([5190, options, []]);
  });
});

describe("dated prices", () => {
  const saturday = { day: "2026-11-28", weekday: 6, time: "18:00" };
  const happyHour = {
    price: 4000,
    startDate: "2026-11-28",
    endDate: "2026-11-28",
    weekdays: [6],
    startTime: "18:00",
    endTime: "20:00",
  };
  const costs = (change: Partial<typeof happyHour> | null, at: Terms["at"] = saturday) =>
    priceOf(
      {
        ...product(6000, 4990),
        price: {
          sellingPrice: 6000,
          promotionPrice: 4990,
          stock: 1,
          promotions: change ? [{ ...happyHour, ...change }] : [],
        },
      },
      [],
      at,
    );

  test.each<[string, Partial<typeof happyHour> | null, Terms["at"], number]>([
    ["no promotion leaves the product's own", null, saturday, 4990],
    ["from its first minute on", {}, saturday, 4000],
    ["until its last minute", {}, { ...saturday, time: "19:59" }, 4000],
    ["not at its end", {}, { ...saturday, time: "20:00" }, 4990],
    ["not a minute too early", {}, { ...saturday, time: "17:59" }, 4990],
    ["not the day before", {}, { ...saturday, day: "2026-11-27" }, 4990],
    ["not the day after", {}, { ...saturday, day: "2026-11-29" }, 4990],
    ["not on another weekday", {}, { ...saturday, weekday: 5 }, 4990],
    ["on every day without weekdays", { weekdays: [] }, { ...saturday, weekday: 5 }, 4000],
    ["not without a moment", {}, undefined, 4990],
    ["a dearer one does not count", { price: 5500 }, saturday, 4990],
    ["one of nothing is none", { price: 0 }, saturday, 4990],
  ])("%s", (_, change, at, unitary) => {
    // A default would take the place of undefined.
    const { unitary: paid, unitaryGross } = at ? costs(change, at) : costs(change, null as never);
    expect([paid, unitaryGross]).toEqual([unitary, 6000]);
  });
});

describe("kits", () => {
  const [basket, snack] = [10, 11];
  const kits: Terms = {
    ...shop,
    products: new Map<number, ProductTerms>([
      [bread, product(125, 0, 10)],
      [cake, { ...product(3990, 0, 1.5), unit: "kg" }],
      [
        basket,
        {
          ...product(5000, 0, 0),
          kit: [
            { productId: bread, amount: 4 },
            { productId: cake, amount: 0.5 },
          ],
        },
      ],
      [snack, { ...product(900, 0, 0), kit: [{ productId: bread, amount: 3 }] }],
    ]),
  };
  const problemsOf = (...items: [number, number][]) =>
    quote(kits, { ...cart, ...buy(...items) }).problems;

  test("a kit costs its own price", () => {
    expect(quote(kits, { ...cart, ...buy([basket, 2]) })).toMatchObject({ subTotal: 10_000 });
  });

  test.each<[string, [number, number][], Problem[]]>([
    ["as many as the scarcest part gives", [[basket, 2]], []],
    ["one more", [[basket, 3]], [{ code: "stock", line: 0, limit: 2 }]],
    [
      "a part that is sold by itself before",
      [
        [bread, 3],
        [basket, 2],
      ],
      [{ code: "stock", line: 1, limit: 1 }],
    ],
    [
      "two kits that share a part",
      [
        [basket, 1],
        [snack, 2],
      ],
      [],
    ],
    [
      "more than they share",
      [
        [basket, 2],
        [snack, 1],
      ],
      [{ code: "stock", line: 1, limit: 0 }],
    ],
    ["half a kit", [[basket, 0.5]], [{ code: "amount", line: 0 }]],
  ])("%s", (_, items, problems) => {
    expect(problemsOf(...items)).toEqual(problems);
  });

  test("a part is taken by its weight, and nothing is left below nothing", () => {
    expect(problemsOf([cake, 0.5], [basket, 2])).toEqual([]);
    expect(problemsOf([cake, 0.501], [basket, 2])).toEqual([{ code: "stock", line: 1, limit: 1 }]);
    expect(problemsOf([cake, 2], [cake, 0.1])).toEqual([
      { code: "stock", line: 0, limit: 1.5 },
      { code: "stock", line: 1, limit: 0 },
    ]);
    expect([partOf(0.5, 2), partOf(0.35, 1.5)]).toEqual([1, 0.525]);
  });

  test("a product whose kit is empty takes itself", () => {
    expect(partsOf([], bread)).toEqual([{ productId: bread, amount: 1 }]);
    expect(partsOf(null, bread)).toEqual([{ productId: bread, amount: 1 }]);
  });

  test("a kit of a part that the store does not have is not sold", () => {
    const { problems } = quote(
      { ...kits, products: new Map([[snack, kits.products.get(snack)!]]) },
      { ...cart, ...buy([snack, 1]) },
    );
    expect(problems).toEqual([{ code: "stock", line: 0, limit: 0 }]);
  });
});
