import { expect } from "bun:test";
import { ixcStand } from "../bots/ixc.ts";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import { focused, lacks } from "./gadgets.ts";
import { smallPhone, type Look, type Seat } from "./seat.ts";
import { passes } from "./sound.ts";

type Row = { id: number; name: string; [field: string]: unknown };
type Hours = { schedules: { weekdayEn: string; [time: string]: string }[]; holidays: object[] };

const shop = await openShop({ env: { BALCAO_OUTBOUND_ALLOW: "127.0.0.0/8" } });
const { companyId } = await shop.call<{ companyId: number }>("GET", "/auth/me");

const set = (key: string, value: string) => shop.call("PUT", `/settings/${key}`, { value });
const setting = async (key: string) =>
  (await shop.call<{ key: string; value: string }[]>("GET", "/settings")).find(
    (one) => one.key === key,
  )?.value;
const hours = () => shop.call<Hours>("GET", `/companies/${companyId}/schedules`);
const line = async (name: string) =>
  (await shop.call<Row[]>("GET", "/whatsapp")).find((one) => one.name === name)!;
const option = (seat: Seat, key: string) => seat.page.locator(`[data-setting="${key}"]`);
/** The line of a setting on the first page. */
const summary = (seat: Seat, key: string) => seat.page.locator(`[data-line="${key}"]`);
const savedIn = (seat: Seat) =>
  seat.page
    .getByRole("status")
    .getByText(/^Salvo às \d\d:\d\d$/)
    .waitFor();
const narrow: Look = { language: "es", theme: "dark", size: smallPhone };
const day = (seat: Seat, name: string) => seat.page.locator(`[data-day="${name}"]`);

test("a setting takes effect at once and says so; screens of other admins follow, and of agents, who can't change it; a refused one is reset", async () => {
  const rui = await shop.enters("rui", { at: "/settings/finish" });
  const zefa = await shop.enters("zefa", { at: "/settings/finish" });
  const ana = await shop.enters("ana");
  await ana.button("Cadastros").click();
  await ana.page.getByRole("menuitem", { name: "Configurações" }).click();
  await summary(ana, "userRating").getByText("não").waitFor();
  expect(await ana.link(/^Equipe e empresa/).count()).toBe(0);
  await summary(ana, "userRating").click();
  await ana.waitsAt("/settings/finish");
  await ana.sees("Só administradores mudam estas opções.");
  await option(ana, "userRating").getByText("não").waitFor();
  expect(await ana.page.locator("[data-setting] :is(input, select, button)").count()).toBe(0);

  const rating = rui.field("Pedir avaliação");
  await rating.waitFor();
  expect(await rating.isChecked()).toBe(false);
  await rating.check();
  await savedIn(rui);
  expect(await setting("userRating")).toBe("enabled");
  await eventually(
    async () => (await zefa.field("Pedir avaliação").isChecked()) || undefined,
    "the other admin's screen to follow",
  );
  await option(ana, "userRating").getByText("sim").waitFor();
  await rui.button("Desfazer").click();
  await eventually(
    async () => (await setting("userRating")) === "disabled" || undefined,
    "the change to be undone",
  );
  expect(await rating.isChecked()).toBe(false);

  await rui.goes("/settings/receive");
  const limit = rui.field("Limite de respostas de IA: quanto");
  await limit.fill("um milhão");
  await option(rui, "iaMonthlyLimit").getByText("Um número inteiro de 1 a 1000000").waitFor();
  await limit.fill("2500");
  await rui.page.keyboard.press("Enter");
  await savedIn(rui);
  expect(await setting("iaMonthlyLimit")).toBe("2500");
  await rui.field("Limite de respostas de IA").uncheck();
  await limit.waitFor({ state: "detached" });
  await eventually(
    async () => (await setting("iaMonthlyLimit")) === "0" || undefined,
    "the limit to be off",
  );
  await rui.field("Limite de respostas de IA").check();
  await eventually(
    async () => (await setting("iaMonthlyLimit")) === "1000" || undefined,
    "the usual limit to be set",
  );

  // Settings whose names mean the opposite.
  await option(rui, "CheckMsgIsGroup")
    .getByText("Ligado, o que se escreve em grupos não chega aqui.")
    .waitFor();
  await option(rui, "call")
    .getByText("Desligado, quem liga recebe um texto que pede uma mensagem escrita.")
    .waitFor();

  await set("scheduleType", "company");
  await ana.goes("/settings/receive");
  await option(ana, "scheduleType").getByText("da empresa").waitFor();
  await option(ana, "timezone").getByText("São Paulo (GMT−3)").waitFor();
  await ana.link("Ver os horários").click();
  await day(ana, "monday").waitFor();
  for (const control of await ana.page.locator("main fieldset :is(input, button)").all())
    expect(await control.isDisabled()).toBe(true);
  await ana.sees(/São Paulo \(GMT−3\)/);
  await rui.field("Fuso horário").selectOption("America/Manaus");
  await savedIn(rui);
  await ana.sees(/Manaus \(GMT−4\)/);
  expect(await shop.call<object>("GET", `/companies/${companyId}`)).toMatchObject({
    id: companyId,
    name: "Padaria Pão Quente",
    timezone: "America/Manaus",
  });
  await rui.field("Fuso horário").selectOption("America/Sao_Paulo");
  await savedIn(rui);
  await set("scheduleType", "disabled");

  rui.expects(500);
  await rui.page.route("**/api/settings/disableBot", (route) =>
    route.fulfill({ status: 500, json: { error: "ERR_INTERNAL" } }),
  );
  await rui.field("Desligar o robô").click();
  await rui.page
    .getByRole("status")
    .getByText("Algo falhou no servidor. Tente de novo em instantes.")
    .waitFor();
  expect(await rui.field("Desligar o robô").isChecked()).toBe(false);
  await rui.page.unroute("**/api/settings/disableBot");
  await rui.button("Tentar de novo").click();
  await savedIn(rui);
  expect(await setting("disableBot")).toBe("enabled");
  await rui.button("Desfazer").click();
  await eventually(
    async () => (await setting("disableBot")) === "disabled" || undefined,
    "the bot to be on again",
  );
  await rui.goes("/audit");
  await rui.sees("Configuração alterada: Fuso horário");
  await rui.sees(/para: Sempre aberto/);
});

