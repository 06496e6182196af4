import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { sellingFrom } from "./counter.ts";
import { sound } from "./sound.ts";

const shop = await openShop();
const counter = await sellingFrom(shop.call);

test("options and notes of items change with the order, at the price that the server works out", async () => {
  const { id: groupId } = await shop.call<{ id: number }>("POST", "/option-groups", {
    name: "Tamanho",
    min: 1,
    max: 1,
    options: [{ name: "Pequeno" }, { name: "Grande", price: "2.50" }],
  });
  const coffee = counter.products["Café coado"];
  const order = await counter.sells("Bia", { "Café coado": 2 });
  await shop.call("PUT", `/products/${coffee}`, { optionGroupIds: [groupId] });
  const rui = await shop.enters("rui", { at: `/orders/${order.id}` });
  await rui.button("Editar").click();
  const form = rui.dialog(`Editar pedido ${order.number}`);

  // Pieces that were sold without options stay as they are; one more asks for its options.
  const search = form.getByRole("combobox", { name: "Adicionar produto" });
  await search.fill("café");
  await form.getByRole("option", { name: /Café coado/ }).click();
  const lines = form.locator("[data-line]");
  rui.expects(422);
  await lines.nth(1).waitFor();
  await lines.nth(1).getByText("Falta escolher as opções.").waitFor();
  await lines
    .nth(1)
    .getByRole("button", { name: /^Grande/ })
    .click();
  await form.getByText("Novo total (antes R$ 12,00)").waitFor();
  await form.locator("[data-new-total]").getByText("R$ 20,50").first().waitFor();
  await lines.nth(1).getByRole("button", { name: "Observação de Café coado" }).click();
  await rui.page.keyboard.type("Sem açúcar");
  await rui.page.keyboard.press("Enter");
  await sound(rui, "options in an order's form");
  await form.getByRole("button", { name: "Salvar" }).click();
  await form.waitFor({ state: "detached" });
  await rui.sees("Sem açúcar");
  await rui.sees("Grande");
  type Item = { amount: number; note: string; options: { name: string }[] };
  const { orderItems } = await shop.call<{ orderItems: Item[] }>("GET", `/orders/${order.id}`);
  expect(
    orderItems.map(({ amount, note, options }) => [amount, note, options.map(({ name }) => name)]),
  ).toEqual([
    [2, "", []],
    [1, "Sem açúcar", ["Grande"]],
  ]);
});
