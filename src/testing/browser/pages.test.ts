import { expect } from "bun:test";
import { locales } from "../../../web/locales/all.ts";
import { openShop, test } from "./browser.ts";
import { looks, passes } from "./sound.ts";

type Words = typeof locales.ptBR;

const shop = await openShop();
await shop.call("PUT", "/settings/singleSession", { value: "disabled" });
await shop.customer("Bia").says("Um texto que não cabe numa linha só de um telefone pequeno, comonessapalavraquenaoacabanuncamaisdetaolongaqueela");
await shop.customer("Davi").says("Bom dia");
await shop.call("POST", "/tags", { name: "Cliente muito fiel", color: "#7c3aed" });
await shop.call("POST", "/quick-messages", { shortcode: "horario-de-funcionamento", message: "Abrimos de terça a domingo, das 6h às 20h. ".repeat(5), geral: true });
await shop.call("POST", "/queueIntegration", { type: "n8n", name: "Pedidos do site", urlN8N: "https://exemplo.com.br/n8n", secret: "assina-os-pedidos" });
await shop.call("POST", "/ias", { type: 3, name: "Balconista", model: "llama3", url: "https://exemplo.com.br", prompt: "Você atende a padaria." });
await shop.call("POST", "/announcements", { title: "Manutenção no domingo, comonessapalavraquenaoacabanuncamaisdetaolongaqueela", text: "Domingo das 3h às 4h o Balcão fica fora do ar. ".repeat(5), priority: 1 });

/** Each page: what it is called, what is there once it has heard from the server, and whether a form opens that wants something. The owner enters all of them. */
const pages: { path: string; title: (words: Words) => string; shows: string; form?: boolean }[] = [
  { path: "/tickets", title: ({ tickets }) => tickets.title, shows: "[data-value=assigned]" },
  { path: "/contacts", title: ({ contacts }) => contacts.title, shows: "text=Davi", form: true },
  { path: "/contacts/import", title: ({ imports }) => imports.title, shows: "main button" },
  { path: "/quick-messages", title: ({ quickMessages }) => quickMessages.title, shows: "text=/horario-de-funcionamento", form: true },
  { path: "/tags", title: ({ tags }) => tags.title, shows: "text=Cliente muito fiel", form: true },
  { path: "/dashboard", title: ({ dashboard }) => dashboard.title, shows: "[data-period]" },
  { path: "/queues", title: ({ queues }) => queues.title, shows: "main a[href^='/queues/']" },
  { path: "/connections", title: ({ connections }) => connections.title, shows: "[data-connection]", form: true },
  { path: "/queue-integration", title: ({ integrations }) => integrations.title, shows: "text=Pedidos do site", form: true },
  { path: "/ias", title: ({ ias }) => ias.title, shows: "text=Balconista", form: true },
  { path: "/users", title: ({ users }) => users.title, shows: "text=caio@paoquente.com.br", form: true },
  { path: "/settings", title: ({ settings }) => settings.title, shows: "[data-setting]" },
  { path: "/audit", title: ({ audit }) => audit.title, shows: "main li" },
  { path: "/announcements", title: ({ announcements }) => announcements.title, shows: "text=Manutenção no domingo", form: true },
  { path: "/profile", title: ({ profile }) => profile.title, shows: "main input[name=name]" },
  { path: `/practice/${shop.lines.counter}`, title: ({ practice }) => practice.title, shows: "[data-phone]" },
  { path: "/bolo-de-fuba", title: ({ common }) => common.notFound, shows: "h1" },
];

for (const look of looks) {
  const { language = "ptBR", theme, size } = look;
  const words = locales[language];
  const tag = { ptBR: "pt-BR", en: "en", es: "es" }[language];

  test(`each page, and its form with errors, in ${tag}, ${theme}, at ${size?.width ?? 1280} px`, async () => {
    const owner = await shop.enters("zefa", { ...look, at: "/bolo-de-fuba" });
    const { page } = owner;
    for (const { path, title, shows, form } of pages) {
      await owner.goes(path);
      await page.getByRole("heading", { name: title(words), level: 1, exact: true }).waitFor();
      await page.locator(shows).first().waitFor();
      // What there is to read is counted before it.
      expect([await page.evaluate(() => document.documentElement.lang), (await page.title()).replace(/^\(\d+\) /, "")]).toEqual([tag, `${title(words)} · Balcão`]);
      await passes(owner, path);
      if (!form) continue;
      await page.locator("main button.btn-primary").first().click();
      await page.locator("dialog[open] button[type=submit]").click();
      await page.locator("dialog[open] [aria-invalid=true]").first().waitFor();
      await passes(owner, `${path}, a form with errors`);
    }
  }, 90_000);
}
