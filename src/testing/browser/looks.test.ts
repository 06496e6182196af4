import { expect } from "bun:test";
import type { Language } from "../../shared.ts";
import { locales } from "../../../web/locales/all.ts";
import { openShop, test } from "./browser.ts";
import { desk, phone, smallPhone, type Seat } from "./seat.ts";

const { ptBR, en, es } = locales;

const shop = await openShop();
await shop.call("PUT", "/settings/singleSession", { value: "disabled" });
const bia = shop.customer("Bia");
await bia.says("Um texto que não cabe numa linha só de um telefone pequeno, comonessapalavraquenaoacabanuncamaisdetaolongaqueela");
await shop.customer("Davi").says("Bom dia");
await shop.call("POST", "/tags", { name: "Cliente muito fiel", color: "#7c3aed" });
await shop.call("POST", "/quick-messages", { shortcode: "horario-de-funcionamento", message: "Abrimos de terça a domingo, das 6h às 20h. ".repeat(5), geral: true });

await shop.call("POST", "/queueIntegration", { type: "n8n", name: "Pedidos do site", urlN8N: "https://exemplo.com.br/n8n", secret: "assina-os-pedidos" });
await shop.call("POST", "/ias", { type: 3, name: "Balconista", model: "llama3", url: "https://exemplo.com.br", prompt: "Você atende a padaria." });
await shop.call("POST", "/announcements", { title: "Manutenção no domingo", text: "Domingo das 3h às 4h o Balcão fica fora do ar. ".repeat(5), priority: 1 });

// Each page, what it is called, and what is there once it has heard from the server. The owner enters all of them.
const pages: { path: string; title: (words: typeof ptBR) => string; shows: string }[] = [
  { path: "/tickets", title: ({ tickets }) => tickets.title, shows: "[data-value=assigned]" },
  { path: "/contacts", title: ({ contacts }) => contacts.title, shows: "text=Davi" },
  { path: "/contacts/import", title: ({ imports }) => imports.title, shows: "main button" },
  { path: "/quick-messages", title: ({ quickMessages }) => quickMessages.title, shows: "text=/horario-de-funcionamento" },
  { path: "/tags", title: ({ tags }) => tags.title, shows: "text=Cliente muito fiel" },
  { path: "/dashboard", title: ({ dashboard }) => dashboard.title, shows: "[data-period]" },
  { path: "/queues", title: ({ queues }) => queues.title, shows: "main a[href^='/queues/']" },
  { path: "/connections", title: ({ connections }) => connections.title, shows: "[data-connection]" },
  { path: "/queue-integration", title: ({ integrations }) => integrations.title, shows: "text=Pedidos do site" },
  { path: "/ias", title: ({ ias }) => ias.title, shows: "text=Balconista" },
  { path: "/users", title: ({ users }) => users.title, shows: "text=caio@paoquente.com.br" },
  { path: "/settings", title: ({ settings }) => settings.title, shows: "[data-setting]" },
  { path: "/audit", title: ({ audit }) => audit.title, shows: "main li" },
  { path: "/announcements", title: ({ announcements }) => announcements.title, shows: "text=Manutenção no domingo" },
  { path: "/profile", title: ({ profile }) => profile.title, shows: "main input[name=name]" },
  { path: `/practice/${shop.lines.counter}`, title: ({ practice }) => practice.title, shows: "[data-phone]" },
  { path: "/bolo-de-fuba", title: ({ common }) => common.notFound, shows: "h1" },
];
const rawKey = new RegExp(`\\b(${Object.keys(ptBR).join("|")})\\.[a-z]`, "i");

const languages = {
  ptBR: { tag: "pt-BR", words: ptBR, welcome: "Bem-vindo de volta" },
  en: { tag: "en", words: en, welcome: "Welcome back" },
  es: { tag: "es", words: es, welcome: "Bienvenido de nuevo" },
};

