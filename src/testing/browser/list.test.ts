import { expect } from "bun:test";
import type { Route } from "playwright-core";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import { pressesLong } from "./touch.ts";
import { phone, type Seat } from "./seat.ts";

type Ticket = {
  id: number;
  status: string;
  unreadMessages: number;
  contact: { name: string };
  tags: { name: string }[];
};

const shop = await openShop();

test("tickets are selected by Ctrl and Shift, resolved together and undone; by keyboard x selects, Shift and an arrow extend, Esc ends it, and the focus stays on the row", async () => {
  const names = ["Abel", "Beto", "Cida", "Dora", "Enzo"];
  const ana = await holds(names);
  await ana.row("Cida").click({ modifiers: ["Control"] });
  await chosen(ana, 1);
  await ana.row("Abel").click({ modifiers: ["Shift"] });
  await chosen(ana, 3);
  await ana.row("Beto").click();
  await chosen(ana, 2);
  expect(ana.page.url()).toEndWith("/tickets");
  await ana.page.keyboard.press("Escape");
  await bar(ana).waitFor({ state: "detached" });

  await ana.row("Abel").click({ modifiers: ["Control"] });
  await ana.row("Enzo").click();
  await bar(ana).getByRole("button", { name: "Resolver" }).click();
  await ana.sees("2 atendimentos resolvidos");
  await ana.tab(/^Atendendo 3$/).waitFor();
  await bar(ana).waitFor({ state: "detached" });
  await ana.button("Desfazer").click();
  await ana.tab(/^Atendendo 5$/).waitFor();
  expect(await states(names)).toEqual(["open", "open", "open", "open", "open"]);

  const { keyboard } = ana.page;
  await ana.row("Abel").locator("[data-main]").focus();
  const first = await focusedName(ana);
  await keyboard.press("Control+a");
  await bar(ana).waitFor();
  await eventually(
    async () =>
      (await ana.page.locator("[role=checkbox][aria-checked=false]").count()) === 0 || undefined,
    "all to be selected",
  );
  expect(await eventually(() => focusedName(ana), "the focus on the row")).toBe(first!);
  await keyboard.press("Escape");
  await bar(ana).waitFor({ state: "detached" });
  await ana.page.locator("[data-ticket] a:focus").waitFor();
  await keyboard.press("x");
  await chosen(ana, 1);
  expect(await eventually(() => focusedName(ana), "the focus on the row")).toBe(first!);
  await keyboard.press("Shift+ArrowDown");
  await chosen(ana, 2);
  await keyboard.press("Escape");
  await bar(ana).waitFor({ state: "detached" });
  await ana.page.locator("[data-ticket] a:focus").waitFor();
  await keyboard.press("Enter");
  await ana.waitsAt(/\/tickets\/.+/);
});

test("when the focused row disappears, the next one gets the focus; several tickets are tagged, which can be undone, and transferred at once; where customers would get a farewell, one chooses whether they do; tickets that someone else changed are named", async () => {
  await shop.call("POST", "/tags", { name: "Encomenda", color: "#7c3aed" });
  const names = ["Ilma", "Joca", "Kika"];
  const ana = await holds([...names, "Lena", "Mara", "Pati", "Quim", "Saul"]);
  await ana.row("Saul").locator("[data-main]").focus();
  await shop.call("PUT", `/tickets/${(await ticketOf("Saul")).id}`, { status: "closed" });
  await ana.row("Saul").waitFor({ state: "detached" });
  await ana.page.locator("[data-ticket] [data-main]:focus").waitFor();

  for (const name of names) await ana.row(name).click({ modifiers: ["Control"] });
  await bar(ana).getByRole("button", { name: "Etiquetar" }).click();
  const dialog = ana.dialog("Etiquetar 3 atendimentos");
  await dialog.getByLabel("Encomenda").check();
  await dialog.getByRole("button", { name: "Etiquetar" }).click();
  await ana.sees("3 atendimentos etiquetados");
  for (const name of names) await ana.row(name).getByText("Encomenda").waitFor();
  await chosen(ana, 3);
  await ana.button("Desfazer").click();
  await eventually(
    async () =>
      (await Promise.all(names.map(ticketOf))).every(({ tags }) => tags.length === 0) || undefined,
    "the tags to be gone",
  );

  // Another user deletes one of them at the same moment.
  const { id } = await ticketOf("Joca");
  await ana.page.route("**/api/tickets/bulk", async (route) => {
    await shop.call("DELETE", `/tickets/${id}`);
    await route.continue();
  });
  await bar(ana).getByRole("button", { name: "Resolver" }).click();
  await ana.sees("2 atendimentos resolvidos");
  await ana.page
    .getByRole("alert")
    .getByText(/^Sem mudança para Joca:/)
    .waitFor();
  await ana.page.unrouteAll();
  await ana.page.keyboard.press("Escape");
  await bar(ana).waitFor({ state: "detached" });

  await ana.row("Lena").click({ modifiers: ["Control"] });
  await ana.row("Mara").click();
  await bar(ana).getByRole("button", { name: "Transferir" }).click();
  const transfer = ana.dialog("Transferir 2 atendimentos");
  await transfer.getByRole("option", { name: /^Fila Encomendas/ }).click();
  await transfer.getByRole("button", { name: "Transferir" }).click();
  await transfer.waitFor({ state: "detached" });
  await ana.row("Lena").waitFor({ state: "detached" });
  await bar(ana).waitFor({ state: "detached" });
  expect(await states(["Lena", "Mara"])).toEqual(["pending", "pending"]);

  const { queueIds, name } = await shop.call<{ queueIds: number[]; name: string }>(
    "GET",
    `/whatsapp/${shop.lines.counter}`,
  );
  const farewell = (complationMessage: string) =>
    shop.call("PUT", `/whatsapp/${shop.lines.counter}`, { name, queueIds, complationMessage });
  await farewell("Até logo!");
  await ana.row("Pati").click({ modifiers: ["Control"] });
  await ana.row("Quim").click();
  await bar(ana).getByRole("button", { name: "Resolver" }).click();
  await ana.sees("Ao encerrar, 2 clientes receberiam uma mensagem.");
  await ana.page.getByRole("menuitem", { name: "Resolver sem mensagem" }).click();
  await eventually(
    async () => String(await states(["Pati", "Quim"])) === "closed,closed" || undefined,
    "both to be resolved",
  );
  await farewell("");
});

