import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import { focused } from "./gadgets.ts";
import type { Seat } from "./seat.ts";
import { looks, passes } from "./sound.ts";

const shop = await openShop();
await shop.call("PUT", "/settings/singleSession", { value: "disabled" });

const open = (seat: Seat) => seat.page.getByRole("list", { name: "A fazer" }).getByRole("listitem");
const stored = (seat: Seat) => seat.page.evaluate(() => localStorage.getItem("tasks"));

test("one's tasks are written, ordered and ended by the keyboard, in this browser alone, and outlive signing out", async () => {
  const ana = await shop.enters("ana", { at: "/todolist", own: true });
  const { page } = ana;
  await ana.sees("Nada a fazer. Escreva a primeira tarefa acima.");
  await ana.sees(/Fica só neste navegador/);
  for (const text of ["Comprar fermento", "Conferir o caixa", "Ligar para o moinho"]) {
    await ana.field("Nova tarefa").fill(text);
    await page.keyboard.press("Enter");
  }
  await ana.field("Comprar fermento").press("Alt+ArrowDown");
  expect(await open(ana).allInnerTexts()).toEqual([
    "Conferir o caixa",
    "Comprar fermento",
    "Ligar para o moinho",
  ]);
  await ana.button("Comprar fermento").press("Enter");
  await ana.field("Editar tarefa").fill("Comprar fermento biológico");
  await page.keyboard.press("Enter");
  await focused(ana.button("Comprar fermento biológico"));
  await ana.field("Conferir o caixa").press("Space");
  await ana.sees("Feitas (1)");
  await ana.button("Limpar feitas").click();
  await page.getByText("Conferir o caixa").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Desfazer" }).click();
  await ana.sees("Conferir o caixa");

  // Another tab follows, and another user who signs in here has a list of their own.
  const tab = await page.context().newPage();
  await tab.goto("/todolist");
  await tab.getByLabel("Nova tarefa").fill("Da outra aba");
  await tab.keyboard.press("Enter");
  await open(ana).getByText("Da outra aba").waitFor();
  await page.evaluate(() =>
    localStorage.setItem(
      "tasks",
      JSON.stringify([
        ...(JSON.parse(localStorage.getItem("tasks")!) as object[]),
        { text: "De outra pessoa", owner: "1:999" },
        { text: "De outro programa" },
        7,
      ]),
    ),
  );
  await page.reload();
  await open(ana).getByText("De outro programa").waitFor();
  expect(await page.getByText("De outra pessoa").count()).toBe(0);
  await tab.close();

  await page.evaluate(() => localStorage.setItem("tasks", "{não é json"));
  await page.reload();
  await ana.sees("Nada a fazer. Escreva a primeira tarefa acima.");
  await ana.field("Nova tarefa").fill("De novo");
  await ana.button("Adicionar").click();
  await ana.sees("De novo");
  await ana.button("Sua conta").click();
  await page.getByRole("menuitem", { name: "Sair" }).click();
  await ana.waitsAt("/login");
  expect(await stored(ana)).toContain("De novo");
});

test("a colleague is reminded of a ticket: the panel shows it, the bell tells it, and it is ended where one stands", async () => {
  const bia = shop.customer("Bia");
  await bia.says("Oi");
  const ana = await shop.enters("ana");
  await ana.accepts("Bia");
  const panel = ana.page.locator("[data-panel]");
  if (!(await panel.isVisible())) await ana.button("Painel do contato").click();
  await panel.getByText("Ninguém será lembrado deste atendimento.").waitFor();
  const uuid = new URL(ana.page.url()).pathname.split("/").at(-1)!;

  const rui = await shop.enters("rui", { at: `/tickets/${uuid}` });
  await rui.conversation("Bia").waitFor();
  await rui.button("Ações de Bia").first().press("Enter");
  await rui.page.getByRole("menuitem", { name: "Lembrar-me às…" }).press("Enter");
  await rui.field(/^Para quem/).selectOption("Ana");
  await rui.field(/^De quê/).fill("Confirmar a entrega");
  await rui.field("Quando").selectOption("Escolher dia e hora");
  await rui.field("Dia").fill("01/01/2020");
  await rui.button("Salvar").click();
  rui.expects(422);
  await rui.sees("Este horário já passou. Escolha outro.");
  await rui.field("Quando").selectOption("Amanhã às 9:00");
  await rui.button("Salvar").click();
  await panel.getByText("Confirmar a entrega").waitFor();
  await panel.getByText("de Rui").waitFor();

  // Its time comes.
  const { records } = await shop.call<{ records: { id: number }[] }>(
    "GET",
    `/reminders?ticketId=${await ticketId(uuid)}`,
  );
  await ana.goes("/todolist");
  await ana.page.locator("[data-reminder]").waitFor();
  await shop.call("PUT", `/reminders/${records[0]!.id}`, { dueAt: new Date().toISOString() });
  await ana.button("Notificações: 1 · 1 lembrete").click();
  const bell = ana.page.getByRole("dialog", { name: "Notificações" });
  await bell.getByText("Bia").waitFor();
  await ana.page.keyboard.press("Enter");
  await ana.waitsAt(`/tickets/${uuid}`);

  await ana.goes("/todolist");
  await ana.button("Ações de Confirmar a entrega").click();
  await ana.page.getByRole("menuitem", { name: "Em 3 horas" }).click();
  await ana.button("Notificações").waitFor();
  await ana.button("Concluir: Confirmar a entrega").click();
  await ana.sees("Nenhum lembrete pendente");
  await ana.tab("Concluídos").click();
  await ana.button("Reabrir: Confirmar a entrega").waitFor();
});

const ticketId = async (uuid: string) =>
  (await shop.call<{ id: number }>("GET", `/tickets/u/${uuid}`)).id;

test("the page with tasks and reminders, the bell and the dialog fit every look, and axe finds nothing serious", async () => {
  const davi = shop.customer("Davi");
  await davi.says("Oi");
  const { tickets } = await shop.call<{ tickets: { id: number; uuid: string }[] }>(
    "GET",
    "/tickets?status=pending&showAll=true",
  );
  const text = "Um texto bem comprido, comonessapalavraquenaoacabanuncamaisdetaolongaqueela";
  for (const dueAt of [new Date().toISOString(), "2036-01-15T09:30"])
    await shop.call("POST", "/reminders", { ticketId: tickets[0]!.id, text, dueAt });
  for (const look of looks) {
    const zefa = await shop.enters("zefa", { ...look, at: "/todolist" });
    const { page } = zefa;
    await page.locator("[data-reminder]").nth(1).waitFor();
    await page.locator("main form input").fill(text);
    await page.keyboard.press("Enter");
    await page.locator("[data-task]").first().waitFor();
    await passes(zefa, "the page");
    await page.locator("[data-reminder] [aria-haspopup=menu]").nth(1).click();
    await page.locator("[role=menu] [role=menuitem]").nth(6).click();
    await page.locator("dialog[open]").waitFor();
    await passes(zefa, "the dialog");
    await page.keyboard.press("Escape");
    if (look.size) await page.locator("[data-dock] button").click();
    await page.locator("[data-tools] button:has(svg.lucide-bell)").first().click();
    const rung = page.locator("[popover]:popover-open [data-reminder]").first();
    await eventually(
      async () => ((await rung.boundingBox())?.x ?? -1) > 0 || undefined,
      "the bell's panel to be placed",
    );
    await passes(zefa, "the bell");
    await zefa.leaves();
  }
});