for (const [language, { tag, words, welcome }] of Object.entries(languages)) {
  test(`every page speaks ${tag}, and says so`, async () => {
    const chosen = language as Language;
    const stranger = await shop.stranger({ language: chosen === "ptBR" ? undefined : chosen });
    await stranger.goes("/login");
    await stranger.page.getByRole("heading", { name: welcome }).waitFor();
    await speaks(stranger, tag);

    const owner = await shop.enters("zefa", { language: chosen, at: "/bolo-de-fuba" });
    for (const { path, title, shows } of pages) {
      await owner.goes(path);
      await owner.page.getByRole("heading", { name: title(words), level: 1, exact: true }).waitFor();
      await owner.page.locator(shows).first().waitFor();
      await speaks(owner, tag);
      // What there is to read is counted before it.
      expect((await owner.page.title()).replace(/^\(\d+\) /, "")).toBe(`${title(words)} · Balcão`);
    }
    const rui = await shop.enters("rui", { language: chosen });
    await rui.tab(words.tickets.lanes.pending).click();
    await rui.row("Davi").waitFor();
    await speaks(rui, tag);
    await rui.tab(words.tickets.tabs.search).click();
    await rui.sees(words.tickets.empty.ask);
    await speaks(rui, tag);
  }, 40_000);
}

test("times on screen follow the language", async () => {
  const rui = await shop.enters("rui", { at: `/practice/${shop.lines.counter}` });
  const written = rui.page.locator("[data-phone] time").last();
  await written.filter({ hasText: /^\d\d:\d\d$/ }).waitFor();
  await rui.button("Idioma: Português (Brasil)").click();
  await rui.page.getByRole("menuitemradio", { name: "English" }).click();
  await written.filter({ hasText: /^\d\d:\d\d\s[AP]M$/ }).waitFor();
});

test("the language changes in place and is remembered", async () => {
  const rui = await shop.enters("rui", { at: "/tags" });
  await rui.button("Idioma: Português (Brasil)").click();
  await rui.page.getByRole("menuitemradio", { name: "Español" }).click();
  await rui.page.getByRole("heading", { name: es.tags.title }).waitFor();
  expect(rui.loads()).toBe(1);
  await rui.page.reload();
  await rui.page.getByRole("heading", { name: es.tags.title }).waitFor();
  await speaks(rui, "es");
});

test("a page comes in its theme from the first paint on", async () => {
  const ground = async (look: Parameters<typeof shop.stranger>[0]) => {
    const seat = await shop.stranger({ ...look, before: watchTheme });
    await seat.goes("/login");
    await seat.button("Entrar").waitFor();
    return seat.page.evaluate(() => {
      const { themes } = window as unknown as { themes: { theme: string; at: number }[] };
      const painted = performance.getEntriesByName("first-paint")[0]?.startTime ?? 0;
      return { themes: themes.map(({ theme }) => theme), early: (themes[0]?.at ?? Infinity) < painted, color: getComputedStyle(document.body).backgroundColor };
    });
  };
  const light = await ground({ theme: "light", system: "dark" });
  const dark = await ground({ theme: "dark", system: "light" });
  const asTheSystem = await ground({ system: "dark" });
  expect(light).toMatchObject({ themes: ["balcao-light"], early: true });
  expect(dark).toMatchObject({ themes: ["balcao-dark"], early: true });
  expect(asTheSystem).toEqual(dark);
  expect(dark.color).not.toBe(light.color);
});

test("the theme changes in place and is remembered", async () => {
  const rui = await shop.enters("rui", { at: "/tags" });
  const color = () => rui.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await rui.button("Nova tag").waitFor();
  const before = await color();
  await rui.button("Tema: Do sistema").click();
  await rui.page.getByRole("menuitemradio", { name: "Escuro" }).click();
  await rui.button("Tema: Escuro").waitFor();
  expect(await color()).not.toBe(before);
  expect(await rui.page.evaluate(() => localStorage.getItem("preferredTheme"))).toBe("dark");
});

