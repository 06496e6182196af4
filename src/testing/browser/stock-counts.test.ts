import { expect } from "bun:test";
import type { ProductStore } from "../../modules/stock/table.ts";
import { openShop, test } from "./browser.ts";
import { sellingFrom } from "./counter.ts";
import { phone } from "./seat.ts";
import { fits, soundInBothThemes } from "./sound.ts";

const shop = await openShop();
const counter = await sellingFrom(shop.call);
const { id: juice } = await shop.call<{ id: number }>("POST", "/products", {
  name: "Suco de uva",
  ean: "7891234567895",
});
await shop.call("POST", "/productStores", {
  productId: juice,
  storeId: counter.store.id,
  stock: 10,
  costPrice: "4.00",
  sellingPrice: "9.00",
});
const stored = async () =>
  (await shop.call<{ productStores: ProductStore[] }>("GET", `/productStores/all/${juice}`))
    .productStores[0]!;

test("goods that came are scanned, and the stock and its cost follow", async () => {
  const rui = await shop.enters("rui", { at: "/purchases/new" });
  const { page } = rui;
  await page.getByLabel("Fornecedor").fill("Vinícola Serra");
  await page.getByRole("combobox", { name: "Produto que chegou" }).fill("7891234567895");
  await page.keyboard.press("Enter");
  const amount = page.getByLabel("Quantidade");
  await amount.waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Dar entrada" }).click();
  await amount.and(page.locator("[aria-invalid]")).waitFor();
  await soundInBothThemes(rui, "a purchase with a missing amount");
  await amount.fill("10");
  await page.getByLabel("Custo total").fill("60,00");
  await page.getByText("estoque 10 → 20").waitFor();
  expect(await page.getByLabel("Custo de um").inputValue()).toBe("6,00");
  await page.getByRole("button", { name: "Dar entrada" }).click();
  await page.getByRole("heading", { name: "Vinícola Serra" }).waitFor();
  await soundInBothThemes(rui, "a purchase");
  expect(await stored()).toMatchObject({ stock: 20, costPrice: "5.00" });

  await page.getByRole("button", { name: "Desfazer entrada" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Desfazer entrada" }).click();
  await page.getByText(/^Desfeita por /).waitFor();
  expect(await stored()).toMatchObject({ stock: 10, costPrice: "4.00" });
});

test("a store is counted with a scanner, and its differences are closed", async () => {
  const rui = await shop.enters("rui", { at: "/stock-counts" });
  const { page } = rui;
  await page.getByRole("button", { name: "Contar o estoque" }).first().click();
  await page.getByRole("button", { name: "Começar" }).click();
  const search = page.getByLabel("Passe o leitor ou digite o nome");
  for (const [typed, message] of [
    ["7891234567895", "Suco de uva: 1"],
    ["6*7891234567895", "Suco de uva: 7"],
    ["7891234567888", "7891234567888"],
  ]) {
    await search.fill(typed!);
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText(message!).waitFor();
  }
  await search.fill("suco");
  await page.keyboard.press("Enter");
  const amount = page.getByLabel("Quantidade contada de Suco de uva");
  await amount.and(page.locator(":focus")).waitFor();
  await page.keyboard.type("8");
  await page.keyboard.press("Enter");
  await page.getByRole("row", { name: /Suco de uva.*−2.*R\$\s8,00/ }).waitFor();
  await soundInBothThemes(rui, "a count");
  await page.setViewportSize(phone);
  await fits(rui, "a count on a phone");
  await page.getByRole("button", { name: "Fechar e acertar" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Fechar e acertar" }).click();
  await page.getByText("Fechada", { exact: true }).waitFor();
  await fits(rui, "a closed count on a phone");
  expect((await stored()).stock).toBe(8);
});

test("price and stock are changed in the list, and what is low is marked", async () => {
  const rui = await shop.enters("rui", { at: "/products" });
  const { page } = rui;
  await page.getByRole("button", { name: "Mudar o preço de Suco de uva" }).click();
  const price = page.getByRole("textbox", { name: "Mudar o preço de Suco de uva" });
  await price.fill("zero");
  await page.keyboard.press("Enter");
  await page.getByText("Um número acima de zero, como 12 ou 12,90").waitFor();
  await price.fill("16");
  await page.keyboard.press("Enter");
  await page.getByRole("row", { name: /Suco de uva.*R\$\s16,00.*75\s?%/ }).waitFor();
  await page.getByRole("button", { name: "Corrigir o estoque de Suco de uva" }).click();
  await page.keyboard.type("3");
  await page.keyboard.press("Enter");
  await page.getByRole("img", { name: "baixo" }).or(page.getByLabel("baixo")).first().waitFor();
  expect(await stored()).toMatchObject({ stock: 3, sellingPrice: "16.00" });
  await soundInBothThemes(rui, "products with price and stock");

  await shop.call("POST", "/products", { name: "Torta de limão" });
  await page.getByRole("tab", { name: /^Estoque baixo/ }).click();
  await page.getByRole("row", { name: /Torta/ }).waitFor({ state: "detached" });
  await page.getByRole("row", { name: /Suco de uva/ }).waitFor();
  await page.getByRole("tab", { name: /^Sem preço/ }).click();
  await page.getByRole("row", { name: /Torta de limão.*sem preço/ }).waitFor();
  await page.setViewportSize(phone);
  await fits(rui, "products on a phone");
});
