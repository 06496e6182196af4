import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { addressOf, type Screen } from "../../../web/screen.ts";
import { screens } from "../../../web/screens.ts";
import { wordsIn } from "../texts.ts";
import { openShop, test } from "./browser.ts";
import { sellingFrom } from "./counter.ts";
import { eventually } from "./eventually.ts";
import type { Seat } from "./seat.ts";
import { looks, passes } from "./sound.ts";

const shop = await openShop();
await shop.call("PUT", "/settings/singleSession", { value: "disabled" });
await shop
  .customer("Bia")
  .says(
    "Um texto que não cabe numa linha só de um telefone pequeno, comonessapalavraquenaoacabanuncamaisdetaolongaqueela",
  );
await shop.customer("Davi").says("Bom dia");
await shop.call("POST", "/tags", { name: "Cliente muito fiel", color: "#7c3aed" });
await shop.call("POST", "/quick-messages", {
  shortcode: "horario-de-funcionamento",
  message: "Abrimos de terça a domingo, das 6h às 20h. ".repeat(5),
  geral: true,
});
await shop.call("POST", "/queueIntegration", {
  type: "n8n",
  name: "Pedidos do site",
  urlN8N: "https://exemplo.com.br/n8n",
  secret: "assina-os-pedidos",
});
await shop.call("POST", "/ias", {
  type: 3,
  name: "Balconista",
  model: "llama3",
  url: "https://exemplo.com.br",
  prompt: "Você atende a padaria.",
});
await shop.call("POST", "/announcements", {
  title: "Manutenção no domingo, comonessapalavraquenaoacabanuncamaisdetaolongaqueela",
  text: "Domingo das 3h às 4h o Balcão fica fora do ar. ".repeat(5),
  priority: 1,
});
await shop.call("POST", "/helps", {
  title: "Primeiros passos, comonessapalavraquenaoacabanuncamaisdetaolongaqueela",
  description: "Dois minutos. ".repeat(20),
  video: "aB3_-56789x",
});

const counter = await sellingFrom(shop.call);
const order = await counter.sells("Bia Nogueira de Albuquerque Cavalcanti Neto", {
  "Pão de queijo": 6,
  "Bolo de fubá": 1,
  "Café coado": 2,
});
const till = await shop.call<{ id: number }>("POST", "/tills", {
  storeId: counter.store.id,
  openingAmount: "150.00",
});
const coffee = await shop.call<{ id: number }>("POST", "/products", {
  name: "Café em grão, comonessapalavraquenaoacabanuncamaisdetaolongaqueela",
  unit: "kg",
});
const purchase = await shop.call<{ id: number }>("POST", "/purchases", {
  storeId: counter.store.id,
  supplier: "Torrefação Serra, comonessapalavraquenaoacabanuncamaisdetaolongaqueela",
  number: "NF 1234",
  items: [{ productId: coffee.id, amount: 2.5, total: "120.00", sellingPrice: "89.90" }],
});
const count = await shop.call<{ id: number }>("POST", "/stock-counts", {
  storeId: counter.store.id,
});
await shop.call("POST", `/stock-counts/${count.id}/lines`, { productId: coffee.id, amount: 2 });
await shop.call("POST", "/stores", {
  name: "Loja da praça, comonessapalavraquenaoacabanuncamaisdetaolongaqueela",
  document: "12ABC34501DE35",
  city: "São Paulo",
  state: "SP",
  latitude: -23.55,
  longitude: -46.63,
});
await shop.call("POST", "/products", {
  name: "Bolo de cenoura, comonessapalavraquenaoacabanuncamaisdetaolongaqueela",
  ean: "7891234567895",
  code: "B-1",
});
await shop.call("POST", "/promotions", {
  name: "Semana da broa",
  startpromotionsAt: "2026-11-20",
  endpromotionsAt: "2036-11-27",
});
await shop.call("POST", "/coupons", {
  code: "PAO10PARAQUEMVEIODELONGE",
  type: "PERCENTAGE_DISCOUNT",
  value: "10",
  startDate: "2036-11-20",
  expirationDate: "2036-11-27",
  maxUsage: 5,
});
await shop.call("POST", "/groupRangeDiscounts", { name: "Vendedores", discount: 7.5 });

