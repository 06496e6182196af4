import { openShop, test, unclaimed } from "./browser.ts";
import type { Look } from "./seat.ts";
import { sound } from "./sound.ts";

const { box, stranger } = await unclaimed();
const [link] = await box.prints(/http:\S+\/setup\?token=\S+/);
const shop = await openShop();

const looks: Look[] = [
  { theme: "light", language: "ptBR" },
  { theme: "dark", language: "en" },
];

test("before the door axe finds nothing serious", async () => {
  for (const look of looks) {
    const seat = await stranger(look);
    await seat.goes(link);
    await seat.page.locator("input[name=name]").waitFor();
    await sound(seat, "setup");
    await seat.page.locator("button[type=submit]").click();
    await seat.page.locator("[aria-invalid]").first().waitFor();
    await sound(seat, "setup with errors");

    const login = await shop.stranger(look);
    login.expects(401);
    await login.goes("/login");
    await login.page.locator("input[name=email]").fill("ana@paoquente.com.br");
    await sound(login, "login");
    await login.page.locator("input[name=password]").fill("pao-frio-1");
    await login.page.locator("button[type=submit]").click();
    await login.page.getByRole("alert").locator("p").waitFor();
    await sound(login, "login refused");
  }
});

test("at the tickets axe finds nothing serious: none, some, one open, a dialog", async () => {
  for (const look of looks) {
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

  for (const look of looks) {
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
}, 40_000);

test("on the other pages axe finds nothing serious", async () => {
  await shop.call("POST", "/quick-messages", { shortcode: "pix", message: "Nossa chave Pix é o CNPJ.", geral: true });
  await shop.customer("Elis").says("Oi");
  for (const look of looks) {
    const rui = await shop.enters("rui", { ...look, at: "/quick-messages" });
    await rui.page.getByRole("row").nth(1).waitFor();
    await sound(rui, "quick messages");
    await rui.goes("/tags");
    await rui.page.getByRole("row").nth(1).waitFor();
    await sound(rui, "tags");
    await rui.page.locator("main button.btn-primary").first().click();
    await rui.page.getByRole("dialog").locator("input[name=name]").waitFor();
    await sound(rui, "a new tag");
    await rui.goes("/connections");
    await rui.page.locator("[data-connection]").first().waitFor();
    await sound(rui, "connections");
    await rui.goes(`/practice/${shop.lines.counter}`);
    await rui.page.locator("[data-phone]").first().waitFor();
    await sound(rui, "the practice phone");
    await rui.goes("/bolo-de-fuba");
    await rui.page.getByRole("heading", { level: 1 }).waitFor();
    await sound(rui, "not found");
    await rui.leaves();
  }
}, 40_000);

test("where the shop is run axe finds nothing serious: each page, and its form with errors", async () => {
  await shop.call("PUT", "/settings/singleSession", { value: "disabled" });
  await shop.call("POST", "/queueIntegration", { type: "n8n", name: "Pedidos do site", urlN8N: "https://exemplo.com.br/n8n", secret: "assina-os-pedidos" });
  await shop.call("POST", "/ias", { type: 3, name: "Balconista", model: "llama3", url: "https://exemplo.com.br", prompt: "Você atende a padaria." });
  await shop.call("POST", "/announcements", { title: "Manutenção no domingo", text: "Domingo das 3h às 4h.", priority: 1 });
  await shop.customer("Bia").says("Oi");
  const rooms = [
    { path: "/contacts", shows: "tbody tr", form: true }, { path: "/contacts/import", shows: "main button" }, { path: "/dashboard", shows: "[data-period]" }, { path: "/queues", shows: "main a[href^='/queues/']" },
    { path: "/queues/1", shows: "textarea[name=greetingMessage]" }, { path: "/queue-integration", shows: "tbody tr", form: true }, { path: "/ias", shows: "tbody tr", form: true }, { path: "/users", shows: "tbody tr", form: true },
    { path: "/settings", shows: "[data-setting]" }, { path: "/audit", shows: "main li" }, { path: "/announcements", shows: "tbody tr", form: true }, { path: "/profile", shows: "main input[name=name]" },
  ];
  for (const look of looks) {
    const owner = await shop.enters("zefa", look);
    for (const { path, shows, form } of rooms) {
      await owner.goes(path);
      await owner.page.locator(shows).first().waitFor();
      await sound(owner, path);
      if (!form) continue;
      await owner.page.locator("main button.btn-primary").first().click();
      await owner.page.locator("dialog[open] button[type=submit]").click();
      await owner.page.locator("dialog[open] [aria-invalid=true]").first().waitFor();
      await sound(owner, `${path}, a form with errors`);
    }
    await owner.leaves();
  }
}, 90_000);
