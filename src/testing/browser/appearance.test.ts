import { expect } from "bun:test";
import { wordsIn } from "../texts.ts";
import { openShop, test } from "./browser.ts";
import { desk, smallPhone } from "./seat.ts";
import { fits, speaks } from "./sound.ts";

const es = wordsIn("es");

const shop = await openShop();
await shop.call("PUT", "/settings/singleSession", { value: "disabled" });
const bia = shop.customer("Bia");
await bia.says(
  "Um texto que não cabe numa linha só de um telefone pequeno, comonessapalavraquenaoacabanuncamaisdetaolongaqueela",
);
await shop.customer("Davi").says("Bom dia");

test("theme and language change in place and are remembered", async () => {
  const rui = await shop.enters("rui", { at: "/tags" });
  const color = () => rui.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await rui.button("Nova tag").waitFor();
  const before = await color();
  await rui.button("Sua conta").click();
  await rui.page.getByRole("menuitemradio", { name: "Escuro" }).click();
  await rui.page.waitForFunction(() => document.documentElement.dataset.theme === "balcao-dark");
  await rui.page.waitForFunction(
    (before) => getComputedStyle(document.body).backgroundColor !== before,
    before,
  );
  expect(await rui.page.evaluate(() => localStorage.getItem("preferredTheme"))).toBe("dark");
  await rui.page.keyboard.press("Escape");
  await rui.page.getByRole("menuitemradio", { name: "Escuro" }).waitFor({ state: "hidden" });

  await rui.button("Sua conta").click();
  await rui.page.getByRole("menuitemradio", { name: "Español" }).click();
  await rui.page.getByRole("heading", { name: es("tags.title") }).waitFor();
  expect(rui.loads()).toBe(1);
  await rui.page.reload();
  await rui.page.getByRole("heading", { name: es("tags.title") }).waitFor();
  await speaks(rui, "tags, loaded anew");

  // The owner of the box hides the choice.
  const zefa = await shop.enters("zefa", { at: "/platform/box" });
  await zefa.page.getByRole("checkbox", { name: "Español" }).uncheck();
  await zefa.button("Salvar").click();
  await zefa.sees("Operação atualizada com sucesso.");
  await rui.page.reload();
  await rui.page.getByRole("heading", { name: "Tags", exact: true }).waitFor();
  await rui.button("Sua conta").click();
  await rui.page.getByRole("menuitemradio", { name: "English" }).waitFor();
  expect(await rui.page.getByRole("menuitemradio", { name: "Español" }).count()).toBe(0);
  const stranger = await shop.stranger();
  await stranger.goes("/login");
  await stranger.button("English").waitFor();
  await stranger.button("Español").waitFor({ state: "detached" });
  await shop.call("PUT", "/box", { languages: null });
});

test("a page comes in its theme from the first paint on", async () => {
  const ground = async (look: Parameters<typeof shop.stranger>[0]) => {
    const seat = await shop.stranger({ ...look, before: watchTheme });
    await seat.goes("/login");
    await seat.button("Entrar").waitFor();
    return seat.page.evaluate(() => {
      const { themes } = window as unknown as { themes: { theme: string; at: number }[] };
      const painted = performance.getEntriesByName("first-paint")[0]?.startTime ?? 0;
      return {
        themes: themes.map(({ theme }) => theme),
        early: (themes[0]?.at ?? Infinity) < painted,
        color: getComputedStyle(document.body).backgroundColor,
      };
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

test("a folded group of the menu opens beside it, shows the page one is on, and stays open where one wants it to", async () => {
  const rui = await shop.enters("rui", { at: "/contacts" });
  const menu = rui.page.getByRole("navigation", { name: "Menu principal" });
  const group = menu.getByRole("button", { name: "Admin." });
  await group.press("Enter");
  await rui.page.getByRole("menuitem", { name: "Filas" }).click();
  await rui.waitsAt("/queues");
  await menu
    .getByRole("link", { name: "Filas", exact: true })
    .and(rui.page.locator("[aria-current=page]"))
    .waitFor();
  expect(await menu.getByRole("link", { name: "Usuários" }).count()).toBe(0);
  await group.click();
  await rui.page.getByRole("menuitem", { name: "Manter aberto no menu" }).click();
  await menu.getByRole("link", { name: "Usuários" }).waitFor();
  await rui.page.reload();
  await menu.getByRole("link", { name: "Usuários" }).waitFor();
  await group.click();
  await menu.getByRole("link", { name: "Usuários" }).waitFor({ state: "detached" });
});

test("the menu has its place on the screen, with all that the plan has", async () => {
  for (const [name, at, size] of [
    ["zefa", "/settings", { width: 1440, height: 900 }],
    ["ana", "/categories", { width: 1280, height: 720 }],
  ] as const) {
    const seat = await shop.enters(name, { at, size });
    const menu = seat.page.getByRole("navigation", { name: "Menu principal" });
    for (const change of ["Expandir menu", "Recolher menu"]) {
      await menu.locator("[aria-current=page]").waitFor();
      expect([
        name,
        change,
        await menu.evaluate((list) => list.scrollHeight - list.clientHeight),
      ]).toEqual([name, change, 0]);
      await seat.button(change).click();
    }
  }
});

test("on a phone one pane shows at a time, with the way back and the menu at the bottom", async () => {
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
  await ana.page
    .getByRole("navigation", { name: "Menu principal" })
    .getByRole("link", { name: "Contatos" })
    .click();
  await ana.waitsAt("/contacts");
  await ana.page.getByRole("heading", { name: "Contatos" }).waitFor();
  await ana.button("Mais").click();
  await ana.page
    .getByRole("dialog", { name: "Menu principal" })
    .getByRole("button", { name: "Sua conta" })
    .click();
  await ana.page.getByRole("menuitem", { name: "Sair" }).click();
  await ana.waitsAt("/login");
});

test("on a desktop list and conversation are side by side; at 1280 by 720 the list begins within 140 px and the messages have 560", async () => {
  const ana = await shop.attends("ana", "Elis", { size: desk });
  await ana.row("Elis").waitFor();
  const list = await ana.row("Elis").boundingBox();
  const conversation = await ana.conversation("Elis").boundingBox();
  expect(list!.x + list!.width).toBeLessThanOrEqual(conversation!.x + 1);
  await fits(ana, "a desk");

  await ana.page.setViewportSize({ width: 1280, height: 720 });
  await ana.bubble("Oi").waitFor();
  await ana.page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  const row = await ana.page.locator("[data-ticket]").first().boundingBox();
  const heights = await ana
    .conversation("Elis")
    .evaluate((region) => [...region.children].map((part) => part.getBoundingClientRect().height));
  expect(row!.y).toBeLessThanOrEqual(140);
  expect(Math.max(...heights)).toBeGreaterThanOrEqual(560);
});

function watchTheme() {
  const themes: { theme: string; at: number }[] = [];
  Object.assign(window, { themes });
  new MutationObserver(() => {
    const theme = document.documentElement?.dataset.theme;
    if (theme && theme !== themes.at(-1)?.theme) themes.push({ theme, at: performance.now() });
  }).observe(document, {
    subtree: true,
    attributes: true,
    childList: true,
    attributeFilter: ["data-theme"],
  });
}
