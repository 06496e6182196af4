import { expect } from "bun:test";
import { join } from "node:path";
import { repository } from "../../build/repository.ts";
import { openShop, test } from "./browser.ts";
import { focused } from "./gadgets.ts";
import { phone, type Look, type Seat } from "./seat.ts";
import { sound, soundInBothThemes } from "./sound.ts";

const shop = await openShop();
const wide = { width: 1440, height: 900 };
const picture = `data:image/png;base64,${Buffer.from(await Bun.file(join(repository, "web/public/icon-192.png")).arrayBuffer()).toString("base64")}`;

const panel = (seat: Seat) => seat.page.locator("[data-panel]");
const note = (seat: Seat, text: string) =>
  panel(seat).locator("[data-written]").filter({ hasText: text });
const uuidOf = (seat: Seat) => new URL(seat.page.url()).pathname.split("/").at(-1)!;

const meets = (name: string, look?: Look) => shop.attends("ana", name, look);

test("a close or a return is undone, and where the connection has a farewell, one resolves with or without it", async () => {
  const ana = await meets("Bia");
  const uuid = uuidOf(ana);
  await ana.button("Resolver").click();
  await ana.waitsAt("/tickets");
  await ana.tab(/^Atendendo 0$/).waitFor();
  await ana.button("Desfazer").click();
  await ana.waitsAt(`/tickets/${uuid}`);
  await ana.composer("Bia").waitFor();
  await ana.tab(/^Atendendo 1$/).waitFor();

  await ana.button("Devolver").click();
  await ana.waitsAt("/tickets");
  await ana.sees("Bia voltou para a fila");
  await ana.page.getByRole("status").getByRole("button", { name: "Desfazer" }).last().click();
  await ana.waitsAt(`/tickets/${uuid}`);
  await ana.composer("Bia").waitFor();
  await ana.button("Desfazer").waitFor({ state: "detached" });

  await shop.call("PUT", `/whatsapp/${shop.lines.counter}`, {
    complationMessage: "Até logo, {{firstName}}",
  });
  const closingRequest = (silent: boolean | undefined) =>
    ana.page.waitForRequest(
      (request) =>
        request.method() === "PUT" &&
        (request.postDataJSON() as { silent?: boolean }).silent === silent,
    );
  await ana.button("Como resolver").click();
  await ana.sees("Até logo, Bia");
  await Promise.all([
    closingRequest(true),
    ana.page.getByRole("menuitem", { name: "Resolver sem mensagem" }).click(),
  ]);
  await ana.button("Desfazer").click();
  await ana.composer("Bia").waitFor();
  await Promise.all([closingRequest(undefined), ana.button("Resolver").click()]);
  await ana.waitsAt("/tickets");
  await shop.call("PUT", `/whatsapp/${shop.lines.counter}`, { complationMessage: "" });
});

test("a ticket is transferred to another queue, undone, and transferred to a user", async () => {
  const ana = await meets("Elis");
  const uuid = uuidOf(ana);
  const lia = await shop.enters("lia");
  const caio = await shop.enters("caio");
  await caio.tab("Aguardando").click();
  const dialog = ana.dialog("Transferir Elis");

  await ana.page.keyboard.press("Alt+t");
  await dialog.getByRole("option", { name: /^Lia/ }).waitFor();
  await dialog.getByRole("button", { name: "Transferir" }).click();
  await dialog.getByText("Escolha quem recebe.").waitFor();
  await dialog.getByRole("option", { name: /^Fila Encomendas/ }).click();
  expect(await dialog.getByText("Escolha quem recebe.").count()).toBe(0);
  await dialog.getByRole("button", { name: "Transferir para Encomendas" }).click();
  await ana.waitsAt("/tickets");
  await ana.sees("Elis foi para a fila Encomendas");
  await caio.row("Elis").waitFor();
  expect(await ana.page.getByText("não está mais com você").count()).toBe(0);
  await ana.button("Desfazer").click();
  await ana.waitsAt(`/tickets/${uuid}`);
  await ana.composer("Elis").waitFor();
  await caio.row("Elis").waitFor({ state: "detached" });

  await ana.button("Transferir").click();
  const receiver = dialog.getByRole("combobox", { name: "Para quem" });
  // The dialog shows users at once, each with the number of customers who wait for them.
  await dialog.getByRole("option", { name: /^Lia online ?(ninguém|\d+) espera/ }).waitFor();
  expect(await dialog.getByRole("option", { name: /^Ana/ }).count()).toBe(0);
  await receiver.fill("Zuleica");
  await dialog.getByText("Ninguém e nenhuma fila com este nome.").waitFor();
  await receiver.fill("li");
  await dialog.getByRole("option", { name: /^Lia/ }).waitFor();
  await receiver.press("Enter");
  await dialog.getByRole("button", { name: "Transferir para Lia" }).waitFor();
  await dialog.getByText("Recado para Lia").waitFor();
  await receiver.press("Enter");
  await ana.sees("Elis agora está com Lia");
  await ana.waitsAt("/tickets");
  await lia.row("Elis").waitFor();
  expect(await ana.page.getByText("não está mais com você").count()).toBe(0);
});