test("settings are found by name and by other words, at the keyboard; each group has its address, and old addresses lead on", async () => {
  const rui = await shop.enters("rui", { at: "/settings" });
  const search = rui.page.getByRole("combobox", { name: "O que você quer mudar?" });
  await focused(search);
  await search.fill("encerrar soz");
  const hit = (name: string | RegExp) => rui.page.getByRole("option", { name });
  await hit(/^Quando o cliente não responde/).waitFor();
  await search.fill("espera");
  await hit(/^Limite de espera.*15/).waitFor();
  await passes(rui, "hits of settings");
  await rui.page.keyboard.press("ArrowDown");
  await rui.page.keyboard.press("Enter");
  await rui.waitsAt("/settings/share");
  await focused(rui.field("Limite de espera: quanto"));
  await rui.goes("/settings");
  await search.fill("kanban");
  await hit(/^Kanban Página, não é configuração/).waitFor();
  await search.fill("nadadisso");
  await rui.sees("Nada com estas palavras.");

  for (const [old, now] of [
    ["/settings?tab=options", "/settings"],
    ["/settings/cafe", "/settings"],
    ["/settings?tab=hours", "/settings/receive"],
  ] as const) {
    await rui.goes(old);
    await rui.waitsAt(now);
    await rui.page.locator("main h1").waitFor();
  }
  await lacks(rui, "useSales");
  await rui.goes("/settings");
  await rui.link(/^Receber clientes/).waitFor();
  expect(await rui.link(/^Vender e receber/).count()).toBe(0);
  await rui.page.unrouteAll();
  const zefa = await shop.enters("zefa", { at: "/settings?tab=plans" });
  await zefa.waitsAt("/platform/plans");
  await zefa.tab("Servidor").click();
  await zefa.waitsAt("/platform/box");
});

