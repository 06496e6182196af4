import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import { focused } from "./gadgets.ts";
import type { Look, Seat } from "./seat.ts";
import { sound } from "./sound.ts";

const shop = await openShop();

test("the bell counts unread messages, here and in the tab's title, and leads to them", async () => {
  await shop.customer("Bia").says("Oi");
  const ana = await shop.enters("ana");
  const caio = await shop.enters("caio");
  await ana.button("Notificações: 1 atendimento com mensagens não lidas").waitFor();
  await titled(ana, "(1) Atendimentos · Balcão");
  expect(await mark(ana)).toBe("/public/favicon-unread.svg");

  // An admin serves no queue, and gets all notifications.
  const rui = await shop.enters("rui");
  await rui.button("Notificações: 1 atendimento com mensagens não lidas").waitFor();
  await rui.button(/^Notificações/).click();
  await rui.button("Som: 70%").click();
  await soundOf(rui).getByRole("checkbox").nth(1).waitFor();
  await rui.leaves();

  await caio.button("Notificações").click();
  await caio.dialog("Notificações").getByText("Nenhuma notificação").waitFor();

  await ana.button(/^Notificações:/).click();
  const bia = ana.dialog("Notificações").getByRole("button", { name: "Bia" });
  await bia.getByText("Aguardando").waitFor();
  await focused(bia);
  await ana.page.keyboard.press("Enter");
  await ana.dialog("Notificações").waitFor({ state: "detached" });
  await ana.button("Aceitar Bia").and(ana.page.locator(":focus")).waitFor();
  await ana.page.keyboard.press("Enter");
  await ana.conversation("Bia").waitFor();
  await titled(ana, "(1) Bia · Balcão");
  await ana.button("Notificações").waitFor();
  expect(await mark(ana)).toBe("/public/favicon.svg");

  await shop.customer("Bia").says("Alguém aí?");
  await ana.bubble("Alguém aí?").waitFor();
  await titled(ana, "(1) Bia · Balcão");

  await ana.goes("/tags");
  await shop.customer("Bia").says("Tem bolo?");
  await shop.customer("Davi").says("Bom dia");
  await titled(ana, "(2) Tags · Balcão");
  await ana.button(/^Notificações:/).click();
  const names = ana
    .dialog("Notificações")
    .locator("li button > span:nth-child(2) > span:first-child > span:first-child");
  await names.first().waitFor();
  expect(await names.allTextContents()).toEqual(["Davi", "Bia"]);
  await ana.dialog("Notificações").getByRole("button", { name: "Bia" }).click();
  await ana.conversation("Bia").getByText("Tem bolo?").waitFor();
  await ana.button("Notificações: 1 atendimento com mensagens não lidas").waitFor();
  expect(ana.loads()).toBe(2);
});

test("nobody is rung for a customer who is still in the menu, and only those of the chosen queue with the choice", async () => {
  const queues = await shop.call<{ id: number; name: string }[]>("GET", "/queue");
  const { id } = await shop.call<{ id: number }>("POST", "/whatsapp", {
    name: "Central",
    provider: "practice",
    greetingMessage: "Com quem você quer falar?",
    queueIds: queues.map((queue) => queue.id),
  });
  await shop.call("POST", `/practice/${id}/scan`);
  const writes = (name: string, from: string, body: string) =>
    shop.call("POST", `/practice/${id}/messages`, { from, name, body });
  const [ana, caio] = [
    await shop.enters("ana", { before: listen }),
    await shop.enters("caio", { before: listen }),
  ];
  for (const seat of [ana, caio]) await seat.tab("Aguardando").click();
  const rings = async () => [await rung(ana.page), await rung(caio.page)];
  const bell = (seat: Seat) => seat.button(/^Notificações/).getAttribute("aria-label");
  const before = [await bell(ana), await bell(caio)];

  await writes("Olga", "5511966660001", "Oi");
  for (const seat of [ana, caio]) await seat.reveals("Olga");
  expect([await rings(), [await bell(ana), await bell(caio)]]).toEqual([[0, 0], before]);
  await writes("Olga", "5511966660001", "Encomendas");
  await eventually(
    async () => ((await rung(caio.page)) === 1 ? true : undefined),
    "a ring for the chosen queue",
  );
  expect(await bell(caio)).not.toBe(before[1]!);
  expect([await rings(), await bell(ana)]).toEqual([[0, 1], before[0]!]);

  // A customer who never chooses a queue rings when the staff moves their ticket to one.
  await writes("Pia", "5511966660002", "Oi");
  await ana.reveals("Pia");
  const { tickets } = await shop.call<{ tickets: { id: number; contact: { name: string } }[] }>(
    "GET",
    "/tickets?status=pending&showAll=true",
  );
  await shop.call("PUT", `/tickets/${tickets.find(({ contact }) => contact.name === "Pia")!.id}`, {
    queueId: queues.find(({ name }) => name === "Atendimento")!.id,
  });
  await eventually(
    async () => ((await rung(ana.page)) === 1 ? true : undefined),
    "a ring for who was moved",
  );
  expect(await rings()).toEqual([1, 1]);
  await shop.call("DELETE", `/whatsapp/${id}`);
});

