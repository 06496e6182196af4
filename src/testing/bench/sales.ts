import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildExecutable } from "../../build/executable.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { confirm } from "../../modules/orders/confirm.ts";
import { board, list } from "../../modules/orders/list.ts";
import { visibleIds } from "../../modules/orders/visible-ids.ts";
import { meOf } from "../../modules/users/users.ts";
import { quote } from "../../pricing/quote.ts";
import type { Cart, Terms } from "../../pricing/terms.ts";
import { processor, startBox, startCeiling, type Box } from "./box.ts";
import { people, score, type Cell } from "./calls.ts";
import { at, figures, load, type Call, type Load, type Script } from "./load.ts";
import {
  crowds,
  header,
  lineOf,
  measure,
  ms,
  quick,
  same,
  signIn,
  type Measured,
} from "./measure.ts";
import { copySeed, end, range } from "./seed.ts";
import { lastDay, seededShop, storeCount, type ShopSize } from "./sales-seed.ts";
import { Tape } from "./tape.ts";

const products = quick ? 2000 : 20_000;
const large: ShopSize = { products, orders: quick ? 10_000 : 100_000, open: quick ? 8000 : 30_000 };
const small: ShopSize = { ...large, orders: large.orders / 10 };
const quoted = { lines: 50, times: quick ? 2000 : 20_000 };
const confirmed = quick ? 500 : 2000;
const rounds = 5;

type Tokens = { admin: string; agent: string };
type Shop = { size: ShopSize; folder: string; box: Box; tokens: Tokens };

/**
 * Measures sales: search, quotes, confirmations, and the lists of orders. A second shop has ten
 * times as many orders.
 */
export async function sales(folder: string, executable?: string) {
  const binary = executable ?? (await buildExecutable(undefined, join(folder, "dist")));
  const shop = await opened(binary, folder, large);
  console.log(
    `a shop of ${products} products in ${storeCount} stores, with ${large.orders} orders`,
  );
  const search = await searching(shop);
  const quoting = quotes();
  const { measured, selling } = await besideCeiling(shop, folder);
  const young = await opened(binary, folder, small);
  const growth = await growths(young, shop);
  await Promise.all([shop.box.stop(), young.box.stop()]);
  const aims: [string, boolean][] = [
    ["product search under 2 ms p50", search < 2],
    ["a quote of 50 lines under 1 ms p50", quoting < 1],
    [
      "1,000 confirms a second, or half of the ceiling",
      selling.rate >= 1000 || selling.ratio >= 0.5,
    ],
    [
      "orders lists at half of the ceiling or more, which reads the rows each time",
      measured.every(({ ratio }) => ratio >= 0.5),
    ],
    ["ten times the orders cost under 1.2", growth.every((each) => each < 1.2)],
  ];
  for (const [aim, met] of aims) console.log(`${met ? "met   " : "MISSED"} ${aim}`);
}

async function opened(binary: string, folder: string, size: ShopSize): Promise<Shop> {
  const own = join(folder, `shop${size.orders}`);
  copySeed(await seededShop(size), own);
  const box = await startBox(binary, own);
  return {
    size,
    folder: own,
    box,
    tokens: { admin: await signIn(box, people.admin), agent: await signIn(box, people.agent) },
  };
}

const get = (path: string, token: string): Call => ({
  method: "GET",
  path: `/api${path}`,
  headers: { authorization: `Bearer ${token}` },
});

/** Searches as a user types a product's name and as a scanner sends its code. Returns the p50. */
async function searching({ box, tokens }: Shop): Promise<number> {
  const typed = [
    "b",
    "bo",
    "bol",
    "bolo",
    "bolo c",
    "pao",
    "queijo d",
    "suco 1",
    "P1234",
    String(7_890_000_000_000 + 1500),
  ];
  const calls = typed.map((text) =>
    get(
      `/products/list/full?storeId=1&pageSize=20&searchParam=${encodeURIComponent(text)}`,
      tokens.agent,
    ),
  );
  const began = processor(box);
  const run = await load(box.port, 1, (_, turn) => calls[turn % calls.length]!, ms);
  const { p50, p99 } = figures([run]);
  console.log(
    `product search: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, ${((processor(box) - began) / run.calls).toFixed(2)} ms of processor a call`,
  );
  for (const [index, call] of calls.entries())
    console.log(
      `  ${typed[index]!.padEnd(14)} p50 ${figures([await load(box.port, 1, () => call, { warm: 20, run: ms.run / 10 })]).p50.toFixed(2)} ms`,
    );
  return p50;
}