test("an admin sets opening hours by keyboard, with a break, past midnight and with a holiday; unsaved ones survive another tab, and can be discarded", async () => {
  const rui = await shop.enters("rui", { at: "/settings/receive" });
  await rui.field("Horário de atendimento").selectOption("Da empresa");
  await savedIn(rui);
  // The form proposes the usual hours, which close nothing before the admin saves them.
  await option(rui, "scheduleType")
    .getByText("Ainda sem horários: até que sejam salvos, a loja conta como aberta.")
    .waitFor();
  await rui.link("Definir horários").press("Enter");
  await rui.waitsAt("/settings/hours");
  await rui.sees("Uma sugestão: a loja só fecha por estes horários depois de salvos.");
  await rui.sees(/Horário de São Paulo \(GMT−3\)\. Agora: /);

  await rui.button("Pausa: segunda-feira").press("Enter");
  expect(
    await day(rui, "monday")
      .locator("input")
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
  ).toEqual(["08:00", "12:00", "13:00", "18:00"]);
  await rui.button("Copiar: segunda-feira").press("Enter");
  await rui.page.getByRole("menuitem", { name: "Para segunda a sexta" }).press("Enter");
  await rui.field("Como é: sábado").selectOption("Aberto");
  const height = () => day(rui, "saturday").evaluate((row) => (row as HTMLElement).offsetHeight);
  const plain = await height();
  await rui.field("sábado, das").fill("18:00");
  await rui.field("sábado, até").fill("02:00");
  await day(rui, "saturday").getByText("Fecha às 02:00 do dia seguinte.").waitFor();
  expect(await height()).toBe(plain);
  await rui.field("Como é: domingo").selectOption("Aberto");
  await rui.field("domingo, até").fill("");
  await rui.button("Salvar").click();
  await day(rui, "sunday").getByText("Falta um horário").waitFor();
  await focused(rui.field("domingo, até"));
  await passes(rui, "hours");
  await rui.field("Como é: domingo").selectOption("Fechado");

  await rui.button("Novo dia").click();
  const holiday = rui.dialog("Novo dia");
  await holiday.getByRole("button", { name: "Salvar" }).click();
  await holiday.getByText("Obrigatório").waitFor();
  await rui.field("Data").pressSequentially("31022026");
  await rui.field("Data").blur();
  await rui.sees("Uma data que existe, como 25/12/2026");
  await passes(rui, "a holiday");
  await rui.field("Data").fill("24/12/2025");
  await rui.button("Escolher no calendário").click();
  await rui.page.waitForFunction(() => document.activeElement?.closest("[role=grid]"));
  await rui.page.keyboard.press("ArrowRight");
  for (let month = 0; month < 12; month++) await rui.page.keyboard.press("PageDown");
  await rui.page.keyboard.press("ArrowLeft");
  await rui.page.keyboard.press("Enter");
  expect(await rui.field("Data").inputValue()).toBe("24/12/2026");
  await holiday.getByLabel("Nome").fill("Véspera de Natal");
  await holiday.getByRole("switch").check();
  await holiday.getByRole("radio", { name: /^Outro horário/ }).check();
  await holiday.getByLabel("Outro horário, até").fill("12:00");
  await holiday.getByRole("button", { name: "Salvar" }).click();
  await rui.page.locator("[data-holiday='2026-12-24']").getByText("08:00–12:00").waitFor();
  await rui.button("Incluir 9 feriados nacionais").click();
  await rui.button("Excluir: Tiradentes").click();
  expect((await hours()).holidays).toEqual([]);
  await rui.button("Salvar").click();
  await rui.sees("Operação atualizada com sucesso.");
  await rui.button("Salvar").waitFor({ state: "detached" });

  const { schedules, holidays } = await hours();
  const of = (name: string) => schedules.find(({ weekdayEn }) => weekdayEn === name);
  expect(of("friday")).toMatchObject({
    startTime: "08:00",
    endTime: "12:00",
    startTime2: "13:00",
    endTime2: "18:00",
  });
  expect(of("saturday")).toMatchObject({ startTime: "18:00", endTime: "02:00" });
  expect(of("sunday")).toMatchObject({ startTime: "00:00", endTime: "00:00" });
  expect(holidays).toContainEqual({
    date: "2026-12-24",
    yearly: true,
    label: "Véspera de Natal",
    hours: [["08:00", "12:00"]],
  });
  expect(holidays).toHaveLength(9);

  await rui.field("Como é: terça-feira").selectOption("Fechado");
  await rui.sees("Há mudanças que ainda não foram salvas.");
  await rui.link("Receber clientes").first().click();
  await rui.link("Ver os horários").click();
  expect(await rui.field("Como é: terça-feira").inputValue()).toBe("closed");
  await rui.button("Descartar").click();
  expect(await rui.field("Como é: terça-feira").inputValue()).toBe("hours");
  await rui.link("Receber clientes").first().click();
  await rui.field("Horário de atendimento").selectOption("De cada fila");
  await rui
    .dialog("Fechar cada fila pelos horários dela?")
    .getByRole("button", { name: "Usar os das filas" })
    .click();
  await rui.link("Ver os horários das filas").waitFor();
  await set("scheduleType", "disabled");
});

