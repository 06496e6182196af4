import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { addressOf, type Screen, screens } from "../../../web/screens.ts";
import { locales } from "../../../web/locales/all.ts";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import type { Seat } from "./seat.ts";
import { looks, passes } from "./sound.ts";

const shop = await openShop();
await shop.call("PUT", "/settings/singleSession", { value: "disabled" });
await shop.customer("Bia").says("Um texto que não cabe numa linha só de um telefone pequeno, comonessapalavraquenaoacabanuncamaisdetaolongaqueela");
await shop.customer("Davi").says("Bom dia");
await shop.call("POST", "/tags", { name: "Cliente muito fiel", color: "#7c3aed" });
await shop.call("POST", "/quick-messages", { shortcode: "horario-de-funcionamento", message: "Abrimos de terça a domingo, das 6h às 20h. ".repeat(5), geral: true });
await shop.call("POST", "/queueIntegration", { type: "n8n", name: "Pedidos do site", urlN8N: "https://exemplo.com.br/n8n", secret: "assina-os-pedidos" });
await shop.call("POST", "/ias", { type: 3, name: "Balconista", model: "llama3", url: "https://exemplo.com.br", prompt: "Você atende a padaria." });
await shop.call("POST", "/announcements", { title: "Manutenção no domingo, comonessapalavraquenaoacabanuncamaisdetaolongaqueela", text: "Domingo das 3h às 4h o Balcão fica fora do ar. ".repeat(5), priority: 1 });

/** Values of the parameters in addresses. */
const values = { whatsappId: shop.lines.counter };
/** The owner may open each of them. */
const pages: Pick<Screen, "path" | "menu">[] = [...screens, { path: "/bolo-de-fuba" }];

for (const look of looks) {
  const { language = "ptBR", theme, size } = look;
  const words = locales[language];
  const tag = { ptBR: "pt-BR", en: "en", es: "es" }[language];

  test(`each page, and its form with errors, in ${tag}, ${theme}, at ${size?.width ?? 1280} px`, async () => {
    const owner = await shop.enters("zefa", { ...look, at: "/bolo-de-fuba" });
    const { page } = owner;
    const settle = settler(owner);
    await settle();
    for (const screen of pages) {
      const path = addressOf(screen, values);
      if (!path) throw new Error(`say in this test what stands in ${screen.path}`);
      // Without loading each: that an address opens is tested with each page.
      const before = await titleOf(page);
      await page.evaluate((to) => history.pushState(null, "", to), path);
      await eventually(async () => (await titleOf(page)) !== before || undefined, path);
      await settle();
      const title = await page.locator("main h1").innerText();
      // The title begins with the number of unread messages.
      expect([await page.evaluate(() => document.documentElement.lang), await titleOf(page)]).toEqual([tag, `${title} · Balcão`]);
      expect({ path, isThere: title !== words.common.notFound && title !== words.common.notAllowed }).toEqual({ path, isThere: path !== "/bolo-de-fuba" });
      await passes(owner, path);
      const create = page.locator("main [data-create]");
      if ((await create.count()) === 0) continue;
      await create.first().click();
      await page.locator("dialog[open] button[type=submit]").click();
      await page.locator("dialog[open] [aria-invalid=true]").first().waitFor();
      await passes(owner, `${path}, a form with errors`);
    }
  }, 90_000);
}

/** A page's title without the number of unread messages. */
const titleOf = async (page: Page) => (await page.title()).replace(/^\(\d+\) /, "");

/** Waits until a page has its heading, and everything that it asked the server for. */
function settler({ page }: Seat) {
  const underWay = new Set<unknown>();
  page.on("request", (request) => void (request.url().includes("/api/") && underWay.add(request)));
  page.on("requestfinished", (request) => void underWay.delete(request));
  page.on("requestfailed", (request) => void underWay.delete(request));
  return async () => {
    await page.locator("main h1").waitFor();
    // Pages send their requests once they are rendered.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))));
    await eventually(() => (underWay.size === 0 ? true : undefined), "the answers to a page");
    await page.waitForFunction(() => document.querySelector("main :is([aria-busy=true], .skeleton)") === null);
  };
}