test("a ticket's link is copied, its contact leads to it instead of a second one, and deleting it takes the contact's name, and the permission", async () => {
  const ana = await meets("Gil");
  const path = new URL(ana.page.url()).pathname;
  await ana.button("Ações de Gil").click();
  expect(await ana.page.getByRole("menuitem", { name: "Excluir" }).count()).toBe(0);
  await ana.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await ana.page.getByRole("menuitem", { name: "Copiar link interno" }).click();
  await ana.sees("Link copiado");
  expect(await ana.page.evaluate(() => navigator.clipboard.readText())).toBe(ana.page.url());

  const rui = await shop.enters("rui");
  await rui.button("Novo atendimento").click();
  const dialog = rui.dialog("Novo atendimento");
  await dialog.getByRole("combobox", { name: "Contato" }).pressSequentially("Gil");
  await dialog.getByRole("option", { name: /^Gil/ }).click();
  rui.expects(409);
  await dialog.getByRole("button", { name: "Iniciar" }).click();
  await dialog.getByText("Já existe um ticket aberto para o contato").waitFor();
  await dialog.getByText("Está com Ana.").waitFor();
  await dialog.getByRole("button", { name: "Abrir" }).click();
  await rui.waitsAt(path);

  await rui.button("Ações de Gil").click();
  await rui.page.getByRole("menuitem", { name: "Excluir" }).click();
  const question = rui.dialog("Excluir o atendimento de Gil?");
  await question.getByText("Gil (+55 11").waitFor();
  await focused(question.getByRole("button", { name: "Cancelar" }));
  await sound(rui, "a deletion");
  await question.getByRole("button", { name: "Excluir" }).click();
  await rui.waitsAt("/tickets");
  await rui.sees("Atendimento de Gil excluído");
  await ana.sees("O atendimento de Gil não está mais com você");
  await ana.waitsAt("/tickets");
  ana.expects(404);
  await ana.goes(path);
  await ana.page
    .getByRole("alert")
    .getByText(/^Acesso não permitido\./)
    .waitFor();
});

test("users who look at a ticket or type are named in the header; tags are added, created and removed by keyboard, and others see them", async () => {
  const loyal = await shop.call<{ id: number }>("POST", "/tags", {
    name: "Cliente fiel",
    color: "#7c3aed",
  });
  const ana = await meets("Iara");
  const rui = await shop.enters("rui", { at: new URL(ana.page.url()).pathname });
  const bar = (seat: Seat) => seat.page.getByRole("region", { name: "Tags do atendimento" });
  const { keyboard } = ana.page;
  const field = ana.page.locator("[data-tags]");
  const remove = (name: string) => bar(ana).getByRole("button", { name: `Tirar a tag ${name}` });

  await ana.conversation("Iara").getByText("Rui está vendo").waitFor();
  await rui.conversation("Iara").getByText("Ana está vendo").waitFor();
  await rui.composer("Iara").pressSequentially("Já");
  await ana.conversation("Iara").getByText("Rui está digitando").waitFor();

  await keyboard.press("Alt+g");
  await field.and(ana.page.locator(":focus")).waitFor();
  await bar(ana).getByRole("option", { name: "Cliente fiel" }).waitFor();
  await keyboard.type("fiel");
  await keyboard.press("Enter");
  await remove("Cliente fiel").waitFor();
  await keyboard.type("Encomenda de sexta");
  await bar(ana).getByRole("option", { name: "Criar “Encomenda de sexta”" }).waitFor();
  await keyboard.press("Enter");
  await bar(rui).getByText("Encomenda de sexta", { exact: true }).waitFor();
  await bar(rui).getByText("Cliente fiel", { exact: true }).waitFor();
  expect(await field.inputValue()).toBe("");

  await keyboard.type("ENCOMENDA DE SEXTA");
  await bar(ana).getByText("O atendimento já tem esta tag.").waitFor();
  await keyboard.press("Escape");
  expect(await field.inputValue()).toBe("");
  await keyboard.press("Backspace");
  await remove("Encomenda de sexta").and(ana.page.locator(":focus")).waitFor();
  await keyboard.press("ArrowLeft");
  await keyboard.press("Delete");
  await remove("Cliente fiel").waitFor({ state: "detached" });
  await bar(rui).getByText("Cliente fiel", { exact: true }).waitFor({ state: "detached" });
  await field.and(ana.page.locator(":focus")).waitFor();
  await ana.button("Desfazer").click();
  await bar(rui).getByText("Cliente fiel", { exact: true }).waitFor();
  await shop.call("PUT", `/tags/${loyal.id}`, { name: "Muito fiel", color: "#7c3aed" });
  await bar(rui).getByText("Muito fiel", { exact: true }).waitFor();
  await shop.call("DELETE", `/tags/${loyal.id}`);
  await bar(rui).getByText("Muito fiel", { exact: true }).waitFor({ state: "detached" });
  expect(new URL(ana.page.url()).pathname).toMatch(/^\/tickets\/./);
  await rui.goes("/tags");
  await ana
    .conversation("Iara")
    .getByText(/^Rui está/)
    .waitFor({ state: "detached" });
});

