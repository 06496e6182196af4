import { expect } from "bun:test";
import {
  spreadsheet,
  workbook,
  zipBomb,
  cellsOf,
  customers,
  encryptedSpreadsheet,
} from "../sheets.ts";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import { phone, smallPhone, type Seat } from "./seat.ts";
import { sound } from "./sound.ts";

const shop = await openShop();

const gives = (seat: Seat, bytes: Uint8Array, name = "clientes.xlsx") =>
  seat.page
    .locator("input[type=file]")
    .setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) });
const figure = (seat: Seat, name: string, count: string) =>
  seat.page.locator(`[data-figure=${name}]`).getByText(count, { exact: true }).waitFor();
const column = (seat: Seat, letter: string) =>
  seat.page.locator(`[data-column=${letter}]`).getByRole("combobox");
const isWhole = async (seat: Seat) =>
  expect(await seat.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
    true,
  );

const rows = [
  ["Nome", "Celular", "E-mail", "Tags", "Cidade"],
  ["Gil Ramos", 5521977770009, "gil@exemplo.com.br", "vip, atacado", "Santos"],
  ["Hugo", "+55 (21) 97777-0010"],
  ["", 5521977770011],
  ["Iara", { f: "B2+1" }],
  ["João", "12"],
  ["Gilberto", "21 97777-0009", "gil@"],
];
const list = spreadsheet(rows);
/** The same with another name for one contact. */
const renaming = spreadsheet(rows.with(1, ["Gil R.", 5521977770009]));

