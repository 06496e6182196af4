import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import { openShop, test } from "./browser.ts";
import { phone, type Seat } from "./seat.ts";
import { sound } from "./sound.ts";

const shop = await openShop();
const vip = await shop.call<{ id: number }>("POST", "/tags", { name: "VIP", color: "#7c3aed" });
const all = "/contacts?searchParam=";

const rowOf = (seat: Seat, name: string) =>
  seat.page.getByRole("row").filter({ has: seat.page.getByText(name, { exact: true }) });
const does = async (seat: Seat, name: string, what: string) => {
  await rowOf(seat, name)
    .getByRole("button", { name: `Ações de ${name}` })
    .click();
  await seat.page.getByRole("menuitem", { name: what }).click();
};
async function typesNumber(seat: Seat, text: string) {
  const number = seat.page.locator("dialog [name=number]").last();
  await number.fill("");
  await number.pressSequentially(text);
}

test("a contact is created, found by its tag, and changed", async () => {
  const ana = await shop.enters("ana", { at: "/contacts" });
  await ana.sees("Ainda não há contatos");
  await ana.button("Novo contato").click();
  const dialog = ana.dialog("Novo contato");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await dialog.getByText("Obrigatório").first().waitFor();
  await dialog.getByLabel("Nome", { exact: true }).fill("Bia Nogueira");
  await typesNumber(ana, "11988880001");
  await dialog.getByLabel(/^E-mail/).fill("bia");
  await dialog.getByLabel("Nome", { exact: true }).click();
  await dialog.getByText("E-mail inválido").waitFor();
  await dialog.getByLabel(/^E-mail/).fill("bia@exemplo.com.br");
  await dialog.getByLabel("Adicionar tag").click();
  await dialog.getByRole("option", { name: "VIP" }).click();
  await dialog.getByLabel("Adicionar tag").fill("Atacado");
  await dialog.getByLabel("Adicionar tag").press("Enter");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await rowOf(ana, "Bia Nogueira").getByText("Atacado").waitFor();
  await rowOf(ana, "Bia Nogueira").getByText("+55 11 98888-0001").waitFor();

  await shop.call("POST", "/contacts", { name: "Davi Prado", number: "5511977770002" });
  await rowOf(ana, "Davi Prado").waitFor();
  await ana.button("Tags: todas").click();
  await ana.page.getByRole("checkbox", { name: "VIP" }).check();
  await rowOf(ana, "Davi Prado").waitFor({ state: "detached" });
  await rowOf(ana, "Bia Nogueira").waitFor();
  await shop.call("POST", "/contacts", {
    name: "Elis",
    number: "5511977770003",
    tags: [{ id: vip.id }],
  });
  await rowOf(ana, "Elis").waitFor();
  await ana.page.getByRole("checkbox", { name: "VIP" }).uncheck();
  await ana.page.keyboard.press("Escape");
  await rowOf(ana, "Davi Prado").waitFor();

  await rowOf(ana, "Bia Nogueira")
    .getByRole("button", { name: /^Editar/ })
    .click();
  const editor = ana.dialog("Editar Bia Nogueira");
  await editor.getByLabel("Nome", { exact: true }).fill("B");
  await editor.getByRole("button", { name: "Salvar" }).click();
  await editor.getByText(/ao menos 2/).waitFor();
  await editor.getByLabel("Nome", { exact: true }).fill("Bia da padaria");
  await editor.getByRole("button", { name: "Salvar" }).click();
  await rowOf(ana, "Bia da padaria").waitFor();
  await ana.field("Buscar por nome ou número").fill("98888");
  await rowOf(ana, "Elis").waitFor({ state: "detached" });
  await rowOf(ana, "Bia da padaria").waitFor();
});

