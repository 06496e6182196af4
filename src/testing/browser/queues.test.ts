import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import { focused } from "./gadgets.ts";
import type { Seat } from "./seat.ts";
import { dialogLooks, passes } from "./sound.ts";

type Queue = { id: number; name: string; color: string };
type Option = {
  id: number;
  parentId: number | null;
  option: string;
  title: string;
  media: object | null;
};

const shop = await openShop();
await shop.call("PUT", "/settings/scheduleType", { value: "queue" });

const { companyId } = await shop.call<{ companyId: number }>("GET", "/auth/me");

const desk = { width: 1440, height: 900 };
const rows = (seat: Seat) => seat.page.locator("[data-queue]");
const names = (seat: Seat) => rows(seat).locator("h2").allInnerTexts();
const tree = (seat: Seat) => seat.page.getByRole("treeitem");
const drawn = (seat: Seat) =>
  tree(seat).evaluateAll((all: HTMLElement[]) =>
    all.map(
      (row) =>
        `${"·".repeat(Number(row.getAttribute("aria-level")) - 1)}${row.innerText.replace(/\s+/g, " ").trim()}`,
    ),
  );
const why = (seat: Seat) => seat.page.locator("[data-why]").last();
const queue = async (name: string) =>
  (await shop.call<Queue[]>("GET", "/queue")).find((one) => one.name === name);
const saved = (seat: Seat) => seat.sees("Fila salva");

