import { expect } from "bun:test";
import { bread, cartOf, home, juice, pays, sells } from "../../../src/testing/bakery.ts";
import { enter } from "../../../src/testing/screen/page.tsx";
import { key, screen } from "../../../src/testing/screen/screen.ts";
import { box, day, morning, test } from "../../../src/testing/world.ts";
import type { FullOrder } from "../orders/types.ts";

const shop = await box();
sells(shop.db);
const ana = shop.as("ana");

const beto = (await shop.as("rui").post<{ id: number }>("/couriers", { name: "Beto" })).body;
const brings = async (more: object = {}) =>
  (
    await ana.post<FullOrder>(
      "/orders",
      cartOf([[juice, 1]], {
        typeRoute: "ENTREGA",
        contactAddressId: home,
        courierId: beto.id,
        ...more,
      }),
    )
  ).body;

// rules.md#couriers
test("a courier brings back cash, which is settled in one step, and no Pix is marked", async () => {
  const cash = await brings({ changeFor: "20.00" });
  const pix = await brings({ paymentId: pays.pix });
  await enter(shop, "ana", "/orders");
  await screen.press("Entregas");
  await screen.sees("Traz em dinheiro");
  await screen.sees(/R\$\s17,00/);
  await screen.sees(/R\$\s3,00/);
  await screen.press(/^Acertar R\$\s17,00/);
  await screen.sees(/Recebido de Beto: R\$\s17,00/);
  const owedOf = async ({ id }: FullOrder) => (await ana.get<FullOrder>(`/orders/${id}`)).body.owed;
  expect([await owedOf(cash), await owedOf(pix)]).toEqual(["0.00", "17.00"]);
  await key("Escape");
});

// rules.md#wanted-times
test("the list shows the days ahead, and narrows itself to one of them", async () => {
  const wantedAt = new Date(morning + 3 * day).toISOString();
  const ahead = (await ana.post<FullOrder>("/orders", cartOf([[bread, 2]], { wantedAt }))).body;
  await enter(shop, "ana", "/orders");
  await screen.find("link", "1");
  await screen.press(/^seg\., 23\/11: 1 pedido/);
  await screen.find("link", String(ahead.number));
  expect(screen.all("link", "1")).toHaveLength(0);
  await screen.press(/^seg\., 23\/11: 1 pedido/);
  await screen.find("link", "1");
});