test("a message rings once in a browser of two tabs, with locks and without, and not while one looks at it", async () => {
  const gil = shop.customer("Gil");
  const ana = await shop.enters("ana", { before: listen, own: true });
  const other = await ana.page.context().newPage();
  await other.goto("/tags");
  const rings = async () => (await rung(ana.page)) + (await rung(other));
  // No sound follows soon after another: their clocks go on.
  const isQuiet = () =>
    Promise.all(
      [ana.page, other].map((page) =>
        page.evaluate(() => {
          const now = Date.now.bind(Date);
          Date.now = () => now() + 1600;
        }),
      ),
    );
  for (const locks of [true, false]) {
    if (!locks) {
      await ana.page
        .context()
        .addInitScript(() => Object.defineProperty(navigator, "locks", { value: undefined }));
      await Promise.all([ana.page.reload(), other.reload()]);
    }
    await other.getByRole("heading", { name: "Tags" }).click();
    await ana.page.getByRole("heading", { name: "Atendimentos" }).click();

    await gil.says("Oi");
    await eventually(async () => (await rings()) || undefined, "a ring");
    if (locks) await ana.accepts("Gil");
    else await (await ana.reveals("Gil")).getByRole("link").click();
    const question = locks ? "Vocês abrem hoje?" : "E no domingo?";
    await gil.says(question);
    await ana.bubble(question).waitFor();
    await other.getByRole("button", { name: "Notificações" }).waitFor();
    expect(await rings()).toBe(1);

    await ana.page.keyboard.press("Escape");
    await ana.waitsAt("/tickets");
    await isQuiet();
    await gil.says("E amanhã?");
    await eventually(async () => ((await rings()) === 2 ? true : undefined), "the second ring");
    await isQuiet();
  }
});

test("there is no sound for a muted queue, in quiet hours or at volume zero; the settings are remembered", async () => {
  const ana = await shop.enters("ana", { before: listen });
  await ana.button(/^Notificações/).click();
  await ana.button("Som: 70%").click();
  const sound = soundOf(ana);
  const slider = sound.getByRole("slider", { name: "Volume" });
  await slider.focus();
  await ana.page.keyboard.press("ArrowRight");
  await ana.button("Som: 80%").waitFor();
  await sound.getByRole("button", { name: "Ouvir" }).click();
  await eventually(async () => ((await rung(ana.page)) === 1 ? true : undefined), "the sample");

  await sound.getByRole("checkbox", { name: "Atendimento" }).uncheck();
  await arrives(ana, "Ivo");
  await sound.getByRole("checkbox", { name: "Atendimento" }).check();
  await sound.getByRole("switch", { name: "Horário de silêncio" }).check();
  await sound.getByLabel("Das").fill("00:00");
  await sound.getByLabel("Até").fill("23:59");
  await arrives(ana, "Jane");
  await ana.page.reload();
  await ana.button(/^Notificações/).click();
  await ana.button("Som: 80%").click();
  expect(await sound.getByLabel("Até").inputValue()).toBe("23:59");
  await sound.getByRole("switch", { name: "Horário de silêncio" }).uncheck();
  await ana.page.keyboard.press("Escape");
  await ana.page.keyboard.press("Alt+Shift+m");
  await ana.sees("Som desligado");
  await arrives(ana, "Kaio");
  expect(await rung(ana.page)).toBe(0);
  await ana.page.keyboard.press("Alt+Shift+m");
  await ana.sees("Som ligado");
  expect(await ana.page.evaluate(() => localStorage.getItem("volume"))).toBe("0.8");
});