test("an admin edits hours and an option tree of three levels by keyboard, tries it, saves it, and a customer gets the same", async () => {
  const rui = await shop.enters("rui", { at: "/queues", size: desk });
  const { keyboard } = rui.page;
  const presses = async (...keys: string[]) => {
    for (const key of keys) await keyboard.press(key);
  };
  await rui.link("Nova fila").press("Enter");
  await rui.waitsAt("/queues/new");
  await rui.field("Nome").focus();
  await keyboard.type("Bolos");
  await rui.page.getByRole("textbox", { name: /^Mensagem de saudação/ }).focus();
  await keyboard.type("{{name_company}}, aqui são os *bolos*.");
  await rui.page.getByRole("textbox", { name: /^Mensagem de fora de horário/ }).focus();
  await keyboard.type("O forno está frio.");

  await rui.tab("Dados").press("ArrowRight");
  const monday = rui.page.getByRole("combobox", { name: /segunda-feira/i });
  await monday.selectOption({ label: "Fechado" });

  await rui.tab("Horários").press("ArrowRight");
  await rui.button("Criar a primeira opção").press("Enter");
  await keyboard.type("Sabores");
  await presses("Control+Shift+Enter");
  await keyboard.type("Fubá");
  await presses("Control+Enter");
  await keyboard.type("Cenoura");
  await presses("Control+Shift+Enter");
  await keyboard.type("Com cobertura");
  await presses("Tab");
  await keyboard.type("R$ 35, pronto amanhã.");
  await presses("Control+Enter");
  await keyboard.type("Sem cobertura");
  await presses("Control+Enter");
  await keyboard.type("Falar com gente");
  await presses("Escape", "Alt+ArrowLeft", "Alt+ArrowLeft");
  expect(await drawn(rui)).toEqual([
    "1 Sabores",
    "·1 Fubá",
    "·2 Cenoura",
    "··1 Com cobertura",
    "··2 Sem cobertura",
    "2 Falar com gente",
  ]);
  await presses("Alt+ArrowUp", "ArrowDown", "ArrowLeft");
  expect(await drawn(rui)).toEqual(["1 Falar com gente", "2 Sabores"]);
  await presses("ArrowRight", "Home", "Alt+ArrowDown");
  expect(await drawn(rui)).toEqual([
    "1 Sabores",
    "·1 Fubá",
    "·2 Cenoura",
    "··1 Com cobertura",
    "··2 Sem cobertura",
    "2 Falar com gente",
  ]);
  await rui.page.getByText("Aqui o menu termina e espera-se por uma pessoa").waitFor();

  await rui.page.getByRole("combobox", { name: "Quando" }).selectOption({ label: "segunda-feira" });
  await rui.field("Hora").fill("10:00");
  await tries(rui, "oi", "2");
  await why(rui).getByText("A fila está fechada: o cliente recebe o aviso dela.").waitFor();
  await phoneSays(rui, "O forno está frio.");
  await rui.tab("Opções").press("ArrowLeft");
  await monday.selectOption({ label: "O dia todo" });
  await rui.page.getByRole("button", { name: /^Copiar.*segunda/i }).press("Enter");
  await rui.page.getByRole("menuitem", { name: "Para todos os dias" }).press("Enter");
  await rui.sees(/^Algo mudou desde esta conversa/);
  await rui.button("Repetir").press("Enter");
  await why(rui).getByText("O cliente escolheu a fila “Bolos”.").waitFor();
  await why(rui).getByText("Fila: Bolos").waitFor();
  await tries(rui, "1", "nada", "2", "0", "2", "1");
  await why(rui)
    .getByText(/^O cliente chegou ao fim deste caminho/)
    .waitFor();
  await why(rui).getByText("Espera por uma pessoa", { exact: true }).waitFor();
  expect(
    await rui.page
      .locator("[data-why]")
      .filter({ hasText: "A resposta não é nenhuma das opções" })
      .count(),
  ).toBe(1);

  await rui.button("Salvar").press("Enter");
  await saved(rui);
  await rui.waitsAt(/^\/queues\/\d+$/);
  const made = (await queue("Bolos"))!;
  expect(await shop.call("GET", `/queue-options?queueId=${made.id}`)).toHaveLength(6);
  await shop.call("PUT", `/whatsapp/${shop.lines.counter}`, {
    queueIds: [(await queue("Atendimento"))!.id, made.id],
    greetingMessage: "Bem-vindo!",
  });

  const bia = shop.customer("Bia");
  const texts = ["oi", "2", "1", "nada", "2", "0", "2", "1"];
  await eventually(
    async () =>
      (await rui.page.getByText(/ainda não usa esta fila/).count()) === 0 ? true : undefined,
    "the simulator to hear of the connection",
  );
  await rui.page.getByRole("combobox", { name: "Quando" }).selectOption({ label: "Agora" });
  await rui.button("Começar de novo").click();
  await tries(rui, ...texts);
  const simulated = await phoneTexts(rui);
  const chat = async () =>
    (
      await shop.call<{ from: string | null; body: string }[]>(
        "GET",
        `/practice/${shop.lines.counter}/messages?number=${bia.number}`,
      )
    )
      .filter(({ from }) => from === null)
      .map(({ body }) => bare(body));
  for (const [index, text] of texts.entries()) {
    const before = (await chat()).length;
    await bia.says(text);
    await eventually(
      async () => ((await chat()).length > before ? true : undefined),
      `an answer to ${text} (${index + 1})`,
    );
  }
  expect(await chat()).toEqual(simulated);
});