test("an n8n integration is created, its secret never shown again; an invalid Dialogflow key is refused at its field, a valid one tried before saving; and without the plan there is no such page", async () => {
  const rui = await shop.enters("rui", { at: "/queue-integration" });
  const secrets: string[] = [];
  rui.page.on("response", async (response) => {
    if (response.url().includes("/api/")) secrets.push(await response.text().catch(() => ""));
  });
  await rui.sees("Nenhuma integração ainda");
  await rui.button("Nova integração").click();
  const form = rui.dialog("Nova integração");
  await form.getByLabel("Nome público do roteiro").waitFor();
  await form.getByRole("radio", { name: /^n8n/ }).check();
  expect(await form.getByLabel("Nome público do roteiro").count()).toBe(0);
  await form.getByLabel("Nome").fill("Cardápio");
  await form.getByLabel("Endereço (URL)").fill("n8n.paoquente.com.br");
  await form.getByLabel("Segredo da assinatura").fill("miolo-de-pao-42");
  await form.getByRole("button", { name: "Testar" }).click();
  await form.getByText("Preencha antes: Endereço (URL).").waitFor();
  await form.getByText("O que é enviado e o que responder").click();
  await form
    .getByRole("region", { name: "Como conferir a assinatura" })
    .getByText(/x-balcao-signature/)
    .waitFor();
  rui.expects(409);
  await form.getByLabel("Endereço (URL)").fill("http://10.0.0.7/webhook");
  await form.getByRole("button", { name: "Testar" }).click();
  await form.getByText(/^Este endereço não é procurado daqui/).waitFor();
  await form.getByLabel("Endereço (URL)").fill("n8n.paoquente.com.br");
  await form.getByRole("button", { name: "Salvar" }).click();
  await form.getByText("Um endereço que começa com http:// ou https://").waitFor();
  await passes(rui, "an n8n integration");
  await form.getByLabel("Endereço (URL)").fill("https://n8n.paoquente.com.br/webhook/cardapio");
  await form.getByRole("button", { name: "Salvar" }).click();
  const row = rui.page.getByRole("row").filter({ hasText: "Cardápio" });
  await row.getByText("Em nenhum lugar ainda").waitFor();

  const [made] = (await shop.call<{ queueIntegrations: Row[] }>("GET", "/queueIntegration"))
    .queueIntegrations;
  await shop.call("PUT", `/whatsapp/${shop.lines.orders}`, { integrationId: made!.id });
  await row.getByText("Fábrica").waitFor();
  await rui.button("Editar: Cardápio").click();
  const edit = rui.dialog("Editar integração");
  await edit.getByRole("group", { name: "Segredo da assinatura" }).getByText("Guardado").waitFor();
  expect(await edit.getByRole("radio").count()).toBe(0);
  await edit.getByRole("button", { name: "Trocar" }).click();
  await focused(edit.locator("input[name=secret]"));
  await edit.getByRole("button", { name: "Manter o guardado" }).click();
  // The signing secret of one server is not used for another.
  rui.expects(422);
  await edit.getByLabel("Endereço (URL)").fill("https://flow.paoquente.com.br/webhook/cardapio");
  await edit.getByRole("button", { name: "Testar" }).click();
  await edit.getByText("Segredo da assinatura: Com outro endereço, escreva de novo").waitFor();
  await edit.getByRole("button", { name: "Salvar" }).click();
  await edit.getByText("Com outro endereço, escreva de novo", { exact: true }).waitFor();
  await edit
    .getByLabel("Endereço (URL)")
    .fill("https://n8n.paoquente.com.br/webhook/cardapio-do-dia");
  await edit.getByLabel("Nome").fill("Cardápio do dia");
  await edit.getByRole("button", { name: "Salvar" }).click();
  await rui.page.getByRole("row").filter({ hasText: "Cardápio do dia" }).waitFor();
  expect(
    (await shop.call<{ queueIntegrations: Row[] }>("GET", "/queueIntegration")).queueIntegrations,
  ).toMatchObject([{ name: "Cardápio do dia", type: "n8n", hasSecret: true }]);
  expect(secrets.join() + JSON.stringify(rui.frames) + (await rui.page.content())).not.toContain(
    "miolo-de-pao-42",
  );
  await shop.call("PUT", `/whatsapp/${shop.lines.orders}`, { integrationId: null });

  await rui.button("Nova integração").click();
  const agent = rui.dialog("Nova integração");
  await agent.getByRole("radio", { name: /^Dialogflow/ }).check();
  await agent.getByLabel("Nome").fill("Agente");
  await agent.getByLabel("Projeto").fill("pao-quente");
  await agent.getByLabel("Chave da conta de serviço (JSON)").fill("{}");
  await agent.getByRole("button", { name: "Testar" }).click();
  await agent.getByRole("status").getByText("Não é a chave de uma conta de serviço").waitFor();
  await agent.getByRole("button", { name: "Salvar" }).click();
  await agent.getByText("Não é a chave de uma conta de serviço").last().waitFor();
  await rui.page.route("**/api/queueIntegration/testSession", (route) =>
    route.fulfill({ json: { ok: true, says: ["Bom dia!"], does: [], isJson: true } }),
  );
  await agent.getByRole("button", { name: "Testar" }).click();
  await agent.getByText("Funciona: Dialogflow respondeu.").waitFor();
  await agent.getByText("Bom dia!").waitFor();

  await lacks(rui, "useIntegrations");
  await rui.goes("/queue-integration");
  await rui.sees(
    "Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.",
  );
  await rui.waitsAt("/dashboard");
  await rui.button("Admin.").click();
  await rui.page.getByRole("menuitem", { name: "Conexões" }).waitFor();
  expect(await rui.page.getByRole("menuitem", { name: "Integrações" }).count()).toBe(0);
});