test("notifications are turned on by hand, come once for each ticket and lead to it; users who blocked them, or use a plain http address, are told what to do", async () => {
  const ana = await shop.enters("ana", { at: "/tags", before: pretend, own: true });
  await ana.page.getByRole("heading", { name: "Tags" }).click();
  expect(await noticed(ana.page)).toEqual({ asked: 0, shown: [] });
  await ana.button(/^Notificações/).click();
  await ana.button("Ligar avisos").click();
  await ana.page.getByRole("switch", { name: /^Avisos neste computador/ }).waitFor();
  expect((await noticed(ana.page)).asked).toBe(1);
  await ana.page.keyboard.press("Escape");

  const lara = shop.customer("Lara");
  await lara.says("Oi, *tem* pão?");
  await eventually(
    async () => ((await noticed(ana.page)).shown.length === 1 ? true : undefined),
    "a notice",
  );
  const [notice] = (await noticed(ana.page)).shown;
  expect(notice).toMatchObject({ title: "Lara", body: "Oi, tem pão?", open: true });
  await lara.says("De queijo");
  await eventually(
    async () => ((await noticed(ana.page)).shown.length === 2 ? true : undefined),
    "another notice",
  );
  expect(new Set((await noticed(ana.page)).shown.map(({ tag }) => tag)).size).toBe(1);
  await ana.page.evaluate(() =>
    (window as unknown as NotificationLog).told.shown.at(-1)!.onclick(),
  );
  await ana.button("Aceitar Lara").and(ana.page.locator(":focus")).click();
  await ana.conversation("Lara").waitFor();
  await ana.writes("Lara", "Tem sim");
  await lara.receives(/Tem sim/);
  await lara.says("Então quero dois");
  await ana.bubble("Então quero dois").waitFor();
  expect((await noticed(ana.page)).shown).toHaveLength(2);

  for (const [refuse, hint] of [
    [blocks, /ícone à esquerda do endereço/],
    [isPlain, /endereços que começam com https/],
  ] as const) {
    await ana.page.context().addInitScript(refuse);
    await ana.page.reload();
    await ana.button(/^Notificações/).click();
    await ana.sees(hint);
  }
});

test("the palette opens at once, and with it pages, contacts, messages and actions by keyboard alone; a ticket's address that was pasted opens in this tab", async () => {
  await shop.customer("Mia").says("Quero uma torta de damasco");
  const ana = await shop.attends("ana", "Leo");
  const leo = ana.page.url();
  await ana.accepts("Mia");
  await ana.composer("Mia").and(ana.page.locator(":focus")).waitFor();
  const { keyboard } = ana.page;
  const palette = ana.dialog("Buscar e fazer");
  const field = palette.getByRole("combobox");

  // The browser loads its code when it is idle.
  await ana.page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => /Palette/.test(name)),
  );
  const frames = await ana.page.evaluate(
    () =>
      new Promise<number>((done) => {
        const look = (count: number) =>
          document.querySelector("dialog[open] [role=combobox]")
            ? done(count)
            : requestAnimationFrame(() => look(count + 1));
        window.dispatchEvent(
          new KeyboardEvent("keydown", {
            code: "KeyK",
            key: "k",
            ctrlKey: true,
            bubbles: true,
            cancelable: true,
          }),
        );
        look(0);
      }),
  );
  // The late reads of React come 300 ms late, some eighteen frames.
  expect(frames).toBeLessThan(6);
  await field.and(ana.page.locator(":focus")).waitFor();
  expect(
    await palette.getByRole("group", { name: "Recentes" }).getByRole("option").allTextContents(),
  ).toEqual([expect.stringContaining("Leo")]);
  await palette
    .getByRole("option", { name: /Resolver e abrir o próximo/ })
    .getByText("Shift")
    .waitFor();
  await keyboard.type("tags");
  expect(await palette.getByRole("option").first().getAttribute("aria-selected")).toBe("true");
  await keyboard.press("Escape");
  await palette.waitFor({ state: "detached" });
  await ana.composer("Mia").and(ana.page.locator(":focus")).waitFor();

  await keyboard.press("Control+k");
  await keyboard.type("tag");
  await palette
    .getByRole("group", { name: "Páginas" })
    .getByRole("option", { name: "Tags", exact: true })
    .click();
  await ana.waitsAt("/tags");

  await keyboard.press("Control+k");
  await palette
    .getByRole("group", { name: "Recentes" })
    .getByRole("option", { name: /^Mia/ })
    .waitFor();
  await keyboard.type("damasco");
  const hit = palette
    .getByRole("group", { name: "Mensagens" })
    .getByRole("option", { name: /Mia.*torta de damasco/ });
  await hit.waitFor();
  expect(await field.getAttribute("aria-activedescendant")).toBe(
    await palette.getByRole("option", { selected: true }).getAttribute("id"),
  );
  await Promise.all([ana.page.waitForURL(/\?message=\d+$/), hit.click()]);
  await ana.conversation("Mia").waitFor();

  await keyboard.press("Control+k");
  await keyboard.type("transferir");
  await keyboard.press("Enter");
  await ana.dialog("Transferir").waitFor();
  await keyboard.press("Escape");

  const address = `${shop.url}${new URL(ana.page.url()).pathname}`;
  await ana.goes("/quick-messages");
  await ana.page.getByRole("heading", { name: "Respostas rápidas" }).waitFor();
  await keyboard.press("Control+k");
  await field.fill(address);
  await palette.getByRole("option", { name: "Abrir este atendimento" }).waitFor();
  await keyboard.press("Enter");
  await ana.conversation("Mia").waitFor();

  const loads = ana.loads();
  await ana.writes("Mia", `Veja ${leo}`);
  await ana.bubble("Veja").getByRole("link").click();
  await ana.conversation("Leo").waitFor();
  expect(ana.loads()).toBe(loads);
});