test("a postal code fills in an address; invalid codes and a failing service are shown, and it can be typed", async () => {
  const ana = await shop.enters("ana", { at: "/contacts" });
  ana.expects(404, 503);
  const answers: Record<string, [number, object]> = {
    "01310100": [
      200,
      {
        zipCode: "01310100",
        address: "Avenida Paulista",
        neighborhood: "Bela Vista",
        city: "São Paulo",
        state: "SP",
      },
    ],
    "99999999": [404, { error: "ERR_CEP_NOT_FOUND" }],
  };
  await ana.page.route("**/api/cep/*", (route) => {
    const [status, body] = answers[route.request().url().slice(-8)] ?? [
      503,
      { error: "ERR_CEP_UNAVAILABLE" },
    ];
    return route.fulfill({ status, json: body });
  });
  await rowOf(ana, "Bia da padaria")
    .getByRole("button", { name: /^Editar/ })
    .click();
  await ana.button("Adicionar endereço").click();
  const dialog = ana.dialog("Novo endereço");
  await dialog.getByLabel("CEP").fill("11111111");
  await dialog.getByText(/não respondeu/).waitFor();
  await dialog.getByLabel("CEP").fill("99999999");
  await dialog.getByText(/CEP não encontrado/).waitFor();
  await dialog.getByLabel("CEP").fill("01310100");
  await dialog.getByLabel("Rua").and(dialog.locator("[value='Avenida Paulista']")).waitFor();
  expect(await dialog.getByLabel("CEP").inputValue()).toBe("01310-100");
  expect(await dialog.getByLabel("Estado").inputValue()).toBe("SP");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await dialog.getByText("Obrigatório").waitFor();
  await dialog.getByLabel("Número").fill("1578");
  await sound(ana, "address");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  const editor = ana.dialog("Editar Bia da padaria");
  await editor.getByText("Avenida Paulista, 1578").waitFor();
  await editor.getByText("Principal").waitFor();
  await sound(ana, "contact form");

  await editor.getByRole("button", { name: "Editar o endereço Casa" }).click();
  const again = ana.dialog("Editar endereço");
  await again.getByLabel(/^Complemento/).fill("Fundos");
  await again.getByRole("button", { name: "Salvar" }).click();
  await editor.getByText("Fundos").waitFor();
  await editor.getByRole("button", { name: "Excluir o endereço Casa" }).click();
  await ana.dialog("Excluir o endereço Casa?").getByRole("button", { name: "Excluir" }).click();
  await editor.getByText("Avenida Paulista").waitFor({ state: "detached" });
  await ana.page.keyboard.press("Escape");
  await editor.waitFor({ state: "detached" });
});

test("a contact is blocked and unblocked, and a ticket is started from the list", async () => {
  const ana = await shop.enters("ana", { at: "/contacts" });
  await does(ana, "Elis", "Bloquear");
  await ana.dialog("Bloquear Elis?").getByRole("button", { name: "Bloquear" }).click();
  await ana.sees("Contato bloqueado");
  await rowOf(ana, "Elis").getByText("Bloqueado").waitFor();
  await does(ana, "Elis", "Desbloquear");
  await ana.sees("Contato desbloqueado");
  await rowOf(ana, "Elis").getByText("Bloqueado").waitFor({ state: "detached" });
  await rowOf(ana, "Elis")
    .getByRole("button", { name: /^Conversar/ })
    .click();
  await ana.dialog("Novo atendimento").getByRole("button", { name: "Iniciar" }).click();
  await ana.composer("Elis").waitFor();
  expect(await ana.page.getByRole("menuitem", { name: /LGPD/ }).count()).toBe(0);
});

test("an agent can't delete, erase or export; an admin can", async () => {
  const ana = await shop.enters("ana", { at: "/contacts" });
  await rowOf(ana, "Elis").getByRole("button", { name: "Ações de Elis" }).click();
  expect(await ana.page.getByRole("menuitem").allTextContents()).toEqual([
    "Não quer receber campanhas",
    "Bloquear contato",
  ]);
  await ana.leaves();

  const rui = await shop.enters("rui", { at: "/contacts" });
  const saved = rui.page.waitForEvent("download");
  await does(rui, "Elis", "Exportar dados em JSON (LGPD)");
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^contato-\d+\.json$/);
  expect(JSON.parse(readFileSync(await file.path(), "utf8"))).toMatchObject({
    contact: { name: "Elis" },
    tickets: [{ status: "open" }],
  });

  await does(rui, "Elis", "Apagar dados (LGPD)");
  const dialog = rui.dialog("Apagar tudo o que se sabe de Elis?");
  const button = dialog.getByRole("button", { name: "Apagar para sempre" });
  expect(await button.isDisabled()).toBe(true);
  await sound(rui, "erase");
  await dialog.getByLabel("Para confirmar, escreva “apagar”").fill("Apagar");
  await button.click();
  await rui.sees("Os dados foram apagados");
  await rowOf(rui, "Elis").waitFor({ state: "detached" });
  expect((await shop.call<{ count: number }>("GET", `${all}Elis`)).count).toBe(0);

  await does(rui, "Davi Prado", "Excluir contato");
  await rui.dialog("Excluir Davi Prado?").getByRole("button", { name: "Excluir" }).click();
  await rui.sees("Davi Prado foi excluído");
  await rowOf(rui, "Davi Prado").waitFor({ state: "detached" });
});