test("the contact's panel is toggled by its key, and remembered; a contact gets notes, is blocked for a while, and is changed with validation: others see it at once, also after all data was loaded anew", async () => {
  const ana = await meets("Karla", { size: wide });
  await panel(ana).getByRole("heading", { name: "Contato", exact: true }).waitFor();
  // The panel shows the contact's data apart from the ticket's.
  const { contacts } = await shop.call<{ contacts: { id: number }[] }>(
    "GET",
    "/contacts?searchParam=Karla",
  );
  await shop.call("PUT", `/contacts/${contacts[0]!.id}`, { tags: [{ name: "Vizinha" }] });
  await panel(ana).getByRole("region", { name: "Tags do contato" }).getByText("Vizinha").waitFor();
  expect(
    await panel(ana)
      .getByRole("region", { name: "Tags do atendimento" })
      .getByText("Vizinha")
      .count(),
  ).toBe(0);
  await ana.page.keyboard.press("Alt+i");
  await panel(ana).waitFor({ state: "detached" });
  await ana.page.reload();
  await ana.composer("Karla").waitFor();
  expect(await panel(ana).count()).toBe(0);
  await ana.button("Karla").click();
  await panel(ana).getByText("Karla", { exact: true }).waitFor();
  await ana.page.keyboard.press("Alt+p");
  await ana.page.locator("[data-composer=note]:focus").waitFor();

  const rui = await shop.enters("rui", { size: wide, at: new URL(ana.page.url()).pathname });
  const box = ana.page.getByRole("textbox", { name: "Observação sobre Karla" });
  await box.fill("a");
  expect(await ana.button("Guardar").isDisabled()).toBe(true);
  await box.fill("Alérgica a glúten");
  await box.press("Enter");
  await note(rui, "Alérgica a glúten").waitFor();
  expect(await box.inputValue()).toBe("");
  // Without the panel the last note stands under the header.
  const last = ana.page.getByRole("region", { name: "Última observação" });
  expect(await last.count()).toBe(0);
  await ana.page.keyboard.press("Alt+i");
  await last.getByRole("button", { name: /Você Alérgica a glúten/ }).click();
  await last.getByRole("paragraph").getByText("Alérgica a glúten").waitFor();
  await ana.page.keyboard.press("Alt+i");
  await last.waitFor({ state: "detached" });
  await note(ana, "Alérgica").getByRole("button", { name: "Excluir observação" }).click();
  const question = ana.dialog("Deseja realmente excluir este registro?");
  await question.getByText("Alérgica a glúten").waitFor();
  await question.getByRole("button", { name: "Excluir" }).click();
  await ana.sees("Observação excluída com sucesso!");
  await note(rui, "Alérgica a glúten").waitFor({ state: "detached" });
  await ana.page.keyboard.press("Alt+l");

  const more = panel(ana).getByRole("button", { name: "Mais ações do contato" });
  await more.click();
  await ana.page.getByRole("menuitem", { name: "Bloquear contato" }).click();
  await ana.dialog("Bloquear Karla?").getByRole("button", { name: "Bloquear" }).click();
  await ana.sees("Contato bloqueado");
  await panel(rui).getByText("Bloqueado", { exact: true }).waitFor();
  await more.click();
  await ana.page.getByRole("menuitem", { name: "Desbloquear contato" }).click();
  await ana.sees("Contato desbloqueado");
  await panel(ana).getByText("Bloqueado", { exact: true }).waitFor({ state: "detached" });

  // A deleted connection makes every page reload.
  for (const name of ["Sobra", "Resto"]) {
    const { id } = await shop.call<{ id: number }>("POST", "/whatsapp", {
      name,
      provider: "practice",
    });
    await shop.call("DELETE", `/whatsapp/${id}`);
  }
  await shop.customer("Karla").says("Ainda aí?");
  await ana.bubble("Ainda aí?").waitFor();
  await ana.writes("Karla", "Aqui estou");
  await ana.bubble("Aqui estou").waitFor();

  const form = ana.dialog("Editar Karla");
  await panel(ana).getByRole("button", { name: "Editar contato" }).click();
  await form.getByLabel("Nome", { exact: true }).fill("K");
  await form.getByLabel(/^E-mail/).fill("karla");
  await form.getByRole("button", { name: "Salvar" }).click();
  await form.getByText("Curto demais: ao menos 2 caracteres").waitFor();
  await form.getByText("E-mail inválido").waitFor();
  await form.getByLabel("Nome", { exact: true }).fill("Karla Prado");
  await form.getByLabel(/^E-mail/).fill("karla@exemplo.com.br");
  for (const [name, value] of [
    ["cpf", "123.456.789-09"],
    ["Rua", "Palmeiras"],
    ["RUA", "de novo"],
  ] as const) {
    await form.getByRole("button", { name: "Adicionar campo" }).click();
    await form.getByLabel("Nome do campo").last().fill(name);
    await form.getByLabel(`Valor de ${name}`, { exact: true }).fill(value);
  }
  await form.getByRole("button", { name: "Salvar" }).click();
  await form.getByText("Já está em uso").waitFor();
  await form.getByRole("button", { name: "Excluir RUA", exact: true }).click();
  await form.getByRole("button", { name: "Salvar" }).click();
  await ana.sees("Contato salvo");
  for (const seat of [ana, rui])
    for (const text of [
      "Karla Prado",
      "karla@exemplo.com.br",
      "CPF",
      "123.456.789-09",
      "Palmeiras",
    ])
      await panel(seat).getByText(text, { exact: true }).first().waitFor();

  await panel(ana).getByRole("button", { name: "Editar contato" }).click();
  const again = ana.dialog("Editar Karla Prado");
  expect(await again.getByLabel("Nome do campo").first().isEditable()).toBe(false);
  expect(await again.getByRole("button", { name: "Excluir CPF" }).count()).toBe(0);
  await again.getByLabel("Valor de CPF").fill("987.654.321-00");
  await ana.page.keyboard.press("Escape");
  await ana.dialog("Descartar as alterações?").getByRole("button", { name: "Cancelar" }).click();
  await again.getByRole("button", { name: "Salvar" }).click();
  await panel(rui).getByText("987.654.321-00").waitFor();

  await panel(ana).getByRole("button", { name: "Editar contato" }).click();
  await again.getByLabel("Número").fill("+55 11 98888-0001");
  ana.expects(409);
  await again.getByRole("button", { name: "Salvar" }).click();
  await again.getByText("Já existe um contato com este número.").waitFor();
});

