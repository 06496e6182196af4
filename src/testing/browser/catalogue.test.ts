import { wordsIn } from "../texts.ts";
import { openShop, test } from "./browser.ts";
import { credentials } from "./calls.ts";
import { type Look, type Seat } from "./seat.ts";
import { shopDay } from "../shop-days.ts";

const shop = await openShop();
await shop.call("PUT", "/settings/singleSession", { value: "disabled" });
// Lia serves both queues: she has to choose one.
const [lia] = (await shop.call<{ users: { id: number }[] }>("GET", "/users/?searchParam=lia"))
  .users;
await shop.call("PUT", `/users/${lia!.id}`, {
  queueIds: (await shop.call<{ id: number }[]>("GET", "/queue")).map(({ id }) => id),
});
await shop.customer("Bia").says("Oi");

// One language is enough: the texts' own test compares the keys and values of all three. A text in
// the code would be Portuguese.
const look: Look = { language: "en" };
const words = wordsIn("en");

/** A text with these values filled in. */
const filled = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));

const button = (seat: Seat, name: string) =>
  seat.page.getByRole("button", { name, exact: true }).first();
test("the tickets page says what is missing, taken or not one's own", async () => {
  const lia = await shop.enters("lia", look);
  const { page } = lia;
  lia.expects(404, 403, 409, 500);
  await page.locator("[data-value=pending]").waitFor();
  await page.keyboard.press("Alt+n");
  const dialog = page.locator("dialog[open]");
  await dialog.locator("button[type=submit]").click();
  await dialog.getByText(words("tickets.new.contactRequired")).waitFor();
  await dialog.getByText(words("tickets.new.queueRequired")).waitFor();
  await dialog.locator("[role=combobox]").fill("Bia");
  await dialog.locator("li[role=option]").first().click();
  await dialog.locator("select").first().selectOption("Atendimento");
  await dialog.locator("button[type=submit]").click();
  await dialog.getByText(words("tickets.otherOpen")).waitFor();
  await page.route("**/api/tickets", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 500, json: { error: "ERR_INTERNAL" } })
      : route.continue(),
  );
  await dialog.locator("button[type=submit]").click();
  await dialog.getByText(words("tickets.new.failed")).waitFor();
  await page.unrouteAll();
  await page.keyboard.press("Escape");

  const { uuid } = await anothers();
  await lia.goes(`/tickets/${uuid}`);
  await page.getByText(words("tickets.notYours")).waitFor();
  await lia.waitsAt("/tickets");
  await lia.goes("/tickets/99999999-0000-0000-0000-000000000000");
  await page.getByText(words("tickets.notYours")).waitFor();
  await lia.goes("/users");
  await page.getByText(words("common.notAllowed")).waitFor();
  await lia.goes("/announcements");
  await page.getByText(words("common.notPlanned")).waitFor();
  await lia.waitsAt("/tickets");
  await page.route("**/api/contacts?*", (route) =>
    route.fulfill({ status: 500, json: { error: "ERR_INTERNAL" } }),
  );
  await lia.goes("/contacts");
  await page.getByText(words("common.listFailed")).waitFor();
});

test("in a conversation notes and transfers say what is missing, and what worked", async () => {
  const { uuid, id } = await anothers();
  const caio = await shop.enters("caio", { ...look, at: `/tickets/${uuid}` });
  const { page } = caio;
  await page.locator("textarea[data-composer]").waitFor();
  await page.keyboard.press("Alt+t");
  const dialog = page.locator("dialog[open]");
  await dialog.locator("button[type=submit]").click();
  await dialog.locator("input[aria-invalid=true]").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Alt+p");
  const note = page.locator("textarea[data-composer=note]");
  await note.fill("Sem glúten");
  await note.press("Control+Enter");
  await button(caio, words("tickets.notes.delete")).click();
  await caio
    .dialog(words("common.deleteQuestion"))
    .getByRole("button", { name: words("common.delete") })
    .click();
  await page.getByText(words("tickets.notes.deleted")).waitFor();
  await shop.call("DELETE", `/tickets/${id}`);
});

test("the sign-in page says why one can't sign in, and why one was signed out", async () => {
  const comes = async (password: string) => {
    const seat = await shop.stranger(look);
    seat.expects(401, 403);
    await seat.goes("/login");
    await seat.page.locator("button[type=submit]").click();
    await seat.page.getByText(words("errors.field.required")).nth(1).waitFor();
    await seat.page.locator("input[name=email]").fill(credentials("caio").email);
    await seat.page.locator("input[name=password]").fill(password);
    await seat.page.locator("button[type=submit]").click();
    return seat;
  };
  const wrong = await comes("pao-frio-1");
  await wrong.page.getByRole("alert").getByText(words("errors.ERR_INVALID_CREDENTIALS")).waitFor();
  shop.paidUntil(shopDay(3).toString());
  const soon = await comes(credentials("caio").password);
  await soon.page.getByText(filled(words("auth.expires_other"), { count: 3 })).waitFor();
  shop.paidUntil(null);

  await soon.waitsAt("/tickets");
  await soon.page.waitForLoadState("networkidle");
  await shop.call("PUT", "/settings/singleSession", { value: "enabled" });
  const notice = soon.page.locator("dialog[open]").getByText(words("auth.elsewhere")).waitFor();
  const [second] = await Promise.all([shop.enters("caio", look), notice]);
  await soon.waitsAt("/login");
  await soon.page.getByText(words("errors.ERR_ELSEWHERE")).waitFor();
  await shop.call("PUT", "/settings/singleSession", { value: "disabled" });

  // Another session ends this one.
  await second.page.waitForLoadState("networkidle");
  await second.page.context().clearCookies();
  await second.page.evaluate(() => localStorage.setItem("token", "a.b.c"));
  second.expects(401, 403);
  await second.goes("/tags");
  await second.waitsAt("/login");
  await second.page.getByText(words("errors.ERR_SESSION_EXPIRED")).waitFor();
});

/** A ticket of Caio's, on the connection for orders, which Lia and Ana don't see. */
async function anothers() {
  const customer = shop.customer("Fabi", "orders");
  await customer.says("Oi");
  const { tickets } = await shop.call<{
    tickets: { id: number; uuid: string; contact: { name: string } }[];
  }>("GET", "/tickets?showAll=true&searchParam=Fabi");
  const { users } = await shop.call<{ users: { id: number }[] }>("GET", "/users/?searchParam=caio");
  const queues = await shop.call<{ id: number; name: string }[]>("GET", "/queue");
  const [ticket] = tickets;
  await shop.call("PUT", `/tickets/${ticket!.id}`, {
    queueId: queues.find(({ name }) => name === "Encomendas")!.id,
    userId: users[0]!.id,
  });
  return ticket!;
}
