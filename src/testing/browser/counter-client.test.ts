import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { sellingFrom } from "./counter.ts";
import { eventually } from "./eventually.ts";
import { phone, type Seat } from "./seat.ts";
import { passes } from "./sound.ts";

const shop = await openShop();
const { store, products } = await sellingFrom(shop.call);
await shop.call("PUT", `/stores/${store.id}`, { keyPix: "contato@paoquente.com.br" });
await shop.call("PUT", `/products/${products["Bolo de fubá"]}`, { unit: "kg" });

type Row = { total: number; received: number; paymentId: number | null; contactId: number | null };
const lastSale = () =>
  shop.looksUp<Row>(
    "SELECT total, received, paymentId, contactId FROM orders ORDER BY id DESC LIMIT 1",
  )[0];

const search = (seat: Seat) => seat.page.getByRole("combobox", { name: "Buscar produto" });
const isFocused = ({ page }: Seat, selector: string) =>
  page.locator(selector).and(page.locator(":focus")).waitFor();
const choose = async (seat: Seat, typed: string, name: RegExp) => {
  await search(seat).fill(typed);
  await seat.page.getByRole("option", { name }).waitFor();
  await seat.page.keyboard.press("Enter");
};
const total = (seat: Seat, text: string) =>
  eventually(
    async () =>
      (await seat.page.locator("[data-total]").innerText()).replace(/\u00a0/g, " ") === text ||
      undefined,
    `the total to be ${text}`,
  );

test("a product by weight asks for its weight, unless it was typed with it", async () => {
  const seat = await shop.enters("ana");
  const { page } = seat;
  await seat.goes("/orders/new");
  await isFocused(seat, "[data-product-search]");
  await choose(seat, "bolo", /Bolo de fubá/);
  await page.getByText("Bolo de fubá: quanto em kg?").waitFor();
  await page.keyboard.type("0,5");
  await page.keyboard.press("Enter");
  await total(seat, "R$ 14,00");
  await isFocused(seat, "[data-product-search]");
  await choose(seat, "0,250 bolo", /Bolo de fubá/);
  await total(seat, "R$ 21,00");
  await isFocused(seat, "[data-product-search]");
  await choose(seat, "caf", /Café coado/);
  await total(seat, "R$ 27,00");
  await isFocused(seat, "[data-product-search]");
});

test("a client is made in place with name and number, and pays later", async () => {
  const seat = await shop.enters("rui");
  const { page } = seat;
  await seat.goes("/orders/new");
  await choose(seat, "2*caf", /Café coado/);
  await total(seat, "R$ 12,00");
  await page.keyboard.press("Enter");
  await page.getByRole("radio", { name: /Fiado/ }).click();
  await page.getByText("Para vender fiado, volte aos itens e escolha o cliente.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("combobox", { name: /Cliente/ }).fill("Dona Lourdes");
  await page.getByRole("option", { name: /Dona Lourdes/ }).click();
  const dialog = page.getByRole("dialog");
  await isFocused(seat, "dialog [name=number]");
  await page.keyboard.type("119");
  await page.keyboard.press("Enter");
  await dialog.locator("[name=number][aria-invalid=true]").waitFor();
  await dialog.getByLabel("Número").fill("11 97777-0099");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Receber" }).click();
  await page.getByLabel("Valor recebido").waitFor();
  await page.keyboard.press("f");
  await page.locator("[aria-checked=true]", { hasText: "Fiado" }).waitFor();
  await page.keyboard.press("Shift+Enter");
  await page.getByText(/Venda \d+ registrada/).waitFor();
  expect(lastSale()).toMatchObject({ total: 1200, received: 0, paymentId: null });
  expect(lastSale()!.contactId).not.toBeNull();
});

test("a Pix shows its code for the amount, and the total stays at the foot of a phone", async () => {
  const seat = await shop.enters("lia", { size: phone });
  const { page } = seat;
  await seat.goes("/orders/new");
  await choose(seat, "9*caf", /Café coado/);
  await total(seat, "R$ 54,00");
  const isInWindow = async (name: string) => {
    const box = (await page.getByRole("button", { name }).boundingBox())!;
    return box.y >= 0 && box.y + box.height <= phone.height;
  };
  expect(await isInWindow("Receber")).toBe(true);
  await page.getByRole("button", { name: "Receber" }).click();
  await page.getByRole("radio", { name: /Pix/ }).click();
  const code = page.getByRole("img", { name: "QR do Pix" });
  const whole = await code.getAttribute("src");
  await page.getByLabel("Valor recebido").fill("20");
  await eventually(
    async () => (await code.getAttribute("src")) !== whole || undefined,
    "the code to be of the typed amount",
  );
  expect(await isInWindow("Receber R$ 20,00")).toBe(true);
  await passes(seat, "the Pix of a sale");
});
