import { expect } from "bun:test";
import { wordsIn } from "../texts.ts";
import { credentials, openShop, test } from "./browser.ts";
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
const bia = shop.customer("Bia");
await bia.says("Oi");

type Words = ReturnType<typeof wordsIn>;
type Filling = Record<string, string | number>;
type Said = (words: Words) => string;

/** A text with these values filled in. */
const filled = (text: string, values: Filling = {}) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
const field =
  (code: string, values: Filling = {}): Said =>
  (words) =>
    filled(words(`errors.field.${code}`), values);
const [required, short, long] = [
  field("required"),
  (n: number) => field("too_short", { n }),
  (n: number) => field("too_long", { n }),
];

// One language is enough: the texts' own test holds the three to the same keys and values, and a
// text in the code would be Portuguese.
const look: Look = { language: "en" };
const words = wordsIn("en");

/** What is typed into a form, and what it shows then. */
type Try = [typed: Record<string, string>, said: Said[]];
type Form = {
  name: string;
  open: (seat: Seat, words: Words) => Promise<unknown>;
  part?: number;
  tries: Try[];
};

const button = (seat: Seat, name: string) =>
  seat.page.getByRole("button", { name, exact: true }).first();
const fifty = "x".repeat(51);

/** What each form shows for what it refuses. */
const forms: Form[] = [
  {
    name: "contact",
    open: async (seat, words) => (
      await seat.goes("/contacts"),
      button(seat, words("contacts.new")).click()
    ),
    tries: [
      [{}, [required, required]],
      [{ name: "D", number: "12345", email: "davi" }, [short(2), field("invalidEmail")]],
      [{ name: "x".repeat(101), number: "11", email: "davi@exemplo.com" }, [long(100)]],
      [
        { name: "Outra Bia", number: bia.number },
        [(words) => words("errors.ERR_DUPLICATED_CONTACT")],
      ],
    ],
  },
  {
    name: "user",
    open: async (seat, words) => (
      await seat.goes("/users"),
      button(seat, words("users.new")).click()
    ),
    tries: [
      [{}, [required, required, required]],
      [
        { name: "N", email: "nina", password: "curta" },
        [short(2), short(8), field("invalidEmail")],
      ],
      [
        { name: fifty, email: "nina@exemplo.com", password: "x".repeat(129) },
        [long(50), long(128)],
      ],
      [
        { name: "Nina", email: credentials("ana").email, password: "pao-quente-1" },
        [field("taken")],
      ],
    ],
  },
  {
    name: "connection",
    open: async (seat, words) => (
      await seat.goes("/connections"),
      button(seat, words("connections.new")).click()
    ),
    tries: [
      [{}, [required]],
      [{ name: "F" }, [short(2)]],
      [{ name: fifty }, [long(50)]],
    ],
  },
  {
    name: "a connection's clocks",
    open: editsConnection,
    part: 3,
    tries: [
      [{ expiresTicket: "5" }, [(words) => words("connections.inactiveRequired")]],
      [{ expiresTicket: "5", expiresInactiveMessage: "x".repeat(251) }, [long(250)]],
    ],
  },
  {
    name: "a connection's number for tests",
    open: editsConnection,
    part: 4,
    tries: [
      [{ phoneTest: "5511-8888" }, [(words) => words("connections.phoneTestInvalid")]],
      [{ phoneTest: "1".repeat(13) }, [long(12)]],
    ],
  },
  {
    name: "tag",
    open: async (seat, words) => (
      await seat.goes("/tags"),
      button(seat, words("tags.new")).click()
    ),
    tries: [
      [{}, [required]],
      [{ name: "VI" }, [(words) => words("tags.tooShort")]],
    ],
  },
  {
    name: "campaign",
    open: async (seat, words) => (
      await seat.goes("/campaigns"),
      button(seat, words("campaigns.new")).click()
    ),
    tries: [
      [{}, [required]],
      [{ name: "B" }, [short(2)]],
      [{ name: fifty }, [long(50)]],
    ],
  },
  {
    name: "contact list",
    open: async (seat, words) => (
      await seat.goes("/contact-lists"),
      button(seat, words("contactLists.new")).click()
    ),
    tries: [
      [{}, [required]],
      [{ name: "B" }, [short(2)]],
      [{ name: fifty }, [long(50)]],
    ],
  },
  {
    name: "file list",
    open: async (seat, words) => (
      await seat.goes("/files"),
      button(seat, words("files.new")).click()
    ),
    tries: [
      [{}, [required, required]],
      [{ name: "Ca", message: "Oi" }, [(words) => words("files.tooShort")]],
    ],
  },
  {
    name: "opt-out",
    open: async (seat, words) => (
      await seat.goes("/opt-outs"),
      button(seat, words("optOuts.new")).click()
    ),
    tries: [[{}, [required]]],
  },
  {
    name: "announcement",
    open: async (seat, words) => (
      await seat.goes("/announcements"),
      button(seat, words("announcements.new")).click()
    ),
    tries: [
      [{}, [required, required]],
      [{ title: "x".repeat(101), text: "Oi" }, [long(100)]],
    ],
  },
];