test("an AI is created by its type, asked, and its key is never shown again", async () => {
  const rui = await shop.enters("rui", { at: "/ias" });
  rui.expects(409, 422);
  await rui.button("Nova IA").first().click();
  const form = rui.dialog("Nova IA");
  await form.getByLabel("Nome").fill("Balconista");
  await form.getByLabel("Modelo", { exact: true }).fill("gpt-4.1-mini");
  await form.getByRole("button", { name: "Salvar" }).click();
  await form.getByText("Obrigatório").waitFor();
  await form.getByLabel("Chave").fill("sk-miolo-de-pao");
  await form.getByRole("button", { name: "Salvar" }).click();
  // The missing field is on another tab.
  expect(await rui.tab("Instruções").getAttribute("aria-selected")).toBe("true");
  await form
    .getByLabel("Instruções", { exact: true })
    .last()
    .fill("Você atende a Padaria Pão Quente.");
  await form.getByText("33 / 20000").waitFor();
  await form.getByRole("combobox", { name: "Passar para a fila" }).selectOption("Encomendas");
  await rui.tab("Limites").click();
  await form.getByLabel("Temperatura").fill("3");
  await form.getByRole("button", { name: "Salvar" }).click();
  await form.getByText("Um número de 0 a 2, como 0,7").waitFor();
  await form.getByLabel("Temperatura").fill("0,25");
  await form.getByLabel("Modelo que ouve áudios").fill("whisper-1");
  await form.getByRole("button", { name: "Salvar" }).click();
  await rui.page
    .getByRole("row")
    .filter({ hasText: "Balconista" })
    .getByText("ChatGpt · gpt-4.1-mini")
    .waitFor();
  const [made] = await shop.call<Row[]>("GET", "/ias/list");
  expect(made).toMatchObject({
    type: 1,
    temperature: 0.25,
    transcriptionModel: "whisper-1",
    hasSecret: true,
    isActive: true,
  });

  await rui.button("Editar: Balconista").click();
  const edit = rui.dialog("Editar IA");
  await edit.getByRole("group", { name: "Chave" }).getByText("Guardado").waitFor();
  await rui.page.route("**/api/ias/*/test", (route) =>
    route.fulfill({ json: { text: "Abrimos às 7 h.", transfer: true } }),
  );
  await edit.getByLabel("O que um cliente diria").fill("Abrem domingo?");
  await rui.page.keyboard.press("Enter");
  await edit.getByText("Abrimos às 7 h.").waitFor();
  await edit.getByText("Aqui ela passa para uma pessoa.").waitFor();
  await rui.page.unroute("**/api/ias/*/test");
  await rui.page.route("**/api/ias/*/test", (route) =>
    route.fulfill({ status: 409, json: { error: "ERR_IA_FAILED" } }),
  );
  await edit.getByRole("button", { name: "Perguntar" }).click();
  await edit.getByText("A IA não respondeu. Confira o endereço, o modelo e a chave.").waitFor();

  // The form does not send a key to another address.
  await edit.getByLabel("Endereço (URL)").fill("https://ia.paoquente.com.br");
  await edit.getByRole("button", { name: "Salvar" }).click();
  await edit.getByText("Com outro endereço, escreva de novo").waitFor();
  await edit.getByRole("button", { name: "Trocar" }).click();
  await edit.locator("input[name=token]").fill("sk-outro-miolo");
  await edit.getByRole("combobox", { name: "Fornecedor" }).selectOption("Ollama");
  expect(await rui.tab("Limites").count()).toBe(1);
  await edit.getByRole("button", { name: "Salvar" }).click();
  await edit.waitFor({ state: "hidden" });
  await rui.page.getByRole("row").filter({ hasText: "Ollama · gpt-4.1-mini" }).waitFor();
  expect(await shop.call<Row[]>("GET", "/ias/list")).toMatchObject([
    { type: 3, url: "https://ia.paoquente.com.br", transcriptionModel: "" },
  ]);
  expect(JSON.stringify(rui.frames) + (await rui.page.content())).not.toMatch(
    /sk-\w+-miolo|sk-miolo/,
  );
});