test("the simulator also plays agents and the clock, and says when it can't", async () => {
  const { id } = (await queue("Encomendas"))!;
  await shop.call("PUT", "/settings/userRating", { value: "enabled" });
  await shop.call("PUT", `/whatsapp/${shop.lines.orders}`, {
    complationMessage: "Até logo, {{firstName}}.",
  });
  const { schedules } = await shop.call<{ schedules: object[] }>(
    "GET",
    `/companies/${companyId}/schedules`,
  );
  await shop.call("PUT", `/companies/${companyId}/schedules`, {
    schedules,
    holidays: [{ date: "2099-12-08", yearly: false, label: "Padroeira", hours: [] }],
  });
  const rui = await shop.enters("rui", { at: `/queues/${id}`, size: desk });
  const team = async (what: string) => {
    const before = await rui.page.locator("[data-why]").count();
    await rui.button("A equipe").click();
    await rui.page.getByRole("menuitem", { name: what, exact: true }).click();
    await rui.page.locator("[data-why]").nth(before).waitFor();
  };
  await rui.page.getByRole("combobox", { name: "Quando" }).selectOption({ label: "quarta-feira" });
  await rui.field("Hora").fill("23:00");
  await tries(rui, "oi");
  await why(rui)
    .getByText("A conexão só tem a fila “Encomendas”: não há o que escolher.")
    .waitFor();
  await why(rui)
    .getByText(/^A fila está fechada/)
    .waitFor();
  await rui.field("Hora").fill("10:00");
  await rui.page
    .getByRole("combobox", { name: "Quando" })
    .selectOption({ label: "Padroeira · 08/12/2099" });
  await rui.button("Repetir").click();
  await why(rui)
    .getByText(/^A fila está fechada/)
    .waitFor();
  await rui.page.getByRole("combobox", { name: "Quando" }).selectOption({ label: "Outra data" });
  await rui.field("Data").fill("09/12/2099");
  await rui.button("Repetir").click();
  await why(rui).getByText("Espera por uma pessoa", { exact: true }).waitFor();
  await team("Aceitar o atendimento");
  await why(rui).getByText("Em atendimento").waitFor();
  await tries(rui, "tem bolo?");
  await why(rui).getByText("Alguém da equipe atende: o robô fica quieto.").waitFor();
  await team("Encerrar");
  await why(rui)
    .getByText("O atendimento terminou: o cliente é convidado a dar uma nota.")
    .waitFor();
  await tries(rui, "3");
  await why(rui)
    .getByText(/^A nota fica guardada/)
    .waitFor();
  await phoneSays(rui, "Até logo, Maria.");
  await tries(rui, "oi de novo");
  await why(rui).getByText("Aguardando de novo").waitFor();
  await team("Transferir para “Atendimento”");
  await why(rui).getByText("Fila: Atendimento").waitFor();

  rui.expects(/ERR_FAILED/);
  await rui.page.route("**/api/queue/simulate", (route) => route.abort());
  await rui.field("Mensagem do cliente").fill("alguém?");
  await rui.page.keyboard.press("Enter");
  await rui.sees(/^Sem conexão com o servidor/);
  await rui.page.unroute("**/api/queue/simulate");
  await rui.button("Tentar de novo").click();
  await rui.page.getByText(/^Sem conexão com o servidor/).waitFor({ state: "detached" });
  await shop.call("PUT", "/settings/userRating", { value: "disabled" });
});

