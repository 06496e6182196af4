import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import { phone } from "./seat.ts";

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