/** The function that the browser calls after each key. Returns the p50 in ms. */
function quotes(): number {
  const items = range(quoted.lines, (productId) => ({ productId, amount: 1 + (productId % 7) }));
  const terms: Terms = {
    products: new Map(
      items.map(({ productId }) => [
        productId,
        {
          isActive: true,
          unit: "un",
          price: {
            sellingPrice: 100 + productId * 37,
            promotionPrice: productId % 5 ? 0 : 90,
            stock: 1000,
          },
        },
      ]),
    ),
    store: {
      latitude: -23.55,
      longitude: -46.63,
      fees: range(10, (tier) => ({ saleValue: null, minKm: tier * 100, deliveryFee: tier * 200 })),
    },
    feeType: "km",
    payment: {
      change: false,
      installments: true,
      rules: range(12, (installments) => ({ minimumValue: installments * 1000, installments })),
    },
    coupon: null,
    maxDiscount: 1000,
  };
  const cart: Cart = {
    items,
    typeRoute: "ENTREGA",
    address: { latitude: -23.56, longitude: -46.65 },
    discount: { percent: 750 },
    installments: 3,
    changeFor: 0,
  };
  const times = range(quoted.times, () => {
    const began = performance.now();
    quote(terms, cart);
    return performance.now() - began;
  }).sort((a, b) => a - b);
  console.log(
    `quote of ${quoted.lines} lines: p50 ${at(times, 0.5).toFixed(3)} ms, p99 ${at(times, 0.99).toFixed(3)} ms`,
  );
  return at(times, 0.5);
}

const next = new WeakMap<Box, number>();

/** Each budget once: a second call would only look up its order. */
const confirmsOf =
  ({ box, size: { orders, open }, tokens }: Shop): Script =>
  () => {
    const id = next.get(box) ?? orders + 1;
    if (id > orders + open) throw new Error("no budget is left to confirm");
    next.set(box, id + 1);
    return { ...get(`/budgets/${id}/confirm`, tokens.admin), method: "POST" };
  };

/**
 * Measures the lists of orders and the confirmations. The ceiling alternates with the product, and
 * starts with the same file.
 */
async function besideCeiling(
  shop: Shop,
  folder: string,
): Promise<{ measured: Measured[]; selling: { rate: number; ratio: number } }> {
  const { box, size, tokens } = shop;
  const seed = join(await seededShop(size), "companies/1.sqlite");
  const [taped, played, scorePath] = ["taped.sqlite", "ceiling.sqlite", "score.json"].map((name) =>
    join(folder, `shop-${name}`),
  ) as [string, string, string];
  for (const path of [taped, played]) copyFileSync(seed, path);
  const tape = new Tape(taped, () => end);
  const rui = meOf(tape.db, 1, true)!;
  const ana = meOf(tape.db, 2, false)!;
  const page = { searchParam: "", pageNumber: 1 };
  const cell = (
    name: string,
    path: string,
    verb: Cell["verbs"][number],
    token = tokens.admin,
  ): Cell => ({ name, shape: "answer", reads: true, calls: [get(path, token)], verbs: [verb] });
  // A transaction takes nothing from memory, so the ceiling reads the rows each time. It knows the
  // orders of an agent as the product does.
  const fresh = (verb: Cell["verbs"][number]) => (db: CompanyDb) =>
    db.sqlite.transaction(() => verb(db))();
  visibleIds(tape.db, ana);
  const cells = [
    cell(
      "orders list",
      "/orders?pageNumber=1",
      fresh((db) => list(db, rui, page)),
    ),
    cell(
      "orders list, an agent's own",
      "/orders?pageNumber=1",
      (db) => list(db, ana, page),
      tokens.agent,
    ),
    cell(
      "kanban of a day",
      kanban,
      fresh((db) => board(db, rui, { startDate: lastDay, endDate: lastDay })),
    ),
  ];
  const confirms: Cell = {
    name: "confirm",
    shape: "confirmed",
    reads: false,
    calls: [],
    verbs: range(confirmed, (count) => (db) => confirm(db, rui, size.orders + count)),
  };
  writeFileSync(scorePath, JSON.stringify(score([...cells, confirms], tape)));
  tape.close();
  const ceiling = await startCeiling(played, scorePath);
  for (const [index, each] of cells.entries()) await same(each, index, box, ceiling);
  console.log(`\n${header}`);
  const measured: Measured[] = [];
  for (const [index, each] of cells.entries()) {
    for (const crowd of crowds) {
      const row = await measure(each, index, crowd, box, ceiling);
      measured.push(row);
      console.log(lineOf(row));
    }
  }
  const selling = await confirming(shop, ceiling, cells.length);
  await ceiling.stop();
  return { measured, selling };
}