test("errors are shown at their fields, at once or when saving is refused", async () => {
  const rui = await shop.enters("rui", { at: "/queues/new", size: desk });
  await rui.button("Salvar").click();
  await rui.sees("Obrigatório");
  await focused(rui.field("Nome"));
  await rui.field("Nome").fill("Atendimento");
  rui.expects(409);
  await rui.button("Salvar").click();
  await rui.sees("Já está em uso");
  await rui.field("Nome").fill("Doces");

  await rui.tab("Opções").click();
  await rui.button("Criar a primeira opção").click();
  await rui.field("Título").fill("Brigadeiro");
  await rui.button("Nova opção").click();
  await rui.field("Número").fill("1");
  await rui.sees("Já existe neste nível");
  await rui.field("Número").fill("0");
  await rui.sees("0 e # são os caminhos de volta");
  await rui.field("Número").fill("2");
  await rui.tab("Dados").click();
  await rui.button("Salvar").click();
  await rui.page
    .getByRole("treeitem", { name: "2 sem título (há algo a corrigir)", selected: true })
    .waitFor();
  await rui.field("Título").fill("Quindim");
  await rui.page
    .locator("input[type=file]")
    .setInputFiles({ name: "quindim.txt", mimeType: "text/plain", buffer: Buffer.from("Amarelo") });
  await rui.page.locator("[data-preview]").getByText("quindim.txt").waitFor();
  await rui.button("Salvar").click();
  await saved(rui);
  const { id } = (await queue("Doces"))!;
  expect(await shop.call<Option[]>("GET", `/queue-options?queueId=${id}`)).toMatchObject([
    { option: "1", title: "Brigadeiro", media: null },
    { option: "2", title: "Quindim", media: { size: 7 } },
  ]);

  await rui.button("Excluir opção").click();
  await rui.button("Desfazer").click();
  await rui.page.getByRole("treeitem", { name: "2 Quindim" }).waitFor();
  const second = (await tree(rui).nth(1).boundingBox())!;
  await rui.page.mouse.move(second.x + 8, second.y + 18);
  await rui.page.mouse.down();
  await rui.page.mouse.move(second.x + 8, second.y - 30, { steps: 8 });
  await rui.page.mouse.up();
  expect(await drawn(rui)).toEqual(["1 Quindim", "2 Brigadeiro"]);
  await rui.button("Salvar").click();
  await rui.page.getByText("Alterações não salvas").waitFor({ state: "detached" });
  expect(await shop.call<Option[]>("GET", `/queue-options?queueId=${id}`)).toMatchObject([
    { option: "1", title: "Quindim", media: { size: 7 } },
    { option: "2", title: "Brigadeiro" },
  ]);
  await shop.call("PUT", `/queue/${id}`, { greetingMessage: "Doce dia!" });
  await rui.tab("Dados").click();
  await eventually(
    async () =>
      (await rui.page.getByRole("textbox", { name: /^Mensagem de saudação/ }).inputValue()) ===
      "Doce dia!"
        ? true
        : undefined,
    "what another changed",
  );
  await rui.leaves();
  await shop.call("DELETE", `/queue/${id}`);
});

test("the menu is reordered by keys and by dragging; unsaved changes are not lost without a question; a queue is deleted, and says so at its address", async () => {
  const { id } = await shop.call<Queue>("POST", "/queue", { name: "Zeladoria", color: "#57534e" });
  const rui = await shop.enters("rui", { at: "/queues", size: desk });
  await rui.link("Zeladoria").waitFor();
  const before = await names(rui);
  await rui.link("Zeladoria").press("Alt+ArrowUp");
  const order = async () => (await shop.call<Queue[]>("GET", "/queue")).map(({ name }) => name);
  const moved = [...before.slice(0, -2), "Zeladoria", before.at(-2)!];
  await eventually(
    async () => ((await order()).join() === moved.join() ? true : undefined),
    "the new order",
  );
  expect(await names(rui)).toEqual(moved);
  await focused(rui.link("Zeladoria"));

  const drags = async (name: string, over: string) => {
    const grip = (await rows(rui)
      .filter({ hasText: name })
      .locator("[aria-hidden]")
      .first()
      .boundingBox())!;
    const to = (await rows(rui).filter({ hasText: over }).boundingBox())!;
    await rui.page.mouse.move(grip.x + 12, grip.y + 20);
    await rui.page.mouse.down();
    await rui.page.mouse.move(grip.x + 12, grip.y + 10, { steps: 3 });
    await rui.page.mouse.move(grip.x + 12, to.y + 4, { steps: 8 });
  };
  await drags("Zeladoria", moved[0]!);
  await rui.page.keyboard.press("Escape");
  await rui.page.mouse.up();
  expect(await names(rui)).toEqual(moved);
  await drags("Zeladoria", moved[0]!);
  await rui.page.mouse.up();
  await eventually(
    async () => ((await order())[0] === "Zeladoria" ? true : undefined),
    "the dragged queue to come first",
  );

  await rui.button("Excluir: Zeladoria").click();
  await rui
    .dialog("Deseja realmente excluir este registro?")
    .getByRole("button", { name: "Excluir" })
    .click();
  await rui.sees("Fila “Zeladoria” excluída");
  expect(await names(rui)).not.toContain("Zeladoria");
  expect((await shop.call<Queue[]>("GET", "/queue")).some((one) => one.id === id)).toBe(false);

  const { id: keptId } = (await queue("Encomendas"))!;
  await rui.link("Encomendas").click();
  await rui.field("Nome").fill("Encomendas e festas");
  await rui.sees("Alterações não salvas");
  await rui.link("Contatos").click();
  await rui.dialog("Descartar as alterações?").getByRole("button", { name: "Cancelar" }).click();
  await rui.waitsAt(`/queues/${keptId}`);
  await rui.page.goBack({ timeout: 1000 }).catch(() => undefined);
  await rui.dialog("Descartar as alterações?").getByRole("button", { name: "Cancelar" }).click();
  expect(await rui.field("Nome").inputValue()).toBe("Encomendas e festas");
  await rui.button("Descartar").click();
  await rui.dialog("Descartar as alterações?").getByRole("button", { name: "Descartar" }).click();
  expect(await rui.field("Nome").inputValue()).toBe("Encomendas");
  await rui.field("Nome").fill("Festas");
  await rui.link("Contatos").click();
  await rui.dialog("Descartar as alterações?").getByRole("button", { name: "Descartar" }).click();
  await rui.waitsAt("/contacts");
  expect(await queue("Festas")).toBeUndefined();

  rui.expects(404);
  await rui.goes(`/queues/${id}`);
  await rui.page.getByRole("heading", { name: "Esta fila não existe mais" }).waitFor();
});