const list = await shop.call<{ id: number }>("POST", "/contact-lists", {
  name: "Clientes da feira, comonessapalavraquenaoacaba",
});
await shop.call("POST", "/contact-list-items", {
  name: "Gil",
  number: "5521977770009",
  contactListId: list.id,
});
const campaign = await shop.call<{ id: number }>("POST", "/campaigns", {
  name: "Bolo de domingo, comonessapalavraquenaoacaba",
  message1: "Olá {nome}",
  contactListId: list.id,
  whatsappId: shop.lines.counter,
});
await shop.call("POST", "/opt-outs", {
  number: "5521977770011",
  name: "Hugo",
  reason: "Pediu no balcão",
});
await shop.call("POST", "/files", { name: "Cardápio", message: "Nosso cardápio" });

/** Values of the parameters in addresses. */
const values = {
  whatsappId: shop.lines.counter,
  orderId: order.id,
  contactId: 1,
  tillId: till.id,
  purchaseId: purchase.id,
  countId: count.id,
  contactListId: list.id,
  campaignId: campaign.id,
};
/** The owner may open each of them. */
const pages: Pick<Screen, "path" | "menu">[] = [...screens, { path: "/bolo-de-fuba" }];

for (const look of looks) {
  const { language = "ptBR", theme, size } = look;
  const words = wordsIn(language);
  const tag = { ptBR: "pt-BR", en: "en-GB", es: "es" }[language];

  test(`each page, and its form with errors, in ${tag}, ${theme}, at ${size?.width ?? 1280} px`, async () => {
    const owner = await shop.enters("zefa", { ...look, at: "/bolo-de-fuba" });
    const { page } = owner;
    const settle = settler(owner);
    await settle();
    for (const screen of pages) {
      const path = addressOf(screen, values);
      if (!path) throw new Error(`say in this test what stands in ${screen.path}`);
      // The test does not load each page: the tests of each page open its address.
      const before = await titleOf(page);
      await page.evaluate((to) => history.pushState(null, "", to), path);
      await eventually(async () => (await titleOf(page)) !== before || undefined, path);
      await settle();
      const title = await page.locator("main h1").innerText();
      // The title begins with the number of unread messages.
      expect([
        await page.evaluate(() => document.documentElement.lang),
        await titleOf(page),
      ]).toEqual([tag, `${title} · Balcão`]);
      expect({
        path,
        isThere: title !== words("common.notFound") && title !== words("common.notAllowed"),
      }).toEqual({ path, isThere: path !== "/bolo-de-fuba" });
      await passes(owner, path);
      if (!size && (await page.locator("main tbody").count()) > 0) await keepsActions(page, path);
      // A link leads to a page of its own, which is among the pages.
      const create = page.locator("main button[data-create]");
      if ((await create.count()) === 0) continue;
      await create.first().click();
      await page.locator("dialog[open] button[type=submit]").click();
      await page.locator("dialog[open] [aria-invalid=true]").first().waitFor();
      await passes(owner, `${path}, a form with errors`);
    }
  }, 240_000);
}

/** Expects that a list's buttons are visible in a window a little wider than a phone. */
async function keepsActions(page: Page, path: string) {
  const desk = page.viewportSize()!;
  await page.setViewportSize({ width: 620, height: 800 });
  const cutOff = () =>
    page
      .locator("main :is(tbody, li) button")
      .evaluateAll((all) =>
        all
          .filter((one) => one.getBoundingClientRect().right > innerWidth - 8)
          .map((one) => one.ariaLabel),
      );
  await eventually(
    async () => (await cutOff()).length === 0 || undefined,
    `the buttons of ${path} to be in sight`,
  );
  await page.setViewportSize(desk);
}

/** A page's title without the number of unread messages. */
const titleOf = async (page: Page) => (await page.title()).replace(/^\(\d+\) /, "");

/** Waits until a page has its heading, and the answers to all its requests. */
function settler({ page }: Seat) {
  const underWay = new Set<unknown>();
  page.on("request", (request) => void (request.url().includes("/api/") && underWay.add(request)));
  page.on("requestfinished", (request) => void underWay.delete(request));
  page.on("requestfailed", (request) => void underWay.delete(request));
  return async () => {
    await page.locator("main h1").waitFor();
    // Pages send their requests once they are rendered.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))),
    );
    await eventually(() => (underWay.size === 0 ? true : undefined), "the answers to a page");
    await page.waitForFunction(
      () => document.querySelector("main :is([aria-busy=true], .skeleton)") === null,
    );
  };
}