/**
 * Measures confirmations at 16 connections with FULL sync. The ceiling writes the same rows in the
 * same transactions.
 */
async function confirming(
  shop: Shop,
  ceiling: Box,
  index: number,
): Promise<{ rate: number; ratio: number }> {
  const calls = confirmsOf(shop);
  const began = { ours: processor(shop.box), theirs: processor(ceiling) };
  const spans = { ours: 0, theirs: 0 };
  const ratios: number[] = [];
  const loads: Load[] = [];
  const run = async (box: Box, script: Script) => {
    let left = confirmed / rounds;
    const start = performance.now();
    const loaded = await load(
      box.port,
      16,
      (connection, turn) => (left-- > 0 ? script(connection, turn) : undefined),
      { warm: 0, run: 60_000 },
    );
    return { loaded, span: performance.now() - start };
  };
  for (let round = 0; round < rounds; round++) {
    const ours = await run(shop.box, calls);
    const theirs = await run(ceiling, () => ({ method: "GET", path: `/${index}?next` }));
    loads.push(ours.loaded);
    spans.ours += ours.span;
    spans.theirs += theirs.span;
    ratios.push(theirs.span / ours.span);
  }
  const { p50, p99 } = figures(loads);
  const rate = (confirmed / spans.ours) * 1000;
  const ratio = at(
    ratios.sort((a, b) => a - b),
    0.5,
  );
  const cost = (processor(shop.box) - began.ours) / confirmed;
  console.log(
    `\nconfirm, 16 connections: ${rate.toFixed(0)}/s, p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, ${cost.toFixed(2)} ms of processor each; the ceiling ${((confirmed / spans.theirs) * 1000).toFixed(0)}/s, ratio ${(ratio * 100).toFixed(0)} %, by CPU ${(((processor(ceiling) - began.theirs) / confirmed / cost) * 100).toFixed(0)} %`,
  );
  return { rate, ratio };
}

const kanban = `/orders/list?startDate=${lastDay}&endDate=${lastDay}`;

/**
 * How much longer a call takes with ten times as many orders. The shops alternate, and the result
 * is the median of the rounds.
 */
async function growths(young: Shop, old: Shop): Promise<number[]> {
  const lookUp =
    (path: string, who: keyof Tokens = "admin") =>
    ({ tokens }: Shop): Script =>
    () =>
      get(path, tokens[who]);
  const calls: [string, (shop: Shop) => Script][] = [
    ["confirm", confirmsOf],
    ["orders list", lookUp("/orders?pageNumber=1")],
    ["an agent's own", lookUp("/orders?pageNumber=1", "agent")],
    ["kanban", lookUp(kanban)],
    ["an order", lookUp(`/orders/${young.size.orders}`)],
  ];
  const slowdowns: number[] = [];
  for (const [name, script] of calls) {
    const ratios: number[] = [];
    const p50 = async (shop: Shop) =>
      figures([await load(shop.box.port, 1, script(shop), { warm: 50, run: ms.run / rounds })]).p50;
    for (let round = 0; round < rounds; round++)
      ratios.push((1 / (await p50(young))) * (await p50(old)));
    slowdowns.push(
      at(
        ratios.sort((a, b) => a - b),
        0.5,
      ),
    );
    console.log(
      `${name}: with ${old.size.orders} orders ${slowdowns.at(-1)!.toFixed(2)} times what it takes with ${young.size.orders}`,
    );
  }
  return slowdowns;
}