test("on a phone a long press opens a row's menu, which starts a selection, and taps extend it", async () => {
  const ana = await holds(["Nair", "Olga"], { size: phone, touch: true });
  const choose = ana.page.getByRole("menuitem", { name: "Selecionar" });
  await pressesLong(ana.page, ana.row("Nair"), choose);
  await choose.tap();
  await chosen(ana, 1);
  await ana.row("Olga").click();
  await chosen(ana, 2);
  expect(ana.page.url()).toEndWith("/tickets");
  await ana.button("Cancelar a seleção").click();
  await bar(ana).waitFor({ state: "detached" });
  await ana.button("Opções da lista").click();
  await ana.page.getByRole("menuitem", { name: "Selecionar vários" }).click();
  await bar(ana).getByText("Nenhum selecionado").waitFor();
});

test("a search leads to the matching message", async () => {
  const zeca = shop.customer("Zeca Farias");
  await zeca.says("Vocês fazem broa de fubá?");
  const ana = await shop.enters("ana");
  await ana.accepts("Zeca Farias");
  await ana.goes("/tickets");
  await ana.tab("Busca").click();
  const field = ana.field("Buscar por nome, número ou mensagem");
  await field.fill("fuba");
  const row = ana.row("Zeca Farias");
  await row.locator("mark").getByText("fubá").waitFor();
  await field.press("ArrowDown");
  await row.locator(":focus").waitFor();
  await ana.page.keyboard.press("Enter");
  await ana.waitsAt(/\/tickets\/.+/);
  await ana.bubble("broa de fubá").waitFor();

  await field.fill("far");
  await row.locator("mark").getByText("Far", { exact: true }).waitFor();
  await field.fill(zeca.number.slice(-9));
  await row.locator("mark").getByText("98888").waitFor();
  await field.press("Escape");
  expect(await field.inputValue()).toBe("");
  await ana.page
    .getByRole("region", { name: "Buscas recentes" })
    .getByRole("button", { name: "fuba" })
    .click();
  await row.locator("mark").getByText("fubá").waitFor();
});

