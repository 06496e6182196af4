import { expect } from "bun:test";
import { claimedFolder } from "../../testing/claimed.ts";
import { efiAccount, efiStand } from "../../testing/efi.ts";
import { kills } from "../../testing/kills.ts";
import { owner, startBox } from "../../testing/running.ts";
import { afterwards, test, until, type Caller } from "../../testing/world.ts";
import type { Order } from "./table.ts";

const rounds = kills(20);
const ordersEach = 5;

type Row = { id: number };

/** A shop with an account for Pix, and one product. Returns the body of a sale. */
async function furnished(rui: Caller, efiUrl: string) {
  const make = async (path: string, body: object) => (await rui.post<Row>(path, body)).body.id;
  const storeId = await make("/stores", { name: "Centro" });
  const productId = await make("/products", { name: "Bolo" });
  const prices = { costPrice: "0.50", sellingPrice: "10.00", promotionPrice: "" };
  await rui.post("/productStores", { productId, storeId, stock: 10_000, ...prices });
  const { pixKey, clientId, clientSecret, certificate } = efiAccount;
  const account = { pixKey, efiUrl, clientId, clientSecret, certificate };
  expect(await rui.put(`/pix-accounts/${storeId}`, account)).toMatchObject({ status: 200 });
  const contactId = await make("/contacts", { name: "Bia", number: "5511988880001" });
  const { payments } = (await rui.get<{ payments: Row[] }>("/payments/")).body;
  return {
    contactId,
    storeId,
    paymentId: payments[0]!.id,
    typeRoute: "RETIRADA",
    orderItems: [{ productId, amount: 1 }],
  };
}

test("killed again and again while payments come: each is booked once", async () => {
  const efi = efiStand(Date.now);
  afterwards(() => efi.stop());
  const data = await claimedFolder();
  const surroundings = {
    env: {
      BALCAO_OUTBOUND_ALLOW: "127.0.0.0/8",
      NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS!,
    },
  };
  let box = await startBox(data, surroundings);
  const { token } = (await box.stranger.post<{ token: string }>("/auth/login", owner)).body;
  const sale = await furnished(box.as(token), efi.url);
  const orders: number[] = [];
  const txids: string[] = [];
  const tell = async (which: string[]) => {
    const pix = which.map((txid) => ({ txid }));
    await box.stranger.call("POST", "/pix-accounts/notices/1/pix", { pix }).catch(() => {});
  };
  for (let round = 0; round < rounds; round++) {
    const rui = box.as(token);
    const news: string[] = [];
    for (let count = 0; count < ordersEach; count++) {
      const { id } = (await rui.post<Order>("/orders", sale)).body;
      orders.push(id);
      news.push((await rui.post<{ txid: string }>(`/orders/${id}/pix`)).body.txid);
    }
    for (const txid of news) efi.pay(txid);
    txids.push(...news);
    await tell([...news, ...news]);
    await Bun.sleep((round * 7) % 40);
    await box.kill();
    box = await startBox(data, surroundings);
  }
  const rui = box.as(token);
  await until(async () => {
    await tell(txids);
    const { orders: rows } = (
      await rui.get<{ orders: Order[] }>("/orders?paymentState=unpaid&pageNumber=1")
    ).body;
    return rows.length === 0;
  }, 60_000);
  for (const id of orders) {
    const { receipts, received } = (await rui.get<Order>(`/orders/${id}`)).body;
    expect([id, received, receipts.length]).toEqual([id, "10.00", 1]);
  }
  await box.stop();
}, 180_000);