test("each shortcut does what the help says; one can be changed, and all turned off", async () => {
  await shop.customer("Nina").says("Oi");
  await shop.customer("Otto").says("Bom dia");
  const ana = await shop.enters("ana", { size: { width: 1440, height: 900 } });
  const { keyboard } = ana.page;
  const focused = (selector: string) => ana.page.locator(`${selector}:focus`).waitFor();
  await ana.tab("Aguardando").waitFor();
  await keyboard.press("Alt+2");
  await ana
    .tab(/^Aguardando/)
    .and(ana.page.locator("[aria-selected=true]"))
    .waitFor();
  await ana.button("Aceitar Otto").click();
  await ana.composer("Otto").waitFor();
  await keyboard.press("Alt+2");
  await ana.button("Aceitar Nina").click();
  await ana.composer("Nina").waitFor();

  await keyboard.press("Control+f");
  await focused("[data-find]");
  await keyboard.press("Escape");
  await keyboard.press("Alt+g");
  await focused("[data-tags]");
  await keyboard.press("Alt+l");
  await focused("[data-composer]");
  await keyboard.press("Alt+p");
  await focused("[data-composer=note]");
  await keyboard.press("Alt+l");
  await focused("[data-composer=reply]");
  await keyboard.press("Alt+t");
  await ana.dialog("Transferir").waitFor();
  await keyboard.press("Escape");
  await ana.dialog("Transferir").waitFor({ state: "detached" });
  await keyboard.press("Alt+3");
  await ana.tab("Resolvidos").and(ana.page.locator("[aria-selected=true]")).waitFor();
  await keyboard.press("Alt+1");
  await ana.row("Otto").waitFor();
  await keyboard.press("Alt+Shift+e");
  await ana.sees("Atendimento de Nina resolvido");
  await ana.page.waitForFunction(
    () => /\/tickets\/./.test(location.pathname) && document.querySelector("[data-composer]"),
  );

  await ana.page.locator("h1").first().click();
  await keyboard.press("?");
  const help = ana.dialog("Atalhos do teclado");
  await help.getByRole("button", { name: "Alterar o atalho de Resolver", exact: true }).click();
  await keyboard.press("Alt+t");
  await help.getByText("Já é de: Transferir").waitFor();
  await keyboard.press("x");
  await help.getByText(/Junte Alt ou Ctrl/).waitFor();
  await keyboard.press("Alt+x");
  const resolve = help
    .getByRole("listitem")
    .filter({ has: ana.page.getByText("Resolver", { exact: true }) });
  await resolve.getByText("X", { exact: true }).waitFor();
  await keyboard.press("Escape");
  await help.waitFor({ state: "detached" });
  await keyboard.press("Control+k");
  await ana
    .dialog("Buscar e fazer")
    .getByRole("option", { name: /^Resolver Alt X$/ })
    .waitFor();
  await keyboard.press("Escape");
  await ana.dialog("Buscar e fazer").waitFor({ state: "detached" });

  await keyboard.press("Alt+e");
  await keyboard.press("?");
  await help.getByRole("switch", { name: /^Atalhos ligados/ }).uncheck();
  await keyboard.press("Escape");
  await help.waitFor({ state: "detached" });
  const here = ana.page.url();
  for (const keys of ["Alt+x", "?", "Alt+n"]) await keyboard.press(keys);
  expect(ana.page.url()).toBe(here);
  expect(await ana.page.getByRole("dialog").count()).toBe(0);
  await ana.button("Buscar e fazer").click();
  await ana
    .dialog("Buscar e fazer")
    .getByRole("option", { name: /^Atalhos do teclado/ })
    .click();
  await help.getByRole("switch", { name: /^Atalhos ligados/ }).check();
  await help.getByRole("button", { name: "Restaurar atalhos" }).click();
  await keyboard.press("Escape");
  await help.waitFor({ state: "detached" });
  await keyboard.press("Alt+e");
  await ana.waitsAt("/tickets");
});