test("a search finds notes, says state and date, and is narrowed to a state and a time", async () => {
  await shop.customer("Olga Reis").says("Bom dia");
  const ana = await shop.enters("ana");
  await ana.accepts("Olga Reis");
  const { tickets } = await shop.call<{ tickets: { id: number }[] }>(
    "GET",
    "/tickets?searchParam=Olga",
  );
  await shop.call("POST", "/ticket-notes", {
    note: "Alergia a amendoim, avisar a cozinha",
    ticketId: tickets[0]!.id,
  });
  await ana.goes("/tickets");
  await ana.tab("Busca").click();
  await ana.field("Buscar por nome, número ou mensagem").fill("alergia");
  const row = ana.row("Olga Reis");
  await row.getByText("Obs.:").waitFor();
  await row.locator("mark").getByText("Alergia").waitFor();
  await row.getByText(/^Em atendimento · /).waitFor();
  await row.getByRole("link").click();
  await ana.page.locator("[data-thread] mark, [data-written] mark").getByText("Alergia").waitFor();

  await ana.button("Estado: Qualquer estado").click();
  await ana.page.getByRole("menuitemradio", { name: "Resolvido" }).click();
  await ana.sees("Nada encontrado para “alergia”");
  await ana.button("Estado: Resolvido").click();
  await ana.page.getByRole("menuitemradio", { name: "Em atendimento" }).click();
  await row.waitFor();
  await ana.button("Data: Qualquer data").click();
  await ana.page.getByRole("menuitemradio", { name: "Últimos 7 dias" }).click();
  await row.waitFor();
});

test("each user's filters are remembered, and without any the list starts with what waits; a search without results says what was searched for, and where", async () => {
  await shop.customer("Yara").says("Bolo de milho");
  await shop.call("POST", "/tags", { name: "Fiel da casa", color: "#0f766e" });
  const rui = await shop.enters("rui");
  const all = rui.page.getByRole("switch", { name: "Mostrar todos" });
  await rui.reveals("Yara");
  await rui.page.getByRole("tab", { name: "Aguardando", selected: true }).waitFor();
  await all.check();
  await rui.tab("Resolvidos").click();
  await rui.page.reload();
  await rui.page.getByRole("tab", { name: "Resolvidos", selected: true }).waitFor();
  expect(await all.isChecked()).toBe(true);
  // A search keeps its filters, but not its text.
  await rui.tab("Busca").click();
  await rui.field("Buscar por nome, número ou mensagem").fill("Yara");
  await rui.button("Atendentes: todas").click();
  await rui.page.getByRole("dialog", { name: "Atendentes" }).getByLabel("Lia").check();
  await rui.page.reload();
  await rui.button("Atendentes: Lia").waitFor();
  expect(await rui.field("Buscar por nome, número ou mensagem").inputValue()).toBe("");
  await rui.button("Atendentes: Lia").click();
  await rui.page.getByRole("dialog", { name: "Atendentes" }).getByLabel("Lia").uncheck();
  await rui.page.keyboard.press("Escape");

  await rui.sees("Busque um atendimento");
  await rui.field("Buscar por nome, número ou mensagem").fill("milho");
  await rui.row("Yara").waitFor();
  await rui.button("Tags: todas").click();
  await rui.page.getByRole("dialog", { name: "Tags" }).getByLabel("Fiel da casa").check();
  await rui.page.keyboard.press("Escape");
  await rui.sees("Nada encontrado para “milho”");
  await rui.sees("Procurado só entre os atendimentos com a tag Fiel da casa.");
  await rui.button("Buscar em todos").click();
  await rui.row("Yara").waitFor();
  await rui.button("Atendentes: todas").click();
  await rui.page.getByRole("dialog", { name: "Atendentes" }).getByLabel("Lia").check();
  await rui.page.keyboard.press("Escape");
  await rui.sees("Procurado só entre os atendimentos de Lia.");
});

test("a row shows that the customer is typing, and which users are there", async () => {
  const vera = shop.customer("Vera");
  await vera.says("Tem sonho?");
  const lia = await shop.enters("lia");
  await lia.accepts("Vera");
  const rui = await shop.enters("rui");
  await rui.page.getByRole("switch", { name: "Mostrar todos" }).check();
  await (
    await rui.reveals("Vera")
  )
    .locator("[data-viewers]")
    .getByText("Lia está vendo")
    .first()
    .waitFor();
  await lia.composer("Vera").pressSequentially("Temos");
  await rui.row("Vera").locator("[data-viewers]").getByText("Lia está digitando").first().waitFor();

  const owner = await shop.enters("rui", { at: `/practice/${shop.lines.counter}` });
  await owner.page.getByText("Vera", { exact: true }).first().click();
  await owner.page
    .getByRole("textbox", { name: "Mensagem de Vera para a loja" })
    .pressSequentially("De creme");
  await lia.row("Vera").getByText("digitando…", { exact: true }).waitFor();
});

