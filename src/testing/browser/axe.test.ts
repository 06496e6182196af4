import { openShop, test, unclaimed } from "./browser.ts";
import { dialogLooks, passes, soundInBothThemes } from "./sound.ts";

const { box, stranger } = await unclaimed();
const [link] = await box.prints(/http:\S+\/setup\?token=\S+/);
const shop = await openShop();
await shop.call("PUT", "/box", { landing: true, signUp: true });

test("the pages before sign-in are complete, fit, and axe finds nothing serious", async () => {
  for (const look of dialogLooks) {
    const seat = await stranger(look);
    await seat.goes(link);
    await seat.page.locator("input[name=name]").waitFor();
    await passes(seat, "setup");
    await seat.page.locator("button[type=submit]").click();
    await seat.page.locator("[aria-invalid]").first().waitFor();
    await passes(seat, "setup with errors");

    const login = await shop.stranger(look);
    login.expects(401);
    await login.goes("/login");
    await login.page.locator("input[name=email]").fill("ana@paoquente.com.br");
    await passes(login, "login");
    await login.page.locator("input[name=password]").fill("pao-frio-1");
    await login.page.locator("button[type=submit]").click();
    await login.page.getByRole("alert").locator("p").waitFor();
    await passes(login, "login refused");
  }
});

test("the pages for strangers are complete, fit, and axe finds nothing serious", async () => {
  for (const look of dialogLooks) {
    const visitor = await shop.stranger(look);
    await visitor.goes("/");
    await visitor.page.locator("#contato form").waitFor();
    await passes(visitor, "the public page");
    await visitor.goes("/signup");
    await visitor.page.locator("input[name=planId]").first().waitFor();
    await visitor.page.locator("button[type=submit]").click();
    await visitor.page.locator("[aria-invalid]").first().waitFor();
    await passes(visitor, "sign-up with errors");
    await visitor.leaves();
  }
});

test("axe finds nothing serious in the tickets: none, some, one open, a dialog", async () => {
  const rui = await shop.enters("rui");
  await rui.page.getByRole("tabpanel").locator("p").first().waitFor();
  await soundInBothThemes(rui, "no tickets");
  await shop.call("POST", "/tags", { name: "Cliente fiel", color: "#7c3aed" });
  await shop.customer("Bia").says("Oi, *tem* pão de queijo? https://paoquente.com.br");
  await shop.customer("Davi").says("Bom dia");
  const ana = await shop.enters("ana");
  await ana.accepts("Bia");
  await ana.writes("Bia", "Tem sim");
  await shop.customer("Bia").receives(/Tem sim/);
  await shop.customer("Bia").reads();
  await ana.tick("Tem sim", "Lida").waitFor();
  await shop.call("POST", `/practice/${shop.lines.counter}/faults`, {
    failNext: 1,
    reason: "blocked",
  });
  await ana.writes("Bia", "Separo?");
  await ana.bubble("Separo?").getByRole("button").first().waitFor();
  await soundInBothThemes(ana, "an open ticket");
  await ana.page.locator("[data-value=pending]").click();
  await ana.page.locator("[data-ticket] button").first().waitFor();
  await soundInBothThemes(ana, "those who wait");
  await ana.page
    .locator("[data-ticket]")
    .first()
    .click({ modifiers: ["Control"], position: { x: 40, y: 30 } });
  await ana.page.getByRole("toolbar").getByRole("button").first().waitFor();
  await soundInBothThemes(ana, "those who wait, one selected");
  await ana.page.keyboard.press("Escape");
  await ana.page.locator("[data-value=search]").click();
  await ana.page.locator("[data-search]").fill("oi");
  await ana.page.locator("mark").first().waitFor();
  await soundInBothThemes(ana, "a search");
  await ana.page.keyboard.press("Alt+n");
  await ana.page.getByRole("dialog").waitFor();
  await soundInBothThemes(ana, "a new ticket");
});