async function editsConnection(seat: Seat) {
  await seat.goes("/connections");
  await seat.page.locator("[data-connection] [aria-haspopup=menu]").first().click();
  await seat.page.getByRole("menuitem").first().click();
}

test("forms say what is missing", async () => {
  const owner = await shop.enters("zefa", look);
  owner.expects(409, 422);
  for (const { name, open, part, tries } of forms) {
    await open(owner, words);
    // A connection is edited on a page, in parts; all else in a dialog.
    const form =
      part === undefined ? owner.page.locator("dialog[open]").last() : owner.page.getByRole("main");
    if (part !== undefined) await form.getByRole("tab").nth(part).click();
    for (const [typed, said] of tries) {
      for (const [input, text] of Object.entries(typed))
        await form.locator(`[name="${input}"]`).fill(text);
      if (part === undefined) await form.locator("button[type=submit]").click();
      else await owner.page.keyboard.press("Control+s");
      for (const text of new Set(said)) {
        const same = said.filter((one) => one === text).length;
        await form
          .getByText(text(words), { exact: true })
          .nth(same - 1)
          .waitFor()
          .catch((thrown: Error) => {
            throw new Error(
              `${name} after ${JSON.stringify(typed)} does not say “${text(words)}”: ${thrown.message}`,
            );
          });
      }
    }
    // The page asks before one leaves what was typed.
    await owner.page.goto("about:blank");
  }
});

test("a queue needs a name and a colour of its own, and a connection with two of them a greeting", async () => {
  const owner = await shop.enters("zefa", { ...look, at: "/queues/new" });
  owner.expects(409, 422);
  const { page } = owner;
  const save = () => page.keyboard.press("Control+s");
  await page.locator("input[name=name]").waitFor();
  await save();
  await page.getByText(words("errors.field.required")).first().waitFor();
  for (const [name, said] of [
    ["B", short(2)],
    [fifty, long(50)],
  ] as const) {
    await page.locator("input[name=name]").fill(name);
    await save();
    await page.getByText(said(words)).waitFor();
  }
  await page.locator("input[name=name]").fill("Bolos");
  await page
    .getByRole("radio", { name: words("common.colors.teal") })
    .or(page.getByRole("button", { name: words("common.colors.teal") }))
    .first()
    .click();
  await save();
  await page.getByText(words("errors.ERR_QUEUE_COLOR_ALREADY_EXISTS")).first().waitFor();

  await editsConnection(owner);
  for (const nth of [0, 1]) await page.locator("input[name=queueIds]").nth(nth).check();
  await save();
  await page.getByText(words("errors.ERR_WAPP_GREETING_REQUIRED")).waitFor();
});

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
  await dialog.getByText(words("tickets.transfer.stays")).waitFor();
  await dialog.locator("select").first().selectOption("");
  await dialog.locator("button[type=submit]").click();
  await dialog.getByText(words("tickets.new.queueRequired")).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Alt+p");
  const note = page.locator("textarea[data-note]");
  await note.waitFor();
  await note.press("Control+Enter");
  await page.getByText(words("errors.field.required"), { exact: true }).waitFor();
  await note.fill("S");
  await note.press("Control+Enter");
  await page.getByText(short(2)(words)).waitFor();
  await note.fill("Sem glúten");
  await note.press("Control+Enter");
  await page.getByText(words("tickets.notes.added")).waitFor();
  await button(caio, words("tickets.notes.delete")).click();
  await caio
    .dialog(words("common.deleteQuestion"))
    .getByRole("button", { name: words("common.delete") })
    .click();
  await page.getByText(words("tickets.notes.deleted")).waitFor();
  await shop.call("DELETE", `/tickets/${id}`);
});

test("a refusal shows its text, an unknown one its code, and the setting goes back", async () => {
  const owner = await shop.enters("zefa", { ...look, at: "/settings" });
  const { page } = owner;
  owner.expects(409);
  const answer = { code: "" };
  await page.route("**/api/settings/disableBot", (route) =>
    route.fulfill({ status: 409, json: { error: answer.code, requestId: "pedido-1" } }),
  );
  const toggle = page.locator("[data-setting=disableBot] input");
  await toggle.waitFor();
  for (const [code, text] of [
    ["ERR_WAPP_DISCONNECTED", words("errors.ERR_WAPP_DISCONNECTED")],
    [
      "ERR_BOLO_DE_FUBA",
      filled(words("errors.unknown"), { code: "ERR_BOLO_DE_FUBA", requestId: "pedido-1" }),
    ],
  ] as const) {
    answer.code = code;
    await toggle.click();
    const note = page.locator(".toast-card").filter({ hasText: text });
    await note.waitFor();
    expect(await note.locator("p").textContent()).toBe(text);
    await note.getByRole("button", { name: words("common.close") }).click();
    expect(await toggle.isChecked()).toBe(false);
  }
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
  const told = soon.page.locator("dialog[open]").getByText(words("auth.elsewhere")).waitFor();
  const [second] = await Promise.all([shop.enters("caio", look), told]);
  await soon.waitsAt("/login");
  await soon.page.getByText(words("errors.ERR_ELSEWHERE")).waitFor();
  await shop.call("PUT", "/settings/singleSession", { value: "disabled" });

  // A session that another one ended.
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