test("an agent previews what they may accept, an admin another user's conversation without opening it", async () => {
  await shop.customer("Ugo").says("Segredo de família");
  await shop.customer("Vito").says("Segredo de estado");
  const lia = await shop.enters("lia");
  await lia.tab("Aguardando").click();
  const vito = await lia.reveals("Vito");
  await vito.hover();
  await lia.button("Espiar a conversa de Vito").click();
  await lia.dialog("Vito").getByText("Segredo de estado").waitFor();
  await lia.page.keyboard.press("Escape");
  await lia.dialog("Vito").waitFor({ state: "detached" });
  await vito.click();
  await lia.dialog("Vito").getByText("Segredo de estado").waitFor();
  expect(await ticketOf("Vito")).toMatchObject({ status: "pending", unreadMessages: 1 });
  await lia.dialog("Vito").getByRole("button", { name: "Aceitar" }).click();
  await lia.composer("Vito").waitFor();

  await lia.accepts("Ugo");
  const rui = await shop.enters("rui");
  await rui.page.getByRole("switch", { name: "Mostrar todos" }).check();
  await (await rui.reveals("Ugo")).hover();
  await rui.button("Espiar a conversa de Ugo").click();
  const dialog = rui.dialog("Ugo");
  await dialog.getByText("Segredo de família").waitFor();
  expect(await dialog.getByRole("button", { name: "Aceitar" }).count()).toBe(0);
  await rui.page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(rui.page.url()).toEndWith("/tickets");
  // An agent can't preview tickets of other agents.
  expect(await lia.button("Espiar a conversa de Ugo").count()).toBe(0);
});

test("waiting and open tickets are grouped by turn, the bot's menu is nobody's last message, and compact rows are remembered", async () => {
  const before = await shop.call<{ name: string; queueIds: number[] }>(
    "GET",
    `/whatsapp/${shop.lines.counter}`,
  );
  const queueIds = (await shop.call<{ id: number }[]>("GET", "/queue")).map(({ id }) => id);
  const ana = await holds(["Wanda", "Xico"]);
  const group = (name: string) => ana.page.getByRole("tabpanel").getByRole("heading", { name });
  await group("Sua vez 2").waitFor();
  await (await ana.reveals("Wanda")).getByRole("link").click();
  await ana.writes("Wanda", "Já vejo");
  await group("Sua vez 1").waitFor();
  await group("Aguardando cliente 1").waitFor();
  await ana.row("Wanda").getByText("Já vejo").waitFor();

  await shop.call("PUT", `/whatsapp/${shop.lines.counter}`, {
    name: before.name,
    queueIds,
    greetingMessage: "Bem-vindo",
  });
  await shop.customer("Yuri").says("Vocês abrem domingo?");
  await ana.tab("Aguardando").click();
  await group("Com o robô 1").waitFor();
  await (await ana.reveals("Yuri")).getByText("Vocês abrem domingo?").waitFor();
  await shop.call("PUT", `/whatsapp/${shop.lines.counter}`, {
    name: before.name,
    queueIds: before.queueIds,
    greetingMessage: "",
  });

  const high = (await ana.row("Yuri").boundingBox())!.height;
  await ana.button("Opções da lista").click();
  await ana.page.getByRole("menuitemradio", { name: "Linhas baixas" }).click();
  await eventually(
    async () => (await ana.row("Yuri").boundingBox())!.height === 56 || undefined,
    "low rows",
  );
  expect(high).toBe(72);
  await ana.page.reload();
  expect((await (await ana.reveals("Yuri")).boundingBox())!.height).toBe(56);
});

test("with twenty thousand tickets few are in the page, and new ones move neither them nor the selection", async () => {
  const many = 20_000;
  const rui = await shop.enters("rui", { at: "/tags" });
  // A preview of a conversation that does not exist.
  rui.expects(404);
  await rui.page.route(/\/api\/tickets\?.*status=closed/, (route) => answer(route, many));
  await rui.page.getByRole("link", { name: "Atendimentos" }).first().click();
  await rui.page.getByRole("switch", { name: "Mostrar todos" }).check();
  await rui.tab("Resolvidos").click();
  const list = rui.page.getByRole("list", { name: "Atendimentos resolvidos" });
  const box = list.locator("../..");
  await rui.row("Cliente 20000").waitFor();
  const place = () =>
    rui.page.locator("[data-ticket]").evaluateAll((rows) =>
      rows.map((row) => ({
        name: row.querySelector("[data-main]")?.textContent,
        top: Math.round(row.getBoundingClientRect().top),
      })),
    );

  for (let step = 0; step < 12; step++) {
    const before = await box.evaluate((element) => element.scrollHeight);
    await box.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await eventually(
      async () => (await box.evaluate((element) => element.scrollHeight)) > before || undefined,
      "the next page",
    );
  }
  expect(await rui.page.locator("[data-ticket]").count()).toBeLessThan(40);
  await box.evaluate((element) => element.scrollBy(0, -2000));
  const row = rui.page.locator("[data-ticket]").nth(8);
  await row.click({ modifiers: ["Control"] });
  await chosen(rui, 1);
  await box.evaluate(
    (element) =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(element.scrollTop))),
      ),
  );
  const stood = await place();

  // Another user resolves a real one meanwhile.
  const { id } = await newTicket("Sara");
  await shop.call("PUT", `/tickets/${id}`, { status: "closed" });
  await eventually(
    () =>
      rui.frames.some(
        ({ event, ticket }) =>
          event === "ticket" &&
          (ticket as Ticket | undefined)?.id === id &&
          (ticket as Ticket).status === "closed",
      ) || undefined,
    "the news",
  );
  await box.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  expect(await place()).toEqual(stood);
  await chosen(rui, 1);

  // Scrolls up a little, then to the top at once.
  const up = (by: number) =>
    box.evaluate(
      (element, by) =>
        new Promise<number>(
          (resolve) => (
            element.scrollBy(0, -by),
            requestAnimationFrame(() => resolve(element.scrollTop))
          ),
        ),
      by,
    );
  for (let step = 0; step < 5; step++) await up(4000);
  await list.locator("[data-ticket]").nth(8).waitFor();
  await up(1_000_000);
  await rui.row("Cliente 20000").waitFor();
});

