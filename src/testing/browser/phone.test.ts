import { expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import { phone } from "./seat.ts";
import { pressesLong } from "./touch.ts";

const shop = await openShop();

/** A keyboard that leaves this much of the window, and the window as high as it is. */
const keyboard = (page: Page, height: number) =>
  page.evaluate((height) => {
    Object.defineProperty(visualViewport, "height", { configurable: true, value: height });
    visualViewport!.dispatchEvent(new Event("resize"));
  }, height);

test("the composer stays above a keyboard that covers the window, in letters that no phone zooms into", async () => {
  const ana = await shop.attends("ana", "Bia Fone", { size: phone, touch: true });
  const composer = ana.composer("Bia Fone");
  const end = async () => {
    const box = (await composer.boundingBox())!;
    return box.y + box.height;
  };
  expect(await composer.evaluate((field) => getComputedStyle(field).fontSize)).toBe("16px");
  expect(await end()).toBeGreaterThan(700);
  await eventually(async () => {
    await keyboard(ana.page, 500);
    return (await end()) <= 500 || undefined;
  }, "the composer above the keyboard");
  expect(await end()).toBeGreaterThan(400);
  await keyboard(ana.page, phone.height);
  expect(await end()).toBeGreaterThan(700);
});

test("back leads from the conversation that a notification opened to the list, and not out of the app", async () => {
  const ana = await shop.attends("ana", "Davi Fone", { size: phone, touch: true });
  const conversation = new URL(ana.page.url()).pathname;
  const opening = ana.page.context().waitForEvent("page");
  await ana.page.evaluate((path) => void window.open(path, "", "noopener"), conversation);
  const opened = await opening;
  await opened.setViewportSize(phone);
  await opened.getByRole("textbox", { name: "Mensagem para Davi Fone" }).waitFor();
  expect(await opened.evaluate(() => history.length)).toBe(1);
  await eventually(async () => {
    await opened.getByRole("textbox", { name: "Mensagem para Davi Fone" }).tap();
    return (await opened.evaluate(() => history.length)) === 2 || undefined;
  }, "the list behind the conversation");
  expect(new URL(opened.url()).pathname).toBe(conversation);
  await opened.goBack();
  await opened.getByRole("tab", { name: "Abertos" }).waitFor();
  expect(await opened.evaluate(() => location.pathname)).toBe("/tickets");
});

/** A finger that moves over a row by this much, and leaves it. */
async function swipes(page: Page, row: Locator, by: number) {
  const devtools = await page.context().newCDPSession(page);
  const { x, y, width, height } = (await row.boundingBox())!;
  const from = { x: x + width / 2, y: y + height / 2 };
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", moved?: number) =>
    devtools.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: moved === undefined ? [] : [{ x: from.x + moved, y: from.y }],
    });
  await touch("touchStart", 0);
  for (const part of [0.2, 0.4, 0.6, 0.8, 1]) await touch("touchMove", by * part);
  const hint = await page.locator(".swipe-hint").allTextContents();
  await touch("touchEnd");
  return hint;
}

test("a swipe accepts, puts away and resolves a conversation, and can be undone; a short one does nothing", async () => {
  const ana = await shop.enters("ana", { size: phone, touch: true });
  await shop.customer("Elis Fone").says("Oi");
  await ana.tab("Aguardando").tap();
  const row = ana.row("Elis Fone");
  await row.waitFor();
  // The page loads what a phone needs after its first screen.
  await eventually(
    async () => (await swipes(ana.page, row, 60)).join() === "Aceitar" || undefined,
    "the row to follow the finger",
  );
  expect(await row.count()).toBe(1);
  expect(await swipes(ana.page, row, -150)).toEqual([]);
  await swipes(ana.page, row, 150);
  await ana.waitsAt(/^\/tickets\/./);
  await ana.goes("/tickets");
  await row.waitFor();
  await eventually(
    async () => (await swipes(ana.page, row, 60)).join() === "Adiar" || undefined,
    "the row to follow the finger",
  );
  await swipes(ana.page, row, 150);
  await ana.sees("Adiado até o cliente responder");
  await ana.button("Desfazer").click();
  const snoozed = row.getByText("Adiado até o cliente responder");
  await snoozed.waitFor({ state: "detached" });
  expect(await swipes(ana.page, row, -150)).toEqual(["Resolver"]);
  await row.waitFor({ state: "detached" });
  await ana.button("Desfazer").click();
  await row.waitFor();
});

test("a long press on a message opens its menu", async () => {
  const ana = await shop.attends("ana", "Gina Fone", { size: phone, touch: true });
  const answer = ana.page.getByRole("menuitem", { name: "Responder" });
  await pressesLong(ana.page, ana.bubble("Oi").first(), answer);
  await answer.tap();
  await answer.waitFor({ state: "hidden" });
  expect(await ana.composer("Gina Fone").isVisible()).toBe(true);
});
