import { expect } from "bun:test";
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { claimedFolder } from "../../testing/claimed.ts";
import { kills } from "../../testing/kills.ts";
import { owner, startBox } from "../../testing/running.ts";
import { test, type Caller } from "../../testing/world.ts";
import type { Budget } from "../budgets/table.ts";
import type { Order } from "./table.ts";

const rounds = kills(10);
const budgetsEach = 40;
const stock = 5000;

type Row = { id: number };

/** A shop with one product and one coupon, and as many open budgets as are confirmed below. */
async function furnished(rui: Caller) {
  const make = async (path: string, body: object) => (await rui.post<Row>(path, body)).body.id;
  const storeId = await make("/stores", { name: "Centro" });
  const productId = await make("/products", { name: "Pão francês" });
  expect(
    (
      await rui.post("/productStores", {
        productId,
        storeId,
        stock,
        costPrice: "0.50",
        sellingPrice: "1.00",
        promotionPrice: "",
      })
    ).status,
  ).toBeLessThan(300);
  const contactId = await make("/contacts", { name: "Bia", number: "5511988880001" });
  const couponId = await make("/coupons", {
    code: "PAO10",
    type: "PERCENTAGE_DISCOUNT",
    value: "10.00",
    valueMin: "0.01",
    startDate: "2099-01-01",
    expirationDate: "2099-12-31",
  });
  const { payments } = (await rui.get<{ payments: Row[] }>("/payments/")).body;
  return {
    contactId,
    storeId,
    couponId,
    paymentId: payments[0]!.id,
    typeRoute: "RETIRADA",
    orderItems: [{ productId, amount: 3 }],
  };
}

test("killed again and again in the middle of confirms: each answered order is there once, and stock, ledger and coupon agree", async () => {
  const data = await claimedFolder();
  let box = await startBox(data);
  const { token } = (await box.stranger.post<{ token: string }>("/auth/login", owner)).body;
  const cart = await furnished(box.as(token));
  sqlite(data, (company) => company.run("UPDATE coupons SET startDate = '2000-01-01'"));
  const answered = new Map<number, number>();
  let interrupted = 0;
  // Budgets that a kill left without an answer are confirmed again in the next round, which fills
  // up with new ones.
  let budgets: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const rui = box.as(token);
    while (budgets.length < budgetsEach)
      budgets.push((await rui.post<Budget>("/budgets", cart)).body.id);
    const confirming = confirmAll(rui, budgets, answered);
    await Bun.sleep(5 + ((round * 13) % 40));
    await box.kill();
    const confirmed = await confirming;
    if (confirmed < budgetsEach) interrupted += 1;
    budgets = budgets.slice(confirmed);
    box = await startBox(data);
    expect(disagreements(data, answered)).toEqual([]);
  }
  // A repeated confirm returns the same order.
  const rui = box.as(token);
  for (const [budgetId, orderId] of answered)
    expect((await rui.post<Order>(`/budgets/${budgetId}/confirm`)).body.id).toBe(orderId);
  expect(disagreements(data, answered)).toEqual([]);
  expect(interrupted).toBeGreaterThan(rounds / 2);
  await box.stop();
}, 180_000);

/** Confirms budgets one after the other until the box is gone. Returns how many were answered. */
async function confirmAll(
  rui: Caller,
  budgets: number[],
  answered: Map<number, number>,
): Promise<number> {
  let count = 0;
  try {
    for (const id of budgets) {
      const { status, body } = await rui.post<Order>(`/budgets/${id}/confirm`);
      expect(status).toBe(200);
      answered.set(id, body.id);
      count += 1;
    }
  } catch (thrown) {
    if (!(thrown instanceof Error) || !("code" in thrown)) throw thrown;
  }
  return count;
}

function disagreements(data: string, answered: Map<number, number>): string[] {
  return sqlite(data, (company) => {
    const one = (query: string) => Object.values(company.query(query).get() as object)[0] as number;
    const stored = new Map(
      company
        .query<{ budgetId: number; id: number }, []>("SELECT budgetId, id FROM orders")
        .all()
        .map(({ budgetId, id }) => [budgetId, id]),
    );
    const orders = one("SELECT count(*) FROM orders");
    const sold = one("SELECT coalesce(sum(amount) / 1000, 0) FROM orderItems");
    const checks: [string, boolean][] = [
      [
        "each answered order is there",
        [...answered].every(([budgetId, id]) => stored.get(budgetId) === id),
      ],
      ["each order is of a budget of its own", stored.size === orders],
      ["numbers have no gap", orders === one("SELECT coalesce(max(number), 0) FROM orders")],
      [
        "closed budgets are orders",
        orders === one("SELECT count(*) FROM budgets WHERE closedAt IS NOT NULL"),
      ],
      ["each has its history", orders === one("SELECT count(*) FROM orderHistory")],
      ["stock agrees", one("SELECT stock / 1000 FROM productStores") === stock - sold],
      [
        "the ledger agrees",
        one("SELECT sum(amount) / 1000 FROM stockMovements") === stock - sold &&
          one("SELECT stock / 1000 FROM stockMovements ORDER BY id DESC LIMIT 1") === stock - sold,
      ],
      ["the coupon agrees", one("SELECT currentUsage FROM coupons") === orders],
      [
        "the file is whole",
        (company.query("PRAGMA integrity_check").get() as { integrity_check: string })
          .integrity_check === "ok",
      ],
    ];
    return checks.flatMap(([name, holds]) => (holds ? [] : [name]));
  });
}

function sqlite<T>(data: string, work: (company: Database) => T): T {
  const company = new Database(join(data, "companies/1.sqlite"));
  try {
    company.run("PRAGMA busy_timeout = 5000");
    return work(company);
  } finally {
    company.close();
  }
}