test("editor and simulator fit any screen, and axe finds nothing serious", async () => {
  const { id } = (await queue("Encomendas"))!;
  await shop.call("PUT", `/queue/${id}/options`, {
    options: [
      {
        option: "1",
        title: "Uma opção com um título bem comprido mesmo",
        message: "",
        children: [{ option: "1", title: "Outra", message: "Sim", children: [] }],
      },
    ],
  });
  for (const look of dialogLooks) {
    const rui = await shop.enters("rui", { ...look, at: `/queues/${id}` });
    const where = (part: string) => `${part} at ${look.size?.width ?? 1280} px, ${look.theme}`;
    await rui.page.locator("input[name=name]").waitFor();
    for (const part of await rui.page.getByRole("tab").all()) {
      await part.click();
      const name = (await part.getAttribute("data-value"))!;
      if (name === "options") await tree(rui).nth(1).click();
      if (name === "simulate") await tries(rui, "oi", "1");
      await passes(rui, where(name));
    }
    await rui.leaves();
  }
}, 90_000);

/** Writes to the simulator as a customer, and waits for each answer. */
async function tries(seat: Seat, ...texts: string[]) {
  for (const text of texts) {
    const before = await seat.page.locator("[data-why]").count();
    const field = seat.page.locator("section form input").last();
    await field.fill(text);
    await field.press("Enter");
    await seat.page.locator("[data-why]").nth(before).waitFor();
  }
}

const phoneSays = (seat: Seat, text: string) =>
  seat.page.locator("[data-phone]").filter({ hasText: text }).last().waitFor();

/** Returns the texts that the bot sent to the simulator's phone. */
async function phoneTexts(seat: Seat) {
  const all = await seat.page.locator("[data-phone] .flow-root").evaluateAll((bubbles) =>
    bubbles.map((bubble) => {
      const own = bubble.closest("li")!.className.includes("flex-row-reverse");
      return {
        own,
        text: [...bubble.childNodes]
          .filter((node) => !(node instanceof HTMLElement && node.querySelector("time")))
          .map((node) => node.textContent)
          .join(""),
      };
    }),
  );
  return all.filter(({ own }) => !own).map(({ text }) => bare(text));
}

const bare = (text: string) => text.replaceAll("*", "").replace(/\s+/g, " ").trim();
