import { openShop, test } from "./browser.ts";
import { sellingFrom } from "./counter.ts";
import { passes } from "./sound.ts";

const shop = await openShop();
const counter = await sellingFrom(shop.call);

test("a lane folds by F and opens again, for this person on each of their screens", async () => {
  const order = await counter.sells("Bia", { "Café coado": 2 });
  const wide = { width: 1440, height: 900 };
  const rui = await shop.enters("rui", { size: wide });
  const { page } = rui;
  await rui.goes("/kanbanOrders");
  const card = rui.link(`Abrir pedido ${order.number}`);
  await card.waitFor();
  const folded = page.getByRole("button", { name: /Pendente\s*Abrir a coluna$/ });
  await card.focus();
  await page.keyboard.press("f");
  await folded.and(page.locator(":focus")).waitFor();
  await card.waitFor({ state: "detached" });
  await passes(rui, "a board with a folded lane");
  await page.reload();
  await folded.waitFor();

  const ana = await shop.enters("ana", { size: wide });
  await ana.goes("/kanbanOrders");
  await ana.page.getByRole("button", { name: "Recolher a coluna Pendente" }).waitFor();

  await folded.focus();
  await page.keyboard.press("f");
  await card.waitFor();
});

test("the final lanes fold by themselves where not all lanes fit", async () => {
  const lia = await shop.enters("zefa", { size: { width: 1280, height: 720 } });
  await lia.goes("/kanbanOrders");
  const cancelled = lia.page.getByRole("button", { name: /Cancelado\s*Abrir a coluna$/ });
  await cancelled.waitFor();
  await lia.page.getByRole("heading", { name: /^Entregue/ }).waitFor();
  await cancelled.click();
  await lia.page.getByRole("heading", { name: /^Cancelado/ }).waitFor();
});
