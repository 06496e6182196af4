import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import { cellsOf } from "../sheets.ts";
import { openShop, test } from "./browser.ts";
import { sellingFrom } from "./counter.ts";
import { phone, type Seat } from "./seat.ts";
import { passes } from "./sound.ts";

const shop = await openShop();
const counter = await sellingFrom(shop.call);
await shop.call("PUT", "/settings/singleSession", { value: "disabled" });

const figure = (seat: Seat, name: string) => seat.page.locator(`[data-figure=${name}] dd`).first();
const shows = (seat: Seat, name: string, value: string) =>
  figure(seat, name).getByText(value, { exact: true });

test("an admin sees what was sold, by hour, seller, store and product, and has it as a sheet", async () => {
  const rui = await shop.enters("rui", { at: "/dashboard", clock: true });
  await shows(rui, "sales", "R$ 0,00").waitFor();
  await counter.sells("Bia", { "Pão de queijo": 6, "Café coado": 1 });
  const cancelled = await counter.sells("Davi", { "Bolo de fubá": 3 });
  await shop.call("PUT", `/orders/${cancelled.id}/status/${counter.status("Cancelado")}`);
  await rui.seesLater(shows(rui, "sales", "R$ 33,00"));
  await rui.page.locator("[data-figure=sales]").getByText("1 pedido, 0 por conversa").waitFor();
  await rui.page.locator("[data-need=unpaid]").getByText("1 pedido sem pagamento").waitFor();
  await shows(rui, "averageTicket", "R$ 33,00").waitFor();
  const list = (name: string) => rui.page.getByRole("region", { name }).getByRole("listitem");
  await list("Mais vendidos").filter({ hasText: "Pão de queijo" }).getByText("R$ 27,00").waitFor();
  await list("Por vendedor").filter({ hasText: "Zefa" }).getByText("1 pedido").waitFor();
  await list("Por loja").filter({ hasText: "Padaria Pão Quente Centro" }).waitFor();
  const sold = rui.page
    .getByRole("group", { name: "Vendas por hora" })
    .getByRole("link", { name: /^\d+ h: R\$\s33,00; / });
  await sold.waitFor();
  await passes(rui, "/dashboard with sales");

  const file = rui.page.waitForEvent("download");
  await rui.button("Baixar ou imprimir").click();
  await rui.page.getByRole("menuitem", { name: "Exportar pedidos (xlsx)" }).click();
  const download = await file;
  expect(download.suggestedFilename()).toMatch(/^vendas-.*\.xlsx$/);
  const rows = cellsOf(new Uint8Array(readFileSync(await download.path())));
  expect(
    rows
      .map((row) => row.map(({ v }) => v))
      .slice(1)
      .map(([number, , status, contact]) => [number, status, contact]),
  ).toEqual([
    [1, "Pendente", "Bia"],
    [2, "Cancelado", "Davi"],
  ]);

  // In the dark, and on a phone.
  await rui.page.evaluate(() => localStorage.setItem("preferredTheme", "dark"));
  await rui.page.setViewportSize(phone);
  await rui.page.reload();
  await shows(rui, "sales", "R$ 33,00").waitFor();
  await passes(rui, "/dashboard with sales, in the dark");
});

test("beside a conversation stands what the customer bought, live", async () => {
  await shop.customer("Elis").says("Oi");
  const rui = await shop.enters("rui");
  await rui.accepts("Elis");
  const { contactId } = (
    await shop.call<{ tickets: { contactId: number; contact: { name: string } }[] }>(
      "GET",
      "/tickets?status=open&showAll=true",
    )
  ).tickets.find(({ contact }) => contact.name === "Elis")!;
  const bought = rui.page.getByRole("region", { name: "Compras" });
  const order = await shop.call<{ id: number; number: number }>("POST", "/orders", {
    contactId,
    storeId: counter.store.id,
    typeRoute: "RETIRADA",
    paymentId: 1,
    orderItems: [{ productId: counter.products["Bolo de fubá"], amount: 1 }],
  });
  await bought.getByText("R$ 28,00 em 1 pedido").waitFor();
  await shop.call("POST", "/budgets", {
    contactId,
    storeId: counter.store.id,
    typeRoute: "RETIRADA",
    paymentId: 1,
    orderItems: [{ productId: counter.products["Café coado"], amount: 1 }],
  });
  await bought.getByRole("button", { name: /^1 orçamento em aberto/ }).waitFor();
  await bought.getByRole("link", { name: new RegExp(`^Pedido ${order.number}`) }).click();
  await rui.waitsAt(`/orders/${order.id}`);
});
