import type { Locator, Page } from "playwright-core";
import { eventually } from "./eventually.ts";

/**
 * A finger that holds an element until something opens, and leaves. The page loads what a phone
 * needs after its first screen, so the finger tries again.
 */
export async function pressesLong(page: Page, held: Locator, opened: Locator) {
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchEnd" | "touchCancel", at?: { x: number; y: number }) =>
    devtools.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  await eventually(async () => {
    const { x, y } = (await held.boundingBox())!;
    await touch("touchStart", { x: x + 40, y: y + 20 });
    const isHeld = await page
      .locator("[data-held]")
      .waitFor({ timeout: 2000 })
      .then(
        () => true,
        () => undefined,
      );
    await touch(isHeld ? "touchEnd" : "touchCancel");
    return isHeld;
  }, "an element to be held");
  await opened.waitFor();
}