test("a connection's timeouts are set with their texts; two queues need a greeting, shown at its field; and a test message is sent", async () => {
  const { id: promptId } = await shop.call<Row>("POST", "/ias", {
    type: 3,
    name: "Padeira",
    model: "qwen3",
    url: "https://ollama.paoquente.com.br",
    prompt: "Seja breve.",
  });
  const rui = await shop.enters("rui", { at: "/connections" });
  await rui.button("Ações de Fábrica").click();
  await rui.page.getByRole("menuitem", { name: "Editar" }).click();
  const form = rui.page.getByRole("main");
  const save = form.getByRole("button", { name: "Salvar" });
  await form.getByRole("checkbox", { name: "Atendimento" }).check();
  await save.click();
  await form
    .getByText("A mensagem de saudação é obrigatória quando há mais de uma fila.")
    .waitFor();
  const greeting = form.getByLabel("Mensagem de saudação");
  await focused(greeting);
  await greeting.fill("Olá, aqui é a fábrica.");

  await rui.tab("Prazos").click();
  await form.getByLabel("Encerrar quando o cliente fica em silêncio").check();
  await form.getByLabel("Encerrar quando o cliente não responde por (minutos)").fill("60");
  await form.getByLabel("Levar quem espera sem fila a uma fila").check();
  await form.getByLabel("Levar quem espera sem fila depois de (minutos)").fill("10");
  await save.click();
  await form.getByText("Escreva o que o cliente recebe quando o prazo vence").waitFor();
  await form.getByText("Escolha para que fila vai quem espera").waitFor();
  await passes(rui, "a connection's timeouts");
  await form
    .getByLabel("Mensagem ao encerrar por silêncio")
    .fill("Encerramos por falta de resposta.");
  await form.getByLabel("Para a fila").selectOption("Atendimento");
  await rui.tab("Robô").click();
  await form.getByLabel("Quem responde primeiro").selectOption("Padeira");
  await form.getByLabel("Repetir o menu até (vezes)").fill("5");
  await passes(rui, "a connection's bot");
  await save.click();
  await rui.sees("Operação atualizada com sucesso.");
  expect(await line("Fábrica")).toMatchObject({
    expiresTicket: 60,
    expiresInactiveMessage: "Encerramos por falta de resposta.",
    timeToTransfer: 10,
    maxUseBotQueues: 5,
    promptId,
    integrationId: null,
    greetingMessage: "Olá, aqui é a fábrica.",
  });

  await rui.tab("Teste").click();
  const send = form.getByRole("button", { name: "Enviar mensagem de teste" });
  expect(await send.isDisabled()).toBe(true);
  await form.getByLabel("Número para testes").fill("11988880001");
  await rui.page.route("**/api/whatsapp/*/test", (route) =>
    route.fulfill({ status: 201, json: { id: 1 } }),
  );
  await send.click();
  await form.getByText("Mensagem enviada para 11988880001").waitFor();
  expect(await line("Fábrica")).toMatchObject({ phoneTest: "11988880001" });
  await rui.page.unroute("**/api/whatsapp/*/test");
  rui.expects(409);
  await rui.page.route("**/api/whatsapp/*/test", (route) =>
    route.fulfill({ status: 409, json: { error: "ERR_WAPP_INVALID_CONTACT" } }),
  );
  await send.click();
  await form.getByText("Este não é um número válido no WhatsApp.").waitFor();
  await passes(rui, "a connection's test");
});