for (const size of [phone, smallPhone]) {
  test(`at ${size.width} px nothing is cut off or needs sideways scrolling`, async () => {
    const stranger = await shop.stranger({ size });
    for (const path of ["/login", "/setup?token=x"]) {
      stranger.expects(409);
      await stranger.goes(path);
      await stranger.page.getByRole("heading", { level: 1 }).waitFor();
      await fits(stranger, path);
    }
    const owner = await shop.enters("zefa", { size });
    for (const { path, shows } of pages) {
      await owner.goes(path);
      await owner.page.locator(shows).first().waitFor();
      await fits(owner, path);
    }
    await owner.goes("/tags");
    await owner.button("Nova tag").click();
    await owner.field("Nome").waitFor();
    await fits(owner, "a dialog");
  }, 40_000);
}

test("on a phone one pane shows at a time, with the way back and the menu under the thumb", async () => {
  const ana = await shop.enters("ana", { size: smallPhone });
  await ana.accepts("Bia");
  await ana.bubble("Um texto que não cabe").waitFor();
  await fits(ana, "a conversation");
  expect(await ana.tab("Aguardando").count()).toBe(0);
  await ana.writes("Bia", "Cabe sim");
  await bia.receives(/Cabe sim/);
  await ana.button("Atendimentos").click();
  await ana.tab(/^Atendendo 1$/).waitFor();
  await fits(ana, "the list");
  await ana.page.getByRole("navigation", { name: "Menu principal" }).getByRole("link", { name: "Respostas" }).click();
  await ana.waitsAt("/quick-messages");
  await ana.button("Mais").click();
  await ana.page.getByRole("dialog", { name: "Menu principal" }).getByRole("button", { name: "Sair" }).click();
  await ana.waitsAt("/login");
});

test("at a desk list and conversation stand side by side", async () => {
  await shop.customer("Elis").says("Oi");
  const ana = await shop.enters("ana", { size: desk });
  await ana.accepts("Elis");
  await ana.row("Elis").waitFor();
  const list = await ana.row("Elis").boundingBox();
  const conversation = await ana.conversation("Elis").boundingBox();
  expect(list!.x + list!.width).toBeLessThanOrEqual(conversation!.x + 1);
  await fits(ana, "a desk");
});

async function speaks(seat: Seat, tag: string) {
  expect(await seat.page.evaluate(() => document.documentElement.lang)).toBe(tag);
  const { words, names } = await seat.page.evaluate(() => ({
    words: document.body.innerText,
    names: [...document.querySelectorAll("[aria-label],[title],[placeholder],[alt]")].flatMap((one) => ["aria-label", "title", "placeholder", "alt"].map((name) => one.getAttribute(name) ?? "")).join("\n"),
  }));
  expect(words).not.toMatch(rawKey);
  expect(names).not.toMatch(rawKey);
  expect(words + names).not.toContain("{{");
}

async function fits(seat: Seat, where: string) {
  const wide = await seat.page.evaluate(() => {
    const name = (one: Element) => `${one.tagName.toLowerCase()}.${one.className}`.slice(0, 120);
    const scrolls = [...document.querySelectorAll("*")].filter((one) => {
      const { overflowX } = getComputedStyle(one);
      return (one === document.documentElement || overflowX === "auto" || overflowX === "scroll") && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0;
    });
    const cut = [...document.querySelectorAll("button,a[href],input,textarea,h1,h2")].filter((one) => {
      const { left, right, width } = one.getBoundingClientRect();
      return width > 1 && one.checkVisibility() && !one.closest(".skip") && (left < -1 || right > innerWidth + 1);
    });
    return [...scrolls.map((one) => `scrolls: ${name(one)}`), ...cut.map((one) => `cut: ${name(one)} ${one.textContent}`)];
  });
  expect({ where, wide }).toEqual({ where, wide: [] });
}

function watchTheme() {
  const themes: { theme: string; at: number }[] = [];
  Object.assign(window, { themes });
  new MutationObserver(() => {
    const theme = document.documentElement?.dataset.theme;
    if (theme && theme !== themes.at(-1)?.theme) themes.push({ theme, at: performance.now() });
  }).observe(document, { subtree: true, attributes: true, childList: true, attributeFilter: ["data-theme"] });
}