test("a spreadsheet is imported: columns are guessed, rows previewed, and refused rows downloaded", async () => {
  const ana = await shop.enters("ana", { at: "/contacts" });
  await ana.button("Importar, exportar e mais").click();
  await ana.page.getByRole("menuitem", { name: "Importar planilha" }).click();
  await ana.waitsAt("/contacts/import");
  await gives(ana, list);

  await ana.sees("6 linhas");
  expect(
    await Promise.all(["A", "B", "C", "D", "E"].map((letter) => column(ana, letter).inputValue())),
  ).toEqual(["name", "number", "email", "tags", "none"]);
  await ana.page
    .locator("[data-column=B]")
    .getByText("5521977770009 · +55 (21) 97777-0010")
    .waitFor();
  // Several columns may have parts of a name, or numbers.
  expect(await column(ana, "E").locator("option:disabled").allTextContents()).toEqual([]);
  await column(ana, "E").selectOption("Informação adicional");

  await column(ana, "B").selectOption("Não importar");
  ana.expects(422);
  await ana.button("Conferir").click();
  await ana.sees("Não foi selecionado o campo de número do contato");
  await column(ana, "B").selectOption("Número");
  await column(ana, "A").selectOption("Não importar");
  await ana.button("Conferir").click();
  await ana.sees("Não foi selecionado o campo de nome do contato");
  await column(ana, "A").selectOption("Nome");
  await ana.button("Conferir").click();

  await figure(ana, "created", "2");
  await figure(ana, "updated", "0");
  await figure(ana, "repeated", "1");
  await figure(ana, "refused", "3");
  await ana.page
    .getByRole("checkbox", {
      name: "A linha 4 não pode ser importada",
      checked: false,
      disabled: true,
    })
    .waitFor();
  await ana.sees("Fórmula sem valor: cole o valor no lugar dela");
  await ana.sees("coluna Celular, linha 5");
  await ana.page.getByRole("cell", { name: "+55 21 97777-0009" }).first().waitFor();
  await ana.sees("linha 7 repete a 2");
  await ana.sees("1 linha entra sem o e-mail, que não é válido");
  await ana.page.getByRole("checkbox", { name: "Importar todas" }).uncheck();
  await ana.button(/^Importar 0 linhas?$/).click();
  await ana.sees("Nenhum contato selecionado");
  await ana.page.getByRole("checkbox", { name: "Importar todas" }).check();
  await ana.page.getByRole("checkbox", { name: "Importar a linha 3" }).uncheck();
  await ana.button("Importar 2 linhas").click();

  await ana.sees("Importação terminada com erros");
  await figure(ana, "created", "1");
  await figure(ana, "repeated", "1");
  await figure(ana, "refused", "3");
  const [file] = await Promise.all([
    ana.page.waitForEvent("download"),
    ana.button("Baixar as linhas").click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^linhas-nao-importadas-\d+\.csv$/);
  const text = await new Response(Bun.file(await file.path()).stream()).text();
  expect(text.split("\r\n").map((line) => line.split(";").slice(0, 2).join(";"))).toEqual([
    "Linha;Motivo",
    "4;Nome: Sem nome",
    "5;Celular: Fórmula sem valor: cole o valor no lugar dela",
    "6;Celular: Número inválido",
    "",
  ]);

  await ana.link("Ver contatos").click();
  await ana.sees("Gil Ramos");
  expect(await ana.page.getByText("Hugo").count()).toBe(0);
  expect(ana.loads()).toBe(1);
});

test("contacts are exported as a spreadsheet, by agents too", async () => {
  const rui = await shop.enters("rui", { at: "/contacts" });
  await rui.button("Importar, exportar e mais").click();
  const [file] = await Promise.all([
    rui.page.waitForEvent("download"),
    rui.page.getByRole("menuitem", { name: "Exportar planilha" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^contatos-\d{4}-\d\d-\d\d\.xlsx$/);
  const names = cellsOf(await Bun.file(await file.path()).bytes()).map(([name]) => name?.v);
  expect(names).toEqual(expect.arrayContaining(["Nome", "Gil Ramos"]));
  const ana = await shop.enters("ana", { at: "/contacts" });
  await ana.button("Importar, exportar e mais").click();
  const [theirs] = await Promise.all([
    ana.page.waitForEvent("download"),
    ana.page.getByRole("menuitem", { name: "Exportar planilha" }).click(),
  ]);
  expect(theirs.suggestedFilename()).toBe(file.suggestedFilename());
});

test("an unreadable file says why, in the language on screen", async () => {
  const rui = await shop.enters("rui", { at: "/contacts/import" });
  const refused = async (bytes: Uint8Array, words: string, name?: string) => {
    await rui.button("Escolher arquivo").waitFor();
    await gives(rui, bytes, name);
    await rui.page.getByRole("alert").getByText(words, { exact: true }).waitFor();
  };
  rui.expects(422);
  await refused(list.subarray(0, 2000), "Arquivo inválido!");
  await refused(
    zipBomb(124 * 1024 * 1024),
    "A planilha é grande demais para ser aberta. Divida-a em partes menores.",
  );
  await refused(
    encryptedSpreadsheet(),
    "A planilha está protegida por senha. Salve uma cópia sem senha.",
  );
  await refused(spreadsheet([[]]), "A planilha está vazia");
  await refused(
    customers(100_001),
    "Linhas demais: até 100.000 linhas por arquivo",
    "clientes.csv",
  );
  await refused(list, "Arquivo inválido!", "clientes.pdf");
  await refused(
    new Uint8Array(11 * 1024 * 1024),
    "O arquivo é muito grande. Tamanho máximo permitido: 10MB",
    "clientes.csv",
  );

  const lia = await shop.enters("lia", { at: "/contacts/import", language: "es" });
  lia.expects(422);
  await lia.button("Elegir archivo").waitFor();
  await gives(lia, list.subarray(0, 2000));
  await lia.page.getByRole("alert").getByText("¡Archivo no válido!", { exact: true }).waitFor();
});

test("an import shows its progress, continues after a restart, and can be stopped", async () => {
  const caio = await shop.enters("caio", { at: "/contacts/import" });
  await gives(caio, customers(20_000), "clientes.csv");
  await caio.button("Conferir").click();
  await caio.page
    .locator("[data-figure=created]")
    .getByText("20.000", { exact: true })
    .waitFor({ timeout: 20_000 });
  await caio.button("Importar 20000 linhas").click();
  await caio.sees("Importando clientes.csv");
  const done = async () =>
    Number(
      /^([\d.]+) de 20\.000 linhas$/
        .exec((await caio.page.getByText(/de 20\.000 linhas$/).textContent()) ?? "")?.[1]
        ?.replaceAll(".", "") ?? 0,
    );
  const passes = (count: number) =>
    eventually(async () => ((await done()) > count ? true : undefined), `${count} rows`, 20_000);
  await passes(0);
  const before = await done();
  await passes(before);

  await shop.kill();
  await shop.restart();
  await passes(await done());
  expect(caio.loads()).toBe(1);

  // The user finds the import on another screen where they left it.
  await caio.goes("/contacts/import");
  await caio.sees("Importando clientes.csv");
  await caio.button("Parar a importação").click();
  await caio
    .dialog("Parar a importação?")
    .getByRole("button", { name: "Parar a importação" })
    .click();
  await caio.sees("Importação interrompida");
  // A page that the user leaves at once still sends its last call.
  await Promise.all([
    caio.page.waitForResponse((answer) => answer.request().method() === "DELETE"),
    caio.button("Importar outra planilha").click(),
  ]);
  await caio.button("Escolher arquivo").waitFor();
  await caio.goes("/contacts/import");
  await caio.button("Escolher arquivo").waitFor();
});

test("it fits a phone, and the keyboard goes through it", async () => {
  for (const size of [phone, smallPhone]) {
    const lia = await shop.enters("lia", {
      at: "/contacts/import",
      size,
      theme: size === phone ? "dark" : "light",
    });
    await lia.button("Escolher arquivo").waitFor();
    await isWhole(lia);
    await sound(lia, "import: file");
    await gives(lia, renaming);
    await lia.sees("6 linhas");
    await isWhole(lia);
    await sound(lia, "import: columns");
    await lia.button("Conferir").focus();
    await lia.page.keyboard.press("Enter");
    await figure(lia, "refused", "3");
    await lia.page.getByRole("checkbox", { name: "Importar a linha 2" }).waitFor();
    await lia.sees("Gil Ramos → Gil R.");
    expect(
      await lia.page
        .getByRole("switch", { name: "Trocar nomes de contatos que já existem" })
        .isChecked(),
    ).toBe(false);
    await isWhole(lia);
    await sound(lia, "import: check");
    await lia.button("Voltar").click();
    await lia.button("Escolher outro arquivo").click();
  }
});

test("the sheet and the line of the names are shown, and another one is chosen", async () => {
  const rui = await shop.enters("rui", { at: "/contacts/import" });
  await rui.button("Escolher arquivo").waitFor();
  await gives(
    rui,
    workbook({
      Leia: [["Preencha a outra aba"]],
      Clientes: [
        ["Padaria Pão Quente"],
        [],
        ["Nome", "Sobrenome", "Celular"],
        ["Kátia", "Reis", "21 97777-0021 / 21 3333-4444"],
      ],
    }),
  );
  await rui.sees("1 linha");
  const sheet = rui.page.getByRole("combobox", { name: "Aba da planilha" });
  const line = rui.page.getByRole("combobox", { name: "Linha com os nomes das colunas" });
  expect([await sheet.inputValue(), await line.inputValue()]).toEqual(["1", "3"]);
  expect(
    await Promise.all(["A", "B", "C"].map((letter) => column(rui, letter).inputValue())),
  ).toEqual(["name", "name", "number"]);
  await line.selectOption("1: Padaria Pão Quente");
  await rui.sees("2 linhas");
  await line.selectOption("3: Nome · Sobrenome · Celular");
  await rui.sees("1 linha");
  await rui.button("Conferir").click();
  await figure(rui, "created", "1");
  await rui.page.getByRole("cell", { name: "Kátia Reis" }).waitFor();
  await rui.page.getByRole("cell", { name: "+55 21 97777-0021" }).waitFor();
  await rui.button("Importar 1 linha").click();
  await rui.sees("Importação realizada com sucesso");
});

test("products: a missing cost price and a doubtful number are asked about once, on a phone too", async () => {
  const rui = await shop.enters("rui", { at: "/products", size: phone, theme: "dark" });
  await rui.button("Planilha").click();
  await rui.page.getByRole("menuitem", { name: "Importar planilha" }).click();
  await rui.button("Escolher arquivo").waitFor();
  await gives(rui, Buffer.from("Produto;Preço\nBolo;1.000\nBroa;7,50\n"), "precos.csv");
  await rui.button("Conferir").click();
  await figure(rui, "refused", "2");
  await rui.sees("Sem preço de custo");
  await rui.page.getByRole("radio", { name: "Usar o preço de venda como custo" }).check();
  await figure(rui, "created", "2");
  await rui.page.getByRole("cell", { name: "R$ 1.000,00" }).waitFor();
  await isWhole(rui);
  await sound(rui, "import: questions");
  await rui.page
    .getByRole("combobox", { name: "O que 1.000 quer dizer na coluna Preço" })
    .selectOption("É 1");
  await rui.page.getByRole("cell", { name: "R$ 1,00" }).waitFor();
  await rui.page.getByRole("cell", { name: "R$ 7,50" }).waitFor();
  await rui.button("Importar 2 linhas").click();
  await rui.sees("Importação realizada com sucesso");
});
