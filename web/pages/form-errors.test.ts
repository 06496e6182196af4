import { enter, expectError, intercept } from "../../src/testing/screen/page.tsx";
import { expect } from "bun:test";
import { click, eventually, part, screen, type } from "../../src/testing/screen/screen.ts";
import { wordsIn } from "../../src/testing/texts.ts";
import { bia, box, emailOf, test } from "../../src/testing/world.ts";
import { identities } from "../../src/modules/identities/table.ts";

const shop = await box();
// Only the owner of the box writes announcements, so Rui owns it.
shop.control.write((tx) => tx.update(identities).set({ super: true }).run());

// One language is enough. The test of the texts compares the keys and values of all three, and a
// text in the code would be Portuguese.
const words = wordsIn("en");

type Filling = Record<string, string | number>;

/** A text with these values filled in. */
const filled = (key: string, values: Filling = {}) =>
  words(key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
const required = words("errors.field.required");
const short = (n: number) => filled("errors.field.too_short", { n });
const long = (n: number) => filled("errors.field.too_long", { n });
const fifty = "x".repeat(51);

/** A form receives these values, and shows each text as often as it is listed. */
type Try = [typed: Record<string, string>, texts: string[]];

const dialogs: [address: string, create: string, tries: Try[]][] = [
  [
    "/contacts",
    "contacts.new",
    [
      [{}, [required, required]],
      [
        { name: "D", number: "12345", email: "davi" },
        [short(2), words("errors.field.invalidEmail")],
      ],
      [{ name: "x".repeat(101), number: "11", email: "davi@exemplo.com" }, [long(100)]],
      [{ name: "Outra Bia", number: bia.number }, [words("errors.ERR_DUPLICATED_CONTACT")]],
    ],
  ],
  [
    "/users",
    "users.new",
    [
      [{}, [required, required, required]],
      [
        { name: "N", email: "nina", password: "curta" },
        [short(2), short(8), words("errors.field.invalidEmail")],
      ],
      [
        { name: fifty, email: "nina@exemplo.com", password: "x".repeat(129) },
        [long(50), long(128)],
      ],
      [
        { name: "Nina", email: emailOf("ana"), password: "pao-quente-1" },
        [words("errors.field.taken")],
      ],
    ],
  ],
  [
    "/connections",
    "connections.new",
    [
      [{}, [required]],
      [{ name: "F" }, [short(2)]],
      [{ name: fifty }, [long(50)]],
    ],
  ],
  [
    "/tags",
    "tags.new",
    [
      [{}, [required]],
      [{ name: "VI" }, [words("tags.tooShort")]],
    ],
  ],
  [
    "/campaigns",
    "campaigns.new",
    [
      [{}, [required]],
      [{ name: "B" }, [short(2)]],
      [{ name: fifty }, [long(50)]],
    ],
  ],
  [
    "/contact-lists",
    "contactLists.new",
    [
      [{}, [required]],
      [{ name: "B" }, [short(2)]],
      [{ name: fifty }, [long(50)]],
    ],
  ],
  [
    "/files",
    "files.new",
    [
      [{}, [required, required]],
      [{ name: "Ca", message: "Oi" }, [words("files.tooShort")]],
    ],
  ],
  ["/opt-outs", "optOuts.new", [[{}, [required]]]],
  [
    "/announcements",
    "announcements.new",
    [
      [{}, [required, required]],
      [{ title: "x".repeat(101), text: "Oi" }, [long(100)]],
    ],
  ],
];

const count = (text: string) => screen.text().split(text).length - 1;

async function fillAll(typed: Record<string, string>) {
  for (const [name, value] of Object.entries(typed)) await type(await input(name), value);
}

/** A field of the top form, by the server's name for it. */
const input = (name: string, nth = 0) =>
  eventually(() => {
    const root = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
    return root.querySelectorAll<HTMLInputElement>(`[name="${name}"]`)[nth];
  }, `the field ${name}`);

const submit = () =>
  eventually(
    () => document.querySelector("dialog[open] button[type=submit]") ?? undefined,
    "the form's button",
  );

const shows = (where: string, typed: object, texts: string[]) =>
  eventually(
    () => texts.every((text) => count(text) >= texts.filter((one) => one === text).length),
    `${where} after ${JSON.stringify(typed)} to say ${texts.join(", ")}`,
  );

const save = () => screen.press(words("common.save"));

async function openAt(path: string) {
  localStorage.setItem("language", "en");
  await enter(shop, "rui", path);
}

async function editConnection() {
  await openAt("/connections");
  const row = part(() => document.querySelector<HTMLElement>("[data-connection]")!);
  await eventually(() => document.querySelector("[data-connection]") ?? undefined, "a connection");
  await click(
    row.all("button").find((one) => one.ariaHasPopup ?? one.hasAttribute("aria-haspopup"))!,
  );
  await click(screen.all("menuitem")[0]!);
  await input("name");
}

for (const [path, create, tries] of dialogs) {
  test(`the form at ${path} says what is missing`, async () => {
    expectError(/409|422/);
    await openAt(path);
    await screen.press(words(create));
    for (const [typed, texts] of tries) {
      await fillAll(typed);
      await click(await submit());
      await shows(path, typed, texts);
    }
  });
}

test("a connection's timeouts and number for tests say what is missing", async () => {
  const parts: [tab: number, tries: Try[]][] = [
    [
      3,
      [
        [{ expiresTicket: "5" }, [words("connections.inactiveRequired")]],
        [{ expiresTicket: "5", expiresInactiveMessage: "x".repeat(251) }, [long(250)]],
      ],
    ],
    [
      4,
      [
        [{ phoneTest: "5511-8888" }, [words("connections.phoneTestInvalid")]],
        [{ phoneTest: "1".repeat(13) }, [long(12)]],
      ],
    ],
  ];
  for (const [tab, tries] of parts) {
    await editConnection();
    await click(screen.all("tab")[tab]!);
    if (tab === 3) await click(await input("expiresTicketOn"));
    for (const [typed, texts] of tries) {
      await fillAll(typed);
      await save();
      await shows("a connection", typed, texts);
    }
  }
});

test("a connection with two queues needs a greeting", async () => {
  await editConnection();
  for (const nth of [0, 1]) {
    const box = await input("queueIds", nth);
    if (!box.checked) await click(box);
  }
  await save();
  await screen.sees(words("errors.ERR_WAPP_GREETING_REQUIRED"));
});

test("a queue needs a name and a colour of its own", async () => {
  await openAt("/queues/new");
  await input("name");
  await save();
  await screen.sees(required);
  for (const [name, text] of [
    ["B", short(2)],
    [fifty, long(50)],
  ] as const) {
    await fillAll({ name });
    await save();
    await screen.sees(text);
  }
  await fillAll({ name: "Bolos" });
  await screen.press(words("common.colors.teal"));
  await save();
  await screen.sees(words("errors.ERR_QUEUE_COLOR_ALREADY_EXISTS"));
});

test("a refused setting goes back and says why: in words, or by its code", async () => {
  await openAt("/settings/receive");
  const toggle = () =>
    eventually(
      () =>
        document.querySelector<HTMLInputElement>("[data-setting=disableBot] input") ?? undefined,
      "the setting",
    );
  await toggle();
  let error = "";
  intercept("/settings/disableBot", () =>
    Response.json({ error, requestId: "pedido-1" }, { status: 409 }),
  );
  for (const [code, text] of [
    ["ERR_WAPP_DISCONNECTED", words("errors.ERR_WAPP_DISCONNECTED")],
    [
      "ERR_BOLO_DE_FUBA",
      filled("errors.unknown", { code: "ERR_BOLO_DE_FUBA", requestId: "pedido-1" }),
    ],
  ] as const) {
    error = code;
    await click(await toggle());
    await screen.sees(text);
    expect((await toggle()).checked).toBe(false);
  }
});
