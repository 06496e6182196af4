import { expect } from "bun:test";
import { spreadsheet } from "../sheets.ts";
import { openShop, test } from "./browser.ts";
import { desk, phone } from "./seat.ts";

const shop = await openShop();

test("a campaign goes out: list by spreadsheet, a question first, and the report to its end", async () => {
  const [gil, hugo] = [shop.customer("Gil"), shop.customer("Hugo")];
  const rui = await shop.enters("rui", { at: "/campaigns-config" });

  await rui.field(/^Intervalo randômico/).selectOption({ label: "Sem intervalo" });
  await rui.field("Atalho").fill("cupom");
  await rui.field("Conteúdo").fill("BOLO10");
  await rui.button("Adicionar").click();
  await rui.button("Salvar").click();
  await rui.sees("Configurações salvas");
  expect(await rui.page.evaluate(() => localStorage.getItem("cshow"))).toBe("true");
  await rui.page.getByRole("switch", { name: /^Aquecer/ }).uncheck();
  await rui.sees(/costuma ser banido/);
  await rui.button("Descartar").click();

  await rui.goes("/contact-lists");
  await rui.page.locator("[data-create]").click();
  await rui.field("Nome").fill("Clientes da feira");
  await rui.button("Salvar").click();
  await rui.link("Clientes da feira").click();
  await rui.button("Planilha").click();
  await rui.page.locator("input[type=file]").setInputFiles({
    name: "feira.xlsx",
    mimeType: "application/octet-stream",
    buffer: Buffer.from(
      spreadsheet([
        ["Nome", "Celular"],
        ["Gil", Number(gil.number)],
        ["Hugo", hugo.number],
        ["João", "12"],
      ]),
    ),
  });
  await rui.button("Conferir").click();
  await rui.button("Importar 2 linhas").click();
  await rui.sees("Importação terminada com erros");
  await rui.dialog("Contatos de uma planilha").getByText("Fechar", { exact: true }).click();
  await rui.page.getByRole("table").getByText("Hugo").waitFor();

  // The form takes an existing contact from the list. Her number would be a Brazilian one without
  // its +.
  await shop.call("POST", "/contacts", {
    name: "Íris",
    number: "+14155550123",
    email: "iris@exemplo.com.br",
  });
  const item = rui.dialog("Novo contato");
  const takesIris = async () => {
    await rui.page.locator("[data-create]").click();
    await item.getByRole("combobox", { name: "Buscar nos contatos" }).pressSequentially("Íri");
    await item.getByRole("option", { name: /^Íris/ }).waitFor();
    await rui.page.keyboard.press("Enter");
    expect(await item.getByLabel(/^E-mail/).inputValue()).toBe("iris@exemplo.com.br");
    await rui.page.keyboard.press("Enter");
  };
  await takesIris();
  await item.waitFor({ state: "detached" });
  rui.expects(409);
  await takesIris();
  await item.getByText("Já está nesta lista").waitFor();
  await item.getByRole("button", { name: "Cancelar" }).click();
  await rui.button("Descartar").click();
  await rui.button("Editar: Íris").click();
  await rui.field("Nome").fill("Íris Melo");
  await rui.button("Salvar").click();
  const iris = rui.page.getByRole("row").filter({ hasText: "Íris Melo" });
  await iris.getByText("14155550123").waitFor();
  await rui.button("Excluir: Íris Melo").click();
  await rui.dialog("Deseja realmente excluir").getByRole("button", { name: "Excluir" }).click();
  await iris.waitFor({ state: "detached" });

  await rui.goes("/campaigns");
  await rui.page.locator("[data-create]").click();
  await rui.field("Nome").fill("Bolo de domingo");
  await rui
    .field("Lista de contatos (necessária para iniciar)")
    .selectOption({ label: "Clientes da feira" });
  await rui.field("Conexão (necessária para iniciar)").selectOption({ label: "Balcão da padaria" });
  await rui.sees("2 contatos vão receber");
  expect(await rui.field(/^Quando pode enviar/).inputValue()).toBe("company");
  const past = rui.page.getByText("Este horário já passou. Escolha outro.");
  rui.expects(422);
  await rui.page.locator("[name=scheduledDay]").fill("01/01/2020");
  await rui.button("Salvar").click();
  await past.waitFor();
  await rui.page.locator("[name=scheduledDay][aria-invalid=true]").waitFor();
  await rui.tab("Mensagens").click();
  await rui.button("Salvar").click();
  await past.waitFor();
  await rui.page.locator("[name=scheduledDay]").fill("01/01/2050");
  await past.waitFor({ state: "detached" });
  await rui.page.locator("[name=scheduledDay]").fill("");
  await rui.field(/^Quando pode enviar/).selectOption({ label: "Em dias e horário próprios" });
  for (const day of ["seg.", "sex.", "dom."])
    expect([day, await rui.page.getByRole("checkbox", { name: day }).isChecked()]).toEqual([
      day,
      day !== "dom.",
    ]);
  await rui.field(/^Quando pode enviar/).selectOption({ label: "A qualquer hora" });
  await rui.tab("Mensagens").click();
  const text = rui.page.locator("textarea[name=message1]");
  await text.fill(
    "Olá {nome}, domingo tem bolo de fubá com {brinde} para {{nome}}, {{greeting}} {{protocol}}: ",
  );
  await rui.sees("Não são variáveis e irão como estão: {brinde}, {{protocol}}");
  await rui.sees("Este texto não diz como parar de receber");
  await rui.button("Acrescentar esta frase").click();
  expect(await text.inputValue()).toEndWith(
    "{{protocol}}:\n\nResponda SAIR para não receber mais.",
  );
  await text.fill("Olá {{firstName}}, domingo tem bolo. Responda SAIR para não receber: ");
  await rui.button("Inserir variável").click();
  await rui.page.getByRole("menuitem", { name: "{cupom}" }).click();
  await rui.page
    .locator("[data-preview]")
    .getByText("Olá Gil, domingo tem bolo. Responda SAIR para não receber: BOLO10")
    .waitFor();
  // Rui sends it to himself first.
  const own = shop.customer("Celular do Rui");
  await rui.button("Enviar teste").click();
  const trial = rui.dialog("Enviar teste");
  await trial.getByLabel("Número").fill(own.number);
  await trial.getByRole("button", { name: "Enviar" }).click();
  await own.receives(/domingo tem bolo\. Responda SAIR para não receber: BOLO10/);
  await rui.page.getByLabel("Como vê").selectOption({ label: "Hugo" });
  await rui.page.locator("[data-preview]").getByText("Olá Hugo, domingo tem bolo.").waitFor();
  await rui.tab("Confirmação").click();
  await rui.page.getByRole("switch", { name: /^Pedir confirmação antes/ }).check();
  await rui.page
    .locator("textarea[name=confirmationMessage1]")
    .fill("{nome}, posso mandar a oferta? 1 sim, 2 não");
  await rui.button("Salvar").click();

  const { id: draft } = await shop.call<{ id: number }>("POST", "/campaigns", { name: "Rascunho" });
  const row = (name: string) => rui.page.getByRole("row").filter({ hasText: name });
  await row("Rascunho").getByText("Incompleta").waitFor();
  await row("Bolo de domingo").getByText("Pronta para iniciar").waitFor();
  await rui.button("Iniciar: Rascunho").click();
  const incomplete = rui.dialog("Rascunho ainda não pode começar");
  await incomplete.getByText("Falta: lista de contatos, conexão, mensagem.").waitFor();
  await incomplete.getByRole("button", { name: "Editar" }).click();
  await rui.dialog("Editar campanha").getByRole("button", { name: "Cancelar" }).click();
  await shop.call("DELETE", `/campaigns/${draft}`);

  const start = rui.dialog("Iniciar Bolo de domingo?");
  await rui.button("Iniciar: Bolo de domingo").click();
  for (const text of [
    "2 contatos vão receber",
    /saem por Balcão da padaria/,
    "Gil, posso mandar a oferta? 1 sim, 2 não",
    /^Olá Gil, domingo tem bolo\. .*BOLO10$/,
  ])
    await start.getByText(text).waitFor();
  await start.getByRole("button", { name: "Cancelar" }).click();
  await rui.link("Bolo de domingo").click();
  await rui.button("Iniciar").click();
  await start.getByRole("button", { name: "Iniciar" }).click();
  await gil.receives(/^Gil, posso mandar a oferta/);
  await hugo.receives(/^Hugo, posso mandar a oferta/);
  await gil.says("sim");
  await hugo.says("não");
  await gil.receives(/^Olá Gil, domingo tem bolo\. Responda SAIR para não receber: BOLO10/);
  await gil.reads();
  await rui.page.getByText("Finalizada", { exact: true }).waitFor();
  const step = (name: string, count: string) =>
    rui.page.locator(`[data-step=${name}]`).getByText(count, { exact: true }).waitFor();
  await step("asked", "2");
  await step("confirmed", "1");
  await step("read", "1");
  await step("optedOut", "1");
  expect(await hugo.got("Olá Hugo, domingo tem bolo. Responda SAIR para não receber: BOLO10")).toBe(
    0,
  );

  await rui.page.getByRole("table").getByText("sim", { exact: true }).waitFor();
  const [file] = await Promise.all([
    rui.page.waitForEvent("download"),
    rui.button("Exportar").click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^campanha-\d+\.xlsx$/);
  await rui.page.setViewportSize(phone);
  await rui.sees("Como está indo");
  expect(await rui.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
    true,
  );
  await rui.page.setViewportSize(desk);
  await rui.link("Abrir atendimento").first().click();
  await rui.waitsAt(/^\/tickets\/./);

  await rui.goes("/opt-outs");
  await rui.page.getByRole("table").getByText("Bolo de domingo").waitFor();
  await rui.button("Tirar da lista: Hugo").click();
  await rui.button("Salvar").click();
  await rui.sees("Obrigatório");
  await rui.field("Por que pode receber de novo?").fill("Pediu de volta no balcão");
  await rui.button("Salvar").click();
  await rui.sees("Ninguém ainda");
  await rui.page.getByRole("checkbox", { name: "Mostrar também quem voltou" }).check();
  await rui.sees(/Pediu de volta no balcão/);

  await rui.goes("/files");
  await rui.page.locator("[data-create]").click();
  await rui.field("Nome").fill("Cardápio");
  await rui.field("Mensagem").fill("Nosso cardápio");
  await rui.page.locator("dialog input[type=file]").setInputFiles({
    name: "cardapio.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.4 cardapio"),
  });
  await rui.button("Salvar").click();
  await rui.page.getByRole("table").getByRole("link", { name: "cardapio.pdf" }).waitFor();
}, 120_000);