test("axe finds nothing serious in bell, sound, palette and shortcuts", async () => {
  await shop.customer("Rosa").says("Tem bolo?");
  const looks: Look[] = [
    { theme: "light" },
    { theme: "dark", language: "es", size: { width: 320, height: 640 } },
  ];
  for (const look of looks) {
    const lia = await shop.enters("lia", { ...look, at: "/tags" });
    const { page } = lia;
    const opens = page.locator("[data-tools] button[popovertarget][aria-haspopup=dialog]");
    await page.waitForFunction(() => document.title.startsWith("("));
    if (look.size) await page.locator("[data-dock] button").click();
    await opens.nth(0).click();
    await page.locator("[role=dialog]:popover-open li").first().waitFor();
    await sound(lia, "the bell");
    await page.locator("[role=dialog]:popover-open button[aria-expanded]").click();
    await page.locator("[role=dialog]:popover-open [role=group] input[role=switch]").check();
    await sound(lia, "the sound");
    await page.keyboard.press("Escape");
    if (look.size) await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("bolo");
    await page.getByRole("option").locator("mark").first().waitFor();
    await sound(lia, "the palette");
    await page.keyboard.press("Escape");
    await page.getByRole("combobox").waitFor({ state: "detached" });
    await page.keyboard.press("?");
    await page.getByRole("dialog").locator("li button").nth(3).click();
    await page.keyboard.press("y");
    await page.getByRole("alert").filter({ hasText: /./ }).waitFor();
    await sound(lia, "the keys");
    await lia.leaves();
  }
});

type Shown = { title: string; body: string; tag: string; open: boolean; onclick: () => void };
type NotificationLog = { told: { asked: number; shown: Shown[] } };

const titled = (seat: Seat, title: string) =>
  seat.page.waitForFunction((expected) => document.title === expected, title);
const soundOf = (seat: Seat) => seat.page.getByRole("group", { name: "Som de mensagem nova" });
const mark = (seat: Seat) => seat.page.locator("link[rel=icon]").getAttribute("href");
const rung = (page: Page) =>
  page.evaluate(() => (window as unknown as { rings?: number }).rings ?? 0);
const noticed = (page: Page) => page.evaluate(() => (window as unknown as NotificationLog).told);

async function arrives(seat: Seat, name: string) {
  const before = await rung(seat.page);
  await shop.customer(name).says("Oi");
  await eventually(
    () =>
      seat.frames.find(
        ({ event, message }) =>
          event === "appMessage" && JSON.stringify(message).includes(`"${name}"`),
      ),
    `${name} to be heard`,
  );
  expect(await rung(seat.page)).toBe(before);
}

// These run in the page before our code.
function listen() {
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (when) {
    const counter = window as unknown as { rings?: number };
    if (this.frequency.value === 880) counter.rings = (counter.rings ?? 0) + 1;
    start.call(this, when);
  };
}

function blocks() {
  Object.defineProperty(Notification, "permission", { get: () => "denied" });
}

function isPlain() {
  Object.defineProperty(window, "isSecureContext", { value: false });
}

function pretend() {
  const log: NotificationLog["told"] = { asked: 0, shown: [] };
  Object.assign(window, { told: log });
  class Pretended {
    static permission = "default";
    static requestPermission() {
      log.asked++;
      Pretended.permission = "granted";
      return Promise.resolve("granted");
    }
    open = true;
    body: string;
    tag: string;
    onclick = () => {};
    onclose = () => {};
    constructor(
      readonly title: string,
      { body, tag }: { body: string; tag: string },
    ) {
      this.body = body;
      this.tag = tag;
      log.shown.push(this);
    }
    close() {
      this.open = false;
      this.onclose();
    }
  }
  Object.defineProperty(window, "Notification", { value: Pretended });
}