test("a contact's pictures open large and lead to their messages; earlier tickets open", async () => {
  const nina = shop.customer("Nina");
  await nina.shows(picture, "O bolo do ano passado");
  const ana = await meets("Nina", { size: wide });
  const first = uuidOf(ana);
  await ana.button("Resolver").click();
  await ana.waitsAt("/tickets");
  const { contactId } = await shop.call<{ contactId: number }>("GET", `/tickets/u/${first}`);
  const second = await shop.call<{ id: number; uuid: string }>("POST", "/tickets", {
    contactId,
    queueId: null,
    whatsappId: shop.lines.counter,
    status: "open",
  });
  const rui = await shop.enters("rui", { size: wide, at: `/tickets/${second.uuid}` });

  const pictures = panel(rui).getByRole("tabpanel", { name: "Imagens" });
  await pictures.getByRole("button", { name: "Ampliar imagem" }).click();
  await rui.page.locator("dialog[open]").getByText("O bolo do ano passado").waitFor();
  await rui.page.keyboard.press("Escape");
  await panel(rui).getByRole("tab", { name: "Documentos" }).click();
  await panel(rui).getByText("Nenhum documento.").waitFor();
  await panel(rui).getByRole("tab", { name: "Imagens" }).click();

  const past = panel(rui).getByRole("region", { name: "Atendimentos do contato" });
  await past.getByText("Este atendimento").waitFor();
  await past.getByRole("link", { name: /^Resolvido/ }).click();
  await rui.waitsAt(`/tickets/${first}`);
  await past.getByRole("link", { name: /^Em atendimento/ }).click();
  await rui.waitsAt(`/tickets/${second.uuid}`);
  await pictures.getByRole("button", { name: "Mostrar na conversa" }).click();
  await rui.waitsAt(`/tickets/${first}`);
  await rui.bubble("O bolo do ano passado").waitFor();
});