/** Shows Ana her list with tickets of only these customers. */
async function holds(
  customers: string[],
  look: Parameters<typeof shop.enters>[1] = {},
): Promise<Seat> {
  const { tickets } = await shop.call<{ tickets: Ticket[] }>(
    "GET",
    "/tickets?status=open&showAll=true",
  );
  if (tickets.length > 0)
    await shop.call("POST", "/tickets/bulk", {
      ids: tickets.map(({ id }) => id),
      status: "closed",
      silent: true,
    });
  const users = await shop.call<{ id: number; name: string }[]>("GET", "/users/list");
  const queues = await shop.call<{ id: number; name: string }[]>("GET", "/queue");
  const to = {
    userId: users.find(({ name }) => name === "Ana")!.id,
    queueId: queues.find(({ name }) => name === "Atendimento")!.id,
  };
  const hand = await shop.handOf("ana");
  for (const customer of customers)
    await hand("PUT", `/tickets/${(await newTicket(customer)).id}`, { status: "open", ...to });
  const ana = await shop.enters("ana", look);
  for (const customer of customers) await ana.row(customer).waitFor();
  return ana;
}

async function newTicket(customer: string) {
  await shop.customer(customer).says("Oi");
  return ticketOf(customer);
}

const ticketOf = (name: string) =>
  eventually(
    async () =>
      (
        await shop.call<{ tickets: Ticket[] }>(
          "GET",
          `/tickets?showAll=true&searchParam=${encodeURIComponent(name)}`,
        )
      ).tickets.find(({ contact }) => contact.name === name),
    `the ticket of ${name}`,
  );

const states = async (names: string[]) =>
  (await Promise.all(names.map(ticketOf))).map(({ status }) => status);

const bar = ({ page }: Seat) => page.getByRole("toolbar", { name: "Ações para os selecionados" });

const chosen = (seat: Seat, count: number) =>
  bar(seat)
    .getByText(count === 1 ? "1 selecionado" : `${count} selecionados`, { exact: true })
    .waitFor();

const focusedName = ({ page }: Seat) =>
  page.evaluate(
    () =>
      document.activeElement?.closest("[data-ticket]")?.querySelector("[data-main]")?.textContent ??
      undefined,
  );

/** An answer of the server with tickets that do not exist. */
async function answer(route: Route, many: number) {
  const page = Number(new URL(route.request().url()).searchParams.get("pageNumber"));
  const tickets = Array.from(
    { length: Math.max(0, Math.min(40, many - (page - 1) * 40)) },
    (_, index) => closed(many - (page - 1) * 40 - index),
  );
  await route.fulfill({ json: { tickets, hasMore: page * 40 < many, count: many } });
}

function closed(n: number) {
  const at = new Date(Date.UTC(2025, 0, 1) + n * 60_000).toISOString();
  return {
    id: 1_000_000 + n,
    uuid: `gone-${n}`,
    status: "closed",
    contactId: n,
    whatsappId: 1,
    queueId: null,
    userId: null,
    isGroup: false,
    lastMessage: "Obrigado",
    lastMessageAt: at,
    unreadMessages: 0,
    createdAt: at,
    updatedAt: at,
    contact: {
      id: n,
      name: `Cliente ${n}`,
      number: "5511977770000",
      profilePicUrl: "",
      isGroup: false,
    },
    queue: null,
    whatsapp: null,
    user: null,
    tags: [],
  };
}
