import { expect } from "bun:test";
import { box, refusal, test, world } from "../../testing/world.ts";
import {
  couponBody,
  create,
  deactivate,
  find,
  list,
  returnCoupon,
  redeemCoupon,
  validate,
} from "./coupons.ts";
import type { Coupon } from "./table.ts";

const [today, tomorrow, yesterday] = ["2026-11-20", "2026-11-21", "2026-11-19"];
const bread = {
  code: "PAO10",
  type: "PERCENTAGE_DISCOUNT",
  value: "10",
  startDate: today,
  expirationDate: tomorrow,
} as const;

function shop() {
  const { db, me, ...rest } = world();
  const add = (values: object = {}) =>
    create(db, me("rui"), couponBody.parse({ ...bread, ...values })) as unknown as Coupon;
  const code = (typed: string) =>
    refusal(() => validate(db, typed)).then((fault) => (fault ? fault.reason : "valid"));
  return { ...rest, db, me, add, code };
}

test("a coupon is valid on both of its days, as the company's clock has them", async () => {
  const { clock, add, code } = shop();
  add();
  expect(await code("PAO10")).toBe("valid");
  // São Paulo is three hours behind.
  for (const [at, is] of [
    ["2026-11-20T03:00:00Z", "valid"],
    ["2026-11-20T02:59:59Z", "ERR_COUPON_INVALID"],
    ["2026-11-22T02:59:59Z", "valid"],
    ["2026-11-22T03:00:00Z", "ERR_COUPON_INVALID"],
  ] as const) {
    clock.set(at);
    expect([at, await code("PAO10")]).toEqual([at, is]);
  }
});

test("a code is found in whatever case, and kept in capitals", async () => {
  const { db, add } = shop();
  expect(
    add({ code: " natal2026 ", type: "FIXED_DISCOUNT", value: "5", valueMin: "30" }),
  ).toMatchObject({
    code: "NATAL2026",
    value: "5.00",
    valueMin: "30.00",
    currentUsage: 0,
    maxUsage: 0,
    isActive: true,
    userId: 1,
  });
  expect(validate(db, " Natal2026 ")).toEqual({
    id: 1,
    code: "NATAL2026",
    type: "FIXED_DISCOUNT",
    value: "5.00",
    valueMin: "30.00",
  });
  expect(await refusal(() => add({ code: "NATAL2026" }))).toMatchObject({
    kind: "conflict",
    fields: { code: "taken" },
  });
  expect(await refusal(() => validate(db, "páscoa"))).toEqual({
    kind: "missing",
    reason: "ERR_COUPON_INVALID",
    details: { code: "páscoa" },
  });
});

test("what does not fit together is refused by field", async () => {
  const { db, add } = shop();
  const refused = async (values: object) => (await refusal(() => add(values)))?.fields;
  expect(await refused({ value: "0.00" })).toEqual({ value: "invalid" });
  expect(await refused({ value: undefined })).toEqual({ value: "required" });
  expect(await refused({ value: "100.01" })).toEqual({ value: "invalid" });
  expect(await refused({ startDate: yesterday })).toEqual({ startDate: "invalid" });
  expect(await refused({ startDate: tomorrow, expirationDate: today })).toEqual({
    expirationDate: "invalid",
  });
  expect(list(db, { searchParam: "", pageNumber: 1, expired: "all" }).count).toBe(0);
  expect(add({ type: "FREE_SHIPPING", value: "" })).toMatchObject({ value: "0.00" });
  expect(add({ code: "ZERO99", value: "0.01" })).toMatchObject({ value: "0.01" });
});

test("the form is refused by what is wrong with it", async () => {
  const rui = (await box()).as("rui");
  const fields = async (values: object) =>
    (await rui.post("/coupons", { ...bread, ...values })).body.fields;
  expect(await rui.post("/coupons", {})).toMatchObject({
    status: 422,
    body: {
      fields: {
        code: "required",
        type: "required",
        startDate: "required",
        expirationDate: "required",
      },
    },
  });
  expect([
    await fields({ code: "PA" }),
    await fields({ code: "PÃO10" }),
    await fields({ code: "PAO 10" }),
    await fields({ code: "P".repeat(31) }),
  ]).toEqual([
    { code: "too_short" },
    { code: "invalid" },
    { code: "invalid" },
    { code: "too_long" },
  ]);
  expect([
    await fields({ valueMin: "0" }),
    await fields({ maxUsage: -1 }),
    await fields({ type: "GIFT" }),
    await fields({ startDate: "hoje" }),
  ]).toEqual([
    { valueMin: "invalid" },
    { maxUsage: "too_short" },
    { type: "invalid" },
    { startDate: "invalid" },
  ]);
});

test("a deactivated coupon is of no use, and stays to be read", async () => {
  const { db, add, code, events } = shop();
  const { id } = add();
  expect(deactivate(db, id)).toMatchObject({ isActive: false });
  expect(events.at(-1)).toMatchObject({
    event: "coupon",
    action: "update",
    payload: { coupon: { id, isActive: false } },
  });
  expect([await code("PAO10"), find(db, id).isActive]).toEqual(["ERR_COUPON_INVALID", false]);
  expect(await refusal(() => deactivate(db, 99))).toMatchObject({ kind: "missing" });
});

test("the list tells what may still be used from what may not", () => {
  const { clock, db, add } = shop();
  for (const code of ["HOJE", "AMANHA", "PARADO"])
    add({ code, expirationDate: code === "HOJE" ? today : tomorrow });
  deactivate(db, 3);
  clock.set("2026-11-21T12:00:00Z");
  const codes = (expired: "true" | "false" | "all") =>
    list(db, { searchParam: "", pageNumber: 1, expired }).coupons.map(({ code }) => code);
  expect([codes("all"), codes("false"), codes("true")]).toEqual([
    ["PARADO", "AMANHA", "HOJE"],
    ["AMANHA"],
    ["PARADO", "HOJE"],
  ]);
  expect(list(db, { searchParam: "ama", pageNumber: 1, expired: "all" })).toMatchObject({
    count: 1,
    hasMore: false,
  });
});

test("a coupon is used as often as it may be, and a use can be given back", async () => {
  const { db, add, code } = shop();
  const { id } = add({ maxUsage: 2 });
  const redeem = () => db.write((tx) => redeemCoupon(tx, id));
  redeem();
  redeem();
  expect(await refusal(redeem)).toMatchObject({ kind: "conflict", reason: "ERR_COUPON_INVALID" });
  expect(await code("PAO10")).toBe("ERR_COUPON_INVALID");
  db.write((tx) => returnCoupon(tx, id));
  expect([await code("PAO10"), find(db, id).currentUsage]).toEqual(["valid", 1]);
  for (let time = 0; time < 3; time++) db.write((tx) => returnCoupon(tx, id));
  expect(find(db, id).currentUsage).toBe(0);
});