test("on a phone the contact's panel has the whole screen, with the way back", async () => {
  const ana = await meets("Rosa", { size: phone });
  const name = ana.page.getByRole("button", { name: "Rosa", exact: true });
  await name.click();
  const box = await panel(ana).boundingBox();
  expect(box).toMatchObject({ x: 0, width: phone.width, height: phone.height });
  await panel(ana).getByRole("button", { name: "Voltar à conversa" }).click();
  await panel(ana).waitFor({ state: "detached" });
  await focused(name);
  await ana.page.keyboard.press("Alt+i");
  await panel(ana).waitFor();
  await ana.page.keyboard.press("Alt+i");
  await panel(ana).waitFor({ state: "detached" });
  await ana.button("Ações de Rosa").click();
  await ana.page.getByRole("menuitem", { name: "Transferir" }).click();
  await ana.dialog("Transferir Rosa").getByLabel("Para quem").first().waitFor();
});

test("axe finds nothing serious in the panel and its dialogs", async () => {
  const rui = await shop.attends("rui", "Sara", { size: wide });
  const path = new URL(rui.page.url()).pathname;
  const { id, contactId } = await shop.call<{ id: number; contactId: number }>(
    "GET",
    `/tickets/u/${uuidOf(rui)}`,
  );
  await shop.call("POST", "/tags/sync", {
    ticketId: id,
    tags: [{ name: "VIP" }, { name: "Retirada" }],
  });
  await shop.call("POST", "/tags", { name: "Fornecedor", color: "#9f1239" });
  await shop.call("POST", "/ticket-notes", { note: "Paga sempre no Pix", ticketId: id });
  await shop.call("PUT", `/contacts/${contactId}`, {
    email: "sara@exemplo.com.br",
    extraInfo: [
      { name: "CPF", value: "1" },
      { name: "Rua", value: "2" },
    ],
  });
  const sees = async (seat: Seat) => {
    await note(seat, "Paga sempre").waitFor();
    await panel(seat).getByText("sara@exemplo.com.br").waitFor();
    await panel(seat).getByText("Nenhuma imagem ou vídeo.").waitFor();
  };
  const edits = async (seat: Seat) => {
    await panel(seat).getByRole("button", { name: "Editar contato" }).click();
    await seat.dialog("Editar Sara").getByLabel("Valor de CPF").waitFor();
  };
  await sees(rui);
  await soundInBothThemes(rui, "the panel");
  await edits(rui);
  await soundInBothThemes(rui, "a contact's form");
  await rui.page.keyboard.press("Escape");
  await rui.dialog("Editar Sara").waitFor({ state: "detached" });
  await rui.page.keyboard.press("Alt+g");
  await rui.page
    .getByRole("region", { name: "Tags do atendimento" })
    .getByRole("option")
    .first()
    .waitFor();
  await soundInBothThemes(rui, "the tags' offers");
  await rui.page.keyboard.press("Escape");
  await rui.button("Transferir").click();
  await rui.dialog("Transferir Sara").getByRole("option").first().waitFor();
  await soundInBothThemes(rui, "a transfer");
  await rui.leaves();

  const onPhone = await shop.enters("rui", { theme: "dark", size: phone, at: path });
  await onPhone.composer("Sara").waitFor();
  await onPhone.page.getByRole("button", { name: "Sara", exact: true }).click();
  await sees(onPhone);
  await sound(onPhone, "the panel on a phone");
  await edits(onPhone);
  await sound(onPhone, "a contact's form on a phone");
});

test("the panel leads to the contact's page", async () => {
  const ana = await meets("Olga");
  await panel(ana).getByRole("link", { name: "Ver a página do contato" }).click();
  await ana.page.getByRole("heading", { name: "Olga", level: 1 }).waitFor();
});
