import { openShop, test, unclaimed } from "./browser.ts";
import type { Look } from "./seat.ts";
import { looks, passes, sound } from "./sound.ts";

const { box, stranger } = await unclaimed();
const [link] = await box.prints(/http:\S+\/setup\?token=\S+/);
const shop = await openShop();
await shop.call("PUT", "/box", { landing: true, signUp: true });

const themes: Look[] = [{ theme: "light", language: "ptBR" }, { theme: "dark", language: "en" }];

test("the pages before sign-in are complete, fit, and axe finds nothing serious", async () => {
  for (const look of looks) {
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
  for (const look of looks) {
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
  for (const look of themes) {
    const rui = await shop.enters("rui", look);
    await rui.page.getByRole("tabpanel").locator("p").first().waitFor();
    await sound(rui, "no tickets");
    await rui.leaves();
  }
  await shop.call("POST", "/tags", { name: "Cliente fiel", color: "#7c3aed" });
  await shop.customer("Bia").says("Oi, *tem* pão de queijo? https://paoquente.com.br");
  await shop.customer("Davi").says("Bom dia");
  const ana = await shop.enters("ana");
  await ana.accepts("Bia");
  await ana.writes("Bia", "Tem sim");
  await shop.customer("Bia").receives(/Tem sim/);
  await shop.customer("Bia").reads();
  await ana.tick("Tem sim", "Lida").waitFor();
  await shop.call("POST", `/practice/${shop.lines.counter}/faults`, { failNext: 1, reason: "blocked" });
  await ana.writes("Bia", "Separo?");
  await ana.bubble("Separo?").getByRole("button").first().waitFor();
  const path = new URL(ana.page.url()).pathname;
  await ana.leaves();

  for (const look of themes) {
    const seat = await shop.enters("ana", { ...look, at: path });
    await seat.page.locator("textarea[data-composer]").waitFor();
    await seat.page.locator("[data-ticket]").first().waitFor();
    await sound(seat, "an open ticket");
    await seat.page.locator("[data-value=pending]").click();
    await seat.page.locator("[data-ticket] button").first().waitFor();
    await sound(seat, "those who wait");
    await seat.page.locator("[data-ticket]").first().click({ modifiers: ["Control"], position: { x: 40, y: 30 } });
    await seat.page.getByRole("toolbar").getByRole("button").first().waitFor();
    await sound(seat, "those who wait, one selected");
    await seat.page.keyboard.press("Escape");
    await seat.page.locator("[data-value=search]").click();
    await seat.page.locator("[data-search]").fill("oi");
    await seat.page.locator("mark").first().waitFor();
    await sound(seat, "a search");
    await seat.page.keyboard.press("Alt+n");
    await seat.page.getByRole("dialog").waitFor();
    await sound(seat, "a new ticket");
    await seat.leaves();
  }
});
