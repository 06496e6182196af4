import { expect } from "bun:test";
import { readdirSync } from "node:fs";
import type { Campaign } from "../modules/campaigns/table.ts";
import type { Order } from "../modules/orders/table.ts";
import type { OfferedProduct } from "../modules/products/table.ts";
import { centsOf } from "../shared/money.ts";
import { startCommand } from "./running.ts";
import { caller, folder, test } from "./world.ts";

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

test("the demo prints its users, who find a day's work; it sells: products with pictures, a day of orders on the board, and figures that agree; and it leaves nothing behind", async () => {
  const tmp = folder();
  const demo = await startCommand(["demo", "--port", "0", "--json"], /^\{"url".*\}$/m, {
    env: { TMPDIR: tmp },
  });
  const { url, people } = JSON.parse(demo.found[0]) as {
    url: string;
    people: { name: string; email: string; password: string }[];
  };
  expect([url.split(/\d+$/)[0], people.map(({ name }) => name), readdirSync(tmp).length]).toEqual([
    "http://127.0.0.1:",
    ["Rui", "Ana", "Caio"],
    1,
  ]);
  const [rui, ana, caio] = await Promise.all(
    people.map(async ({ email, password }) =>
      caller(
        url,
        (await caller(url).post<{ token: string }>("/auth/login", { email, password })).body.token,
      ),
    ),
  );
  const read = async <T>(path: string, who = rui!) => {
    const { status, body } = await who.get<T>(path);
    expect([path, status]).toEqual([path, 200]);
    return body;
  };

  for (const who of [rui, ana, caio])
    expect(
      (await read<{ tickets: object[] }>("/tickets?showAll=true", who)).tickets.length,
    ).toBeGreaterThan(1);
  const stores = await read<{ id: number }[]>("/stores/list");
  const offers = await Promise.all(
    stores.map(
      async ({ id }) =>
        (
          await read<{ products: OfferedProduct[] }>(
            `/products/list/full?storeId=${id}&pageSize=200`,
          )
        ).products,
    ),
  );
  expect(offers.map(({ length }) => length)).toEqual([40, 40]);
  expect(offers.flat().filter(({ stock, lowStock }) => stock <= lowStock).length).toBeGreaterThan(
    5,
  );
  const [first] = offers[0]!;
  expect(
    (
      await read<{ products: OfferedProduct[] }>(
        `/products/list/full?storeId=${stores[0]!.id}&searchParam=${first!.ean}`,
      )
    ).products.map(({ id }) => id),
  ).toEqual([first!.id]);
  const picture = await fetch(new URL(offers[0]![0]!.mediaPath!, url));
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);

  const { to } = (await read<{ period: { to: string } }>("/dashboard/sales?days=1")).period;
  const days = `${new Date(Date.parse(to) - 86_400_000).toISOString().slice(0, 10)}&endDate=${to}`;
  const { orders } = await read<{ orders: Order[] }>(`/orders/list?startDate=${days}`);
  expect(new Set(orders.map(({ status }) => status.name))).toEqual(
    new Set(["Pendente", "Em preparo", "Saiu para entrega", "Entregue", "Cancelado"]),
  );
  for (const { total, subTotal, discount, freight, orderItems } of orders) {
    expect(centsOf(total)).toBe(centsOf(subTotal) - centsOf(discount) + centsOf(freight));
    expect(sum(orderItems.map((item) => centsOf(item.total)))).toBe(
      centsOf(subTotal) - centsOf(discount),
    );
  }
  const order = await read<Order>(
    `/orders/${orders.find(({ status }) => status.name === "Saiu para entrega")!.id}`,
  );
  expect(order.history.filter((change) => change.told).map(({ name }) => name)).toEqual([
    "Em preparo",
    "Saiu para entrega",
  ]);
  const sold = orders.filter(({ cancelledAt }) => !cancelledAt);
  const { totals } = await read<{
    totals: { orders: number; total: string; budgets: number; ordered: number };
  }>("/dashboard/sales?days=2");
  expect([totals.orders, centsOf(totals.total), totals.ordered]).toEqual([
    sold.length,
    sum(sold.map(({ total }) => centsOf(total))),
    orders.length,
  ]);

  for (const [index, { id: storeId }] of stores.entries()) {
    for (const { id, stock } of offers[index]!) {
      const entry = (
        await read<{ productStores: { id: number; storeId: number }[] }>(`/productStores/all/${id}`)
      ).productStores.find((each) => each.storeId === storeId)!;
      const { stockMovements: moved } = await read<{
        stockMovements: { amount: number; reason: string }[];
      }>(`/productStores/${entry.id}/movements`);
      const taken = sum(
        sold
          .filter((order) => order.storeId === storeId)
          .flatMap(({ orderItems }) =>
            orderItems.filter(({ productId }) => productId === id).map(({ amount }) => amount),
          ),
      );
      expect([
        id,
        sum(moved.map(({ amount }) => amount)),
        0 - sum(moved.filter(({ reason }) => reason !== "start").map(({ amount }) => amount)),
      ]).toEqual([id, stock, taken]);
    }
  }
  const { coupons } = await read<{ coupons: { id: number; currentUsage: number }[] }>(
    "/coupons/list",
  );
  expect(coupons.map(({ currentUsage }) => currentUsage)).toEqual(
    coupons.map(({ id }) => sold.filter(({ couponId }) => couponId === id).length),
  );

  const { tickets } = await read<{ tickets: { contactId: number; contact: { name: string } }[] }>(
    "/tickets",
    ana,
  );
  const otto = tickets.find(({ contact }) => contact.name === "Otto Ramos")!;
  expect(
    (await read<{ data: object[] }>(`/budgets/list?contactId=${otto.contactId}`, ana)).data,
  ).toMatchObject([
    {
      freight: "5.00",
      total: "36.40",
      pixCode: expect.stringContaining("br.gov.bcb.pix"),
      orderItems: [{ amount: 10 }, { amount: 1 }, { amount: 1 }],
    },
  ]);
  const { lista } = await read<{ lista: { id: number; ticketsCount: number }[] }>("/tags/kanban");
  expect(lista.map(({ ticketsCount }) => ticketsCount)).toEqual([1, 1, 1, 1]);
  const { promotions } = await read<{ promotions: { mediaPath: string | null }[] }>("/promotions");
  expect(promotions).toMatchObject([{ mediaPath: expect.any(String) }]);

  const { records } = await read<{ records: Campaign[] }>("/campaigns");
  expect(records.map(({ name, status }) => [name, status])).toEqual([
    ["Cesta de Natal", "PROGRAMADA"],
    ["Semana da broa", "FINALIZADA"],
  ]);
  expect(await read(`/campaigns/${records[1]!.id}/report`)).toMatchObject({
    funnel: {
      total: 8,
      sent: 8,
      delivered: 8,
      read: 5,
      answered: 3,
      optedOut: 0,
      optedOutAfter: 1,
    },
  });
  expect((await read<{ schedules: object[] }>("/schedules")).schedules.length).toBeGreaterThan(5);
  expect((await read<{ records: object[] }>("/chats", ana)).records).toHaveLength(1);
  expect([await demo.stop(), readdirSync(tmp)]).toEqual([0, []]);
}, 90_000);
