import { openShop, test } from "./browser.ts";
import { looks, passes } from "./sound.ts";

const shop = await openShop();

test("the page of the copies fits every look, and axe finds nothing serious", async () => {
  for (const look of looks) {
    const owner = await shop.enters("zefa", { ...look, at: "/backups" });
    await owner.page.locator("main form").waitFor();
    await passes(owner, "the copies");
  }
});
