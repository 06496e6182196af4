import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { sellingFrom } from "./counter.ts";
import { phone } from "./seat.ts";
import { fits, soundInBothThemes } from "./sound.ts";

const shop = await openShop();
const counter = await sellingFrom(shop.call);

test("money is received with change at an open till, and the till is counted and closed", async () => {
  const order = await counter.sells("Bia", { "Bolo de fubá": 1, "Pão de queijo": 2 });
  const rui = await shop.enters("rui", { at: "/tills" });
  const { page } = rui;
  await page.getByRole("button", { name: "Abrir o caixa" }).click();
  await page.getByLabel("Dinheiro na gaveta agora").fill("150,00");
  await soundInBothThemes(rui, "open a till");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Fechar o caixa" }).waitFor();
  const till = page.url();

  // 37,00 are owed: 10,00 come by Pix, then a note of 50.
  const sheet = await shop.call<{ id: number }>("GET", `/orders/${order.id}`);
  await page.goto(new URL(`/orders/${sheet.id}`, till).href);
  await page.getByRole("button", { name: "Receber" }).click();
  const dialog = page.getByRole("dialog", { name: `Receber do pedido ${order.number}` });
  const amount = dialog.getByLabel("Valor recebido");

  await dialog.getByRole("radio", { name: /Dinheiro/, checked: true }).waitFor();
  expect(await amount.inputValue()).toBe("37,00");
  await page.keyboard.press("p");
  await dialog.getByRole("radio", { name: /Pix/, checked: true }).waitFor();
  await amount.fill("10,00");
  await page.keyboard.press("Enter");
  await dialog.getByText("R$ 27,00").first().waitFor();
  await page.keyboard.press("d");
  await amount.fill("50,00");
  await dialog.getByText("R$ 23,00").waitFor();
  await soundInBothThemes(rui, "receive");
  await page.keyboard.press("Enter");
  const paid = page.getByRole("dialog", { name: `Pedido ${order.number} pago` });
  await paid.getByText("R$ 23,00").waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("Recebido R$ 27,00 · Dinheiro").waitFor();
  await page.getByText("Pago", { exact: true }).first().waitFor();
  await soundInBothThemes(rui, "a paid order");

  await page.goto(till);
  await page.getByText("R$ 177,00").first().waitFor();
  for (const [piece, count] of [
    ["100,00", "1"],
    ["50,00", "1"],
    ["20,00", "1"],
  ])
    await page.getByLabel(`Quantas de R$ ${piece}`).fill(count!);
  await page.getByText("falta na gaveta").waitFor();
  await page.getByLabel("Quantas de R$ 5,00").fill("1");
  await page.keyboard.press("Enter");
  expect(
    await page.getByLabel("Quantas de R$ 2,00").evaluate((it) => it === document.activeElement),
  ).toBe(true);
  await page.keyboard.type("1");
  await page.getByText("confere").waitFor();
  await page.getByLabel("Fica na gaveta para amanhã").fill("150,00");
  await page.getByText("O resto, R$ 27,00, vai para o cofre.").waitFor();
  await soundInBothThemes(rui, "close a till");
  await page.setViewportSize(phone);
  await fits(rui, "close a till on a phone");
  await page.getByRole("button", { name: "Fechar o caixa" }).click();
  await page.getByRole("heading", { name: /^Caixa de / }).waitFor();
  await fits(rui, "a closed till on a phone");
  expect(await shop.call("GET", "/tills/")).toMatchObject({
    tills: [{ difference: "0.00", rest: "150.00", taken: "37.00", orders: 1 }],
  });

  await page.goto(new URL("/tills", till).href);
  await page.getByRole("button", { name: "Abrir o caixa" }).click();
  await page.getByText(/deixou R\$\s150,00 na última vez/).waitFor();
});
