import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { sellingFrom } from "./counter.ts";
import { eventually } from "./eventually.ts";
import { phone, type Seat } from "./seat.ts";
import { passes } from "./sound.ts";

const shop = await openShop();
const { products } = await sellingFrom(shop.call);
const eans = { "Pão de queijo": "7891000100103", "Bolo de fubá": "7891000100202" } as const;
for (const [name, ean] of Object.entries(eans))
  await shop.call("PUT", `/products/${products[name as keyof typeof eans]}`, { ean });

type Row = { number: number; total: number; received: number; channel: string };
const sales = () =>
  shop.looksUp<Row>("SELECT number, total, received, channel FROM orders ORDER BY id");

const search = (seat: Seat) => seat.page.getByRole("combobox", { name: "Buscar produto" });
const isFocused = (seat: Seat) =>
  eventually(
    () => search(seat).evaluate((field) => document.activeElement === field || undefined),
    "the search to have the focus",
  );
const total = (seat: Seat, text: string) =>
  eventually(
    async () =>
      (await seat.page.locator("[data-total]").innerText()).replace(/\u00a0/g, " ") === text ||
      undefined,
    `the total to be ${text}`,
  );
const quantity = (seat: Seat, name: string) =>
  seat.page.getByRole("textbox", { name: `Quantidade de ${name}` });

test("three scanned items are paid in cash with change and printed, with at most 8 keys", async () => {
  const seat = await shop.enters("ana");
  const { page } = seat;
  await page.addInitScript(
    () =>
      void (window.print = () => {
        document.documentElement.setAttribute("data-printed", "");
        window.dispatchEvent(new Event("afterprint"));
      }),
  );
  await seat.goes("/orders");
  await page.getByRole("button", { name: "Nova venda" }).waitFor();
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  await press("Alt+n");
  await isFocused(seat);
  const scan = async (code: string) => {
    await page.keyboard.type(code);
    await page.keyboard.press("Enter");
  };
  await scan(eans["Pão de queijo"]);
  await scan(eans["Bolo de fubá"]);
  await scan(eans["Pão de queijo"]);
  await total(seat, "R$ 37,00");
  await press("Enter");
  await page.getByLabel("Valor recebido").waitFor();
  await eventually(
    () =>
      page
        .getByLabel("Valor recebido")
        .evaluate(
          (field: HTMLInputElement) =>
            (document.activeElement === field && field.selectionEnd === field.value.length) ||
            undefined,
        ),
    "the amount to be selected",
  );
  await press("5");
  await press("0");
  await press("Enter");
  await page.getByText("Venda 1 paga").waitFor();
  expect((await page.locator("[data-change]").innerText()).replace(/\u00a0/g, " ")).toBe(
    "R$ 13,00",
  );
  await page.locator("html[data-printed]").waitFor();
  expect(keys).toBeLessThanOrEqual(8);
  expect(sales()).toEqual([{ number: 1, total: 3700, received: 3700, channel: "COUNTER" }]);

  // The next code begins the next sale.
  await isFocused(seat);
  await scan(eans["Bolo de fubá"]);
  await total(seat, "R$ 28,00");
  await page.getByText("Venda 1 paga").waitFor({ state: "hidden" });
});

test("the search takes what is typed in a quantity: letters, a code, and Enter", async () => {
  const seat = await shop.enters("rui");
  const { page } = seat;
  await seat.goes("/orders/new");
  await isFocused(seat);
  await page.keyboard.type("3*bolo");
  await page.getByRole("option", { name: /Bolo de fubá/ }).waitFor();
  await page.keyboard.press("Enter");
  await total(seat, "R$ 84,00");
  await isFocused(seat);
  await page.keyboard.press("ArrowUp");
  await quantity(seat, "Bolo de fubá").and(page.locator(":focus")).waitFor();
  await page.keyboard.type("2");
  await total(seat, "R$ 56,00");
  await page.keyboard.press("Enter");
  await isFocused(seat);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.type(eans["Pão de queijo"]);
  await page.keyboard.press("Enter");
  await total(seat, "R$ 60,50");
  expect(await quantity(seat, "Bolo de fubá").inputValue()).toBe("2");
  await isFocused(seat);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.type("caf");
  await isFocused(seat);
  expect(await search(seat).inputValue()).toBe("caf");
});

test("a sale waits on hold, two methods pay it, and the screen passes", async () => {
  const seat = await shop.enters("lia", { size: phone });
  const { page } = seat;
  await seat.goes("/orders/new");
  await isFocused(seat);
  await page.keyboard.type("2*bolo");
  await page.getByRole("option", { name: /Bolo de fubá/ }).waitFor();
  await page.keyboard.press("Enter");
  await total(seat, "R$ 56,00");
  await passes(seat, "a sale");
  await page.getByRole("button", { name: "Deixar em espera" }).click();
  await total(seat, "R$ 0,00");
  await page.getByRole("button", { name: "Em espera: 1" }).click();
  await page.getByRole("menuitem", { name: /Bolo de fubá/ }).click();
  await total(seat, "R$ 56,00");
  await page.getByRole("button", { name: "Receber" }).click();
  await page.getByRole("radio", { name: "Pix" }).click();
  await page.getByLabel("Valor recebido").fill("30");
  await passes(seat, "the money of a sale");
  await page.getByRole("button", { name: "Receber R$ 30,00" }).click();
  await page.getByRole("radio", { name: "Dinheiro" }).click();
  await page.getByLabel("Valor recebido").fill("26");
  await page.getByRole("button", { name: "Sem imprimir" }).click();
  await page.getByText(/Venda \d+ paga/).waitFor();
  expect(sales().at(-1)).toMatchObject({ total: 5600, received: 5600 });
});