test("the access to a provider is set up and tried, and its customer gets a bill again", async () => {
  const ixc = ixcStand("7:segredo-do-ixc");
  const rui = await shop.enters("rui", { at: "/settings/systems" });
  for (const [key, value] of [
    ["ipixc", ixc.url],
    ["tokenixc", "7:segredo-do-ixc"],
  ] as const) {
    await option(rui, key).locator("input").fill(value);
    await option(rui, key)
      .getByRole("button", { name: /^Salvar/ })
      .click();
    await option(rui, key).getByText("Guardado").waitFor();
  }
  await rui.goes("/queue-integration");
  await rui.button("Nova integração").click();
  const form = rui.dialog("Nova integração");
  await form.getByRole("radio", { name: /^IXC/ }).check();
  await form.getByLabel("Nome").fill("2ª via");
  await form.getByRole("button", { name: "Testar" }).click();
  await form.getByText("Funciona: IXC respondeu.").waitFor();
  await form.getByRole("button", { name: "Salvar" }).click();
  await rui.page
    .getByRole("row")
    .filter({ hasText: "2ª via" })
    .getByText("Em nenhum lugar ainda")
    .waitFor();
  expect(await rui.page.content()).not.toContain("segredo-do-ixc");

  const made = (
    await shop.call<{ queueIntegrations: Row[] }>("GET", "/queueIntegration")
  ).queueIntegrations.find(({ type }) => type === "ixc")!;
  await shop.call("PUT", `/whatsapp/${shop.lines.orders}`, {
    integrationId: made.id,
    promptId: null,
  });
  const marli = shop.customer("Marli", "orders");
  for (const [text, answer] of [
    ["Oi", /CPF ou CNPJ/],
    ["529.982.247-25", /\[ 2 \].*R\$ 99,90/],
    ["2", /desbloqueio de confiança/],
    ["1", /Pronto, liberei!/],
  ] as const) {
    await marli.says(text);
    await marli.receives(answer);
  }
  await marli.gotPicture();
  expect(ixc.wrong).toEqual([]);
  await shop.call("DELETE", `/queueIntegration/${made.id}`);
  await ixc.stop();
});

test("in the dark, at 320 px, in Spanish, too, hours, integrations and connections fit, and axe finds nothing serious", async () => {
  await set("scheduleType", "company");
  await shop.call("PUT", `/companies/${companyId}/schedules`, {
    schedules: (await hours()).schedules,
    holidays: [{ date: "2026-12-25", yearly: true, label: "Natal", hours: [] }],
  });
  const rui = await shop.enters("rui", { ...narrow, at: "/settings/receive" });
  const page = rui.page;
  await page.locator("[data-setting]").first().waitFor();
  await passes(rui, "a group of settings");
  await page.locator("a[href='/settings/hours']").click();
  await page.locator("[data-day]").first().waitFor();
  await passes(rui, "hours");
  await page.locator("[data-day=monday] button").first().click();
  await page.locator("[data-holiday] button").first().click();
  await page.locator("dialog input[name=date]").waitFor();
  await passes(rui, "a holiday");
  // A test of all pages walks the rest of this page and of the AIs' page.
  await rui.goes("/queue-integration");
  await page.locator("main button.btn-primary").first().click();
  await page.locator("dialog input[value=n8n]").check();
  await page.locator("dialog summary").click();
  await page.locator("dialog button[type=submit]").click();
  await page.locator("dialog [aria-invalid=true]").first().waitFor();
  await passes(rui, "an n8n integration");
  await rui.goes(`/connections/${shop.lines.orders}`);
  await page.locator("main [role=tab]").first().waitFor();
  for (const tab of await page.locator("main [role=tab]").all()) {
    await tab.click();
    await passes(rui, "a connection");
  }
});