test("duplicate contacts are merged", async () => {
  await shop.call("POST", "/contacts", {
    name: "Nina",
    number: "5511977770007",
    email: "nina@exemplo.com.br",
  });
  await shop.call("POST", "/contacts", {
    name: "Nina",
    number: "5511977770008",
    email: "nina@exemplo.com.br",
  });
  const rui = await shop.enters("rui", { at: "/contacts" });
  await rui.button("Importar, exportar e mais").click();
  await rui.page.getByRole("menuitem", { name: "Contatos repetidos" }).click();
  const dialog = rui.dialog("Contatos repetidos");
  await dialog.getByText("Mesmo nome e e-mail").waitFor();
  await dialog.getByRole("radio").nth(1).check();
  await sound(rui, "duplicates");
  await dialog.getByRole("button", { name: "Unir" }).click();
  const question = rui.dialog("Unir a Nina?");
  await question.getByText("+55 11 97777-0008").waitFor();
  await question.getByRole("button", { name: "Unir" }).click();
  await dialog.getByText("Nenhum contato repetido").waitFor();
  expect((await shop.call<{ contacts: object[] }>("GET", `${all}Nina`)).contacts).toMatchObject([
    { number: "5511977770008" },
  ]);
});

test("two contacts are merged by hand, side by side", async () => {
  await shop.call("POST", "/contacts", { name: "Otto", number: "5511977770017" });
  await shop.call("POST", "/contacts", {
    name: "Otávio Lima",
    number: "5511977770018",
    email: "otavio@exemplo.com.br",
  });
  const rui = await shop.enters("rui", { at: "/contacts" });
  await does(rui, "Otto", "Unir com outro contato");
  const dialog = rui.dialog("Unir Otto com outro contato");
  const merge = dialog.getByRole("button", { name: "Unir" });
  expect(await merge.isDisabled()).toBe(true);
  await dialog.getByRole("combobox").fill("Ot");
  await dialog.getByRole("combobox").fill("otá");
  await dialog.getByRole("option", { name: /Otávio Lima/ }).click();
  await dialog.getByText("Não há como desfazer.").waitFor();
  await dialog.getByText(/O que enviarmos vai para \+55 11 97777-0017/).waitFor();
  await dialog.getByRole("radio").nth(1).check();
  await dialog.getByText(/O que enviarmos vai para \+55 11 97777-0018/).waitFor();
  await sound(rui, "merge by hand");
  await merge.click();
  await rui.sees("Agora é um só: Otávio Lima");
  await rowOf(rui, "Otto").waitFor({ state: "detached" });
});

test("the phone's address book is imported", async () => {
  await shop.customer("Gil").says("Oi");
  const rui = await shop.enters("rui", { at: "/contacts" });
  await rui.button("Importar, exportar e mais").click();
  await rui.page.getByRole("menuitem", { name: "Importar do telefone" }).click();
  const dialog = rui.dialog("Importar do telefone");
  await dialog.getByText("Conversas", { exact: true }).click();
  await dialog.getByRole("button", { name: "Importar" }).click();
  await rui.sees(/Nada de novo|Novos: /);
});

test("on a phone there are cards, with everything under one button", async () => {
  for (const theme of ["light", "dark"] as const) {
    const ana = await shop.enters("ana", { at: "/contacts", size: phone, theme });
    await ana.page
      .getByRole("listitem")
      .filter({ hasText: "Bia da padaria" })
      .getByRole("button", { name: "Ações de Bia da padaria" })
      .click();
    expect(await ana.page.getByRole("menuitem").allTextContents()).toEqual([
      "Editar",
      "Conversar",
      "Não quer receber campanhas",
      "Bloquear contato",
    ]);
    await ana.page.keyboard.press("Escape");
    await sound(ana, `contacts on a phone, ${theme}`);
    await ana.leaves();
  }
});
