import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { sellingFrom } from "./counter.ts";
import { lacks } from "./gadgets.ts";
import type { Seat } from "./seat.ts";
import { sound } from "./sound.ts";

const shop = await openShop();
const counter = await sellingFrom(shop.call);

const waiting = (seat: Seat, name: string | RegExp) => seat.page.locator("[data-tools]").getByRole("button", { name });
const rung = (seat: Seat) => seat.page.evaluate(() => (window as unknown as { rings?: number }).rings ?? 0);
const rings = (seat: Seat, times: number) => seat.page.waitForFunction((times) => (window as unknown as { rings?: number }).rings === times, times);

test("orders that nobody took up are counted, ring, and ring again while there are any", async () => {
  await shop.call("PUT", "/settings/InformationOrders", { value: "10000" });
  const rui = await shop.enters("rui", { clock: true, before: listen });
  await waiting(rui, "Pedidos pendentes").click();
  await rui.sees("Nenhum pedido pendente");
  await rui.page.keyboard.press("Escape");

  const order = await counter.sells("Bia", { "Pão de queijo": 6 });
  await waiting(rui, "1 pedido pendente").waitFor();
  await rings(rui, 1);
  await rui.waits(10_000);
  await rings(rui, 2);
  const other = await counter.sells("Davi", { "Café coado": 1 });
  await waiting(rui, "2 pedidos pendentes").waitFor();

  await waiting(rui, "2 pedidos pendentes").click();
  const panel = rui.page.getByRole("dialog", { name: "Pedidos pendentes" });
  await panel.getByRole("link").filter({ hasText: "6 × Pão de queijo" }).waitFor();
  await sound(rui, "pending orders");
  // A change of status takes it out, whoever made it.
  await shop.call("PUT", `/orders/${order.id}/status/${counter.status("Em preparo")}`);
  await panel.getByText("6 × Pão de queijo").waitFor({ state: "detached" });
  await panel.getByRole("link").filter({ hasText: "1 × Café coado" }).click();
  await rui.waitsAt(`/orders/${other.id}`);
  await rui.sees("Histórico");
  await shop.call("DELETE", `/orders/${other.id}`);
  await waiting(rui, "Pedidos pendentes").waitFor();
  const before = await rung(rui);
  await rui.waits(30_000);
  expect(await rung(rui)).toBe(before);
});

test("an agent hears of their own sales alone, and nobody where the plan has none", async () => {
  const order = await counter.sells("Elis", { "Bolo de fubá": 1 });
  const ana = await shop.enters("ana");
  await waiting(ana, "Pedidos pendentes").waitFor();
  const rui = await shop.enters("rui");
  await waiting(rui, "1 pedido pendente").waitFor();

  const plain = await shop.enters("zefa", { own: true });
  await lacks(plain, "useSales");
  await plain.page.reload();
  await plain.page.locator("[data-tools]").getByRole("button", { name: /Notificações/ }).waitFor();
  expect(await waiting(plain, /pendente/).count()).toBe(0);
  await shop.call("DELETE", `/orders/${order.id}`);
});

// Runs in the page before our code.
function listen() {
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (when) {
    const heard = window as unknown as { rings?: number };
    if (this.frequency.value === 880) heard.rings = (heard.rings ?? 0) + 1;
    start.call(this, when);
  };
}
