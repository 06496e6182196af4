import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import { focused } from "./gadgets.ts";
import { passes } from "./sound.ts";

const shop = await openShop();

test("messages are walked with arrows in one tab stop, and letters reply, react, copy and forward; then the focus is in the composer", async () => {
  const bia = shop.customer("Bia");
  for (const text of ["Oi", "Tem broa?", "Para hoje"]) await bia.says(text);
  const ana = await shop.enters("ana");
  await ana.accepts("Bia");
  const { page } = ana;
  const composer = ana.composer("Bia");
  const talk = page.locator("[data-thread]");
  await ana.bubble("Para hoje").waitFor();
  // The keys of the conversation load a little later.
  await ana.bubble("Para hoje").locator("[data-menu=react]").waitFor({ state: "attached" });

  await talk.focus();
  await page.keyboard.press("ArrowUp");
  await focused(ana.bubble("Para hoje"));
  await page.keyboard.press("ArrowUp");
  await focused(ana.bubble("Tem broa?"));
  await page.keyboard.press("ArrowDown");
  await focused(ana.bubble("Para hoje"));
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Tab");
  await focused(ana.bubble("Tem broa?").getByRole("button").first());
  await page.keyboard.press("Shift+Tab");
  await focused(ana.bubble("Tem broa?"));
  await page.keyboard.press("Shift+Tab");
  await focused(talk);
  await page.keyboard.press("Tab");
  expect(await talk.evaluate((list) => list.contains(document.activeElement))).toBe(false);
  await page.keyboard.press("Shift+Tab");
  await focused(talk);

  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("e");
  await page.getByRole("menuitemradio", { name: "Reagir com 👍" }).press("Enter");
  await ana.bubble("Para hoje").getByRole("button", { name: /^👍/ }).waitFor();
  await focused(composer);

  await talk.focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("r");
  await focused(composer);
  await composer.fill("Sim, às 17h");
  await page.keyboard.press("Enter");
  await bia.receives(/Sim, às 17h/);

  await talk.focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("f");
  const forward = page.getByRole("dialog");
  await forward.waitFor();
  await page.keyboard.press("Escape");
  await forward.waitFor({ state: "detached" });
});

test("any emoji is a reaction, the last ones come first, and a group of emojis is one click away", async () => {
  const ana = await shop.enters("ana");
  await ana.row("Bia").click();
  const { page } = ana;
  const bubble = ana.bubble("Tem broa?");
  const react = bubble.getByRole("button", { name: "Reagir" });
  await react.waitFor({ state: "attached" });
  await bubble.hover();
  await react.click();
  await page.getByRole("menuitem", { name: "Mais emojis" }).click();
  const picker = page.getByRole("dialog", { name: "Reagir" });
  await picker.getByRole("button", { name: "Bandeiras" }).click();
  await picker.getByText("Bandeiras", { exact: true }).waitFor();
  await passes(ana, "the emojis of a reaction");
  await picker.getByLabel("Buscar emoji").fill("bolo de aniv");
  await picker.getByRole("gridcell", { name: /bolo de anivers/i }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await bubble.getByRole("button", { name: /^🎂/ }).waitFor();
  await focused(ana.composer("Bia"));
  await bubble.hover();
  await react.click();
  await page.getByRole("menuitemradio", { name: "Tirar a reação 🎂" }).waitFor();
  await page.keyboard.press("Escape");
  // A click on the row of the open conversation goes to its composer.
  await ana.row("Bia").click();
  await focused(ana.composer("Bia"));
});

test("older events are read when the conversation is loaded to its start, and a failed load offers to try again", async () => {
  const ana = await shop.enters("ana");
  const { page } = ana;
  await ana.row("Bia").click();
  await ana.waitsAt(/^\/tickets\/.+/);
  const { pathname } = new URL(page.url());
  const requests: string[] = [];
  let failing = true;
  await page.route(/\/api\/tickets\/\d+\/events/, async (route) => {
    const before = new URL(route.request().url()).searchParams.get("before");
    requests.push(before ?? "");
    if (before === null) return route.fulfill({ json: { records: [], next: 7 } });
    if (failing)
      return route.fulfill({
        status: 500,
        json: { error: "ERR_INTERNAL", message: "", requestId: "1" },
      });
    return route.continue();
  });
  ana.expects(500);
  await ana.goes(pathname);
  const again = page
    .locator("[data-thread]")
    .getByRole("button", { name: "Não carregou. Tentar de novo" });
  await again.waitFor();
  failing = false;
  await again.click();
  await again.waitFor({ state: "detached" });
  await eventually(
    () => requests.filter((before) => before === "7").length >= 2 || undefined,
    "it",
  );
  await page.unrouteAll();
});
