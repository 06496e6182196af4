import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { focused } from "./gadgets.ts";

const shop = await openShop();

test("a tag is created, changed, found and deleted, a quick message duplicated, too, and a second browser sees each at once", async () => {
  const rui = await shop.enters("rui", { at: "/tags" });
  const ana = await shop.enters("ana", { at: "/tags" });
  const rowOf = (text: string) => ana.page.getByRole("row").filter({ hasText: text });
  await ana.sees("Nenhuma tag ainda");

  await rui.button("Nova tag").click();
  await rui.field("Nome").fill("VI");
  await rui.button("Salvar").click();
  await rui.dialog("Nova tag").getByText("Mensagem muito curta").waitFor();
  await rui.field("Nome").fill("Encomenda");
  await rui.button("Salvar").click();
  await rui.sees("Operação realizada com sucesso!");
  await rowOf("Encomenda").waitFor();

  await rui.button("Editar: Encomenda").click();
  await rui.field("Nome").fill("Cliente fiel");
  await rui.button("Salvar").click();
  await rui.sees("Operação atualizada com sucesso.");
  await rowOf("Cliente fiel").waitFor();
  expect(await rowOf("Encomenda").count()).toBe(0);

  await shop.call("POST", "/tags", { name: "Alergia", color: "#b91c1c" });
  await rowOf("Alergia").waitFor();
  await rui.field("Buscar tags").fill("fiel");
  await rui.page.getByRole("row").filter({ hasText: "Alergia" }).waitFor({ state: "detached" });
  await rui.page.getByRole("row").filter({ hasText: "Cliente fiel" }).waitFor();
  await rui.field("Buscar tags").fill("bolo");
  await rui.sees("Nada combina com “bolo”.");
  await rui.button("Limpar busca").first().click();

  await rui.button("Excluir: Cliente fiel").click();
  const question = rui.dialog("Deseja realmente excluir este registro?");
  await question.getByText("Cliente fiel").waitFor();
  await focused(question.getByRole("button", { name: "Cancelar" }));
  await question.getByRole("button", { name: "Cancelar" }).click();
  await rui.button("Excluir: Cliente fiel").click();
  await question.getByRole("button", { name: "Excluir" }).click();
  await rowOf("Cliente fiel").waitFor({ state: "detached" });
  await rowOf("Alergia").waitFor();
  expect(ana.loads()).toBe(1);

  // Borders are thinner than a pixel on a screen of 150 %; a table that has room stays one.
  const screen = await ana.page.context().newCDPSession(ana.page);
  await screen.send("Emulation.setDeviceMetricsOverride", {
    width: 1280,
    height: 800,
    deviceScaleFactor: 1.5,
    mobile: false,
  });
  await ana.page.reload();
  await rowOf("Alergia").waitFor();
  await screen.detach();

  // Of these, other users see those for everyone.
  for (const seat of [rui, ana]) await seat.goes("/quick-messages");
  await ana.sees("Nenhuma resposta rápida ainda");

  await rui.button("Nova resposta").click();
  await rui.field("Atalho").fill("chave pix");
  await rui.field("Mensagem").fill("Nossa chave Pix é o CNPJ.");
  await rui
    .dialog("Nova resposta")
    .getByText("Sem espaços: escreva “bom-dia”, por exemplo")
    .waitFor();
  await rui.field("Atalho").fill("pix");
  await rui.field(/^Para toda a equipe/).check();
  await rui.button("Salvar").click();
  await rowOf("Nossa chave Pix é o CNPJ.").waitFor();
  expect(await ana.button("Editar: /pix").count()).toBe(0);

  await rui.button("Editar: /pix").click();
  await rui.field("Mensagem").fill("Nossa chave Pix é o telefone.");
  await rui.button("Salvar").click();
  await rowOf("Nossa chave Pix é o telefone.").waitFor();

  await rui.button("Nova resposta").click();
  await rui.field("Atalho").fill("chefe");
  await rui.field("Mensagem").fill("Só o Rui usa");
  await rui.button("Salvar").click();
  await rui.page.getByRole("row").filter({ hasText: "Só o Rui usa" }).waitFor();

  await rui.button("Duplicar: /pix").click();
  await rui.page
    .getByRole("row")
    .filter({ hasText: "Nossa chave Pix é o telefone." })
    .nth(1)
    .waitFor();
  await rui.button("Excluir: /pix").first().click();
  await rui
    .dialog("Deseja realmente excluir este registro?")
    .getByRole("button", { name: "Excluir" })
    .click();
  await rowOf("Nossa chave Pix é o CNPJ.").waitFor({ state: "detached" });
  expect(await rowOf("Só o Rui usa").count()).toBe(0);
  expect(JSON.stringify(ana.frames)).not.toContain("Só o Rui usa");
});

test("a slash in the composer offers the quick messages; a shortcode typed fast is never sent as it is, not even before the list has loaded; a text that matches none closes the list, and so does Esc", async () => {
  await shop.call("POST", "/quick-messages", {
    shortcode: "horario",
    message: "Abrimos às seis.",
    geral: true,
  });
  await shop.call("POST", "/quick-messages", {
    shortcode: "horta",
    message: "Verdura só na terça.",
    geral: true,
  });
  await shop.call("POST", "/quick-messages", {
    shortcode: "chave",
    message: "A chave Pix é o CNPJ.",
    geral: true,
  });
  await shop.call("POST", "/quick-messages", {
    shortcode: "chave-pix-da-fabrica",
    message: "A chave da fábrica é outra.",
    geral: true,
  });
  const made = await shop.call<{ count: number }>("GET", "/quick-messages");
  for (let index = made.count; index < 23; index++)
    await shop.call("POST", "/quick-messages", {
      shortcode: `texto-${index}`,
      message: "Um texto qualquer.",
      geral: true,
    });
  await shop.customer("Davi").says("Qual a chave?");
  const ana = await shop.enters("ana");
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await ana.page.route(/\/api\/quick-messages/, async (route) => {
    await held;
    await route.continue();
  });
  await ana.accepts("Davi");
  const box = ana.composer("Davi");
  await box.pressSequentially("/chave");
  await box.press("Enter");
  expect(await box.inputValue()).toBe("/chave");
  release();
  await ana.page.waitForFunction(
    () =>
      document.querySelector<HTMLTextAreaElement>("[data-composer]")?.value ===
      "A chave Pix é o CNPJ.",
  );

  await box.fill("");
  await box.pressSequentially("/chave", { delay: 40 });
  await box.press("Enter");
  expect(await box.inputValue()).toBe("A chave Pix é o CNPJ.");
  await box.press("Enter");
  await shop.customer("Davi").receives(/^A chave Pix é o CNPJ\.$/);
  expect(await shop.customer("Davi").got("/chave")).toBe(0);

  const offers = ana.page.getByRole("listbox", { name: "Respostas rápidas" }).getByRole("option");
  await box.pressSequentially("/");
  await box.pressSequentially("hor");
  await offers.filter({ hasText: "/hortaVerdura só na terça." }).waitFor();
  expect(await offers.count()).toBe(2);
  await ana.page.keyboard.press("ArrowDown");
  await ana.page.keyboard.press("ArrowUp");
  await box.pressSequentially("ari");
  await offers.filter({ hasText: "horta" }).waitFor({ state: "detached" });
  await ana.page.keyboard.press("Enter");
  expect(await box.inputValue()).toBe("Abrimos às seis.");
  await ana.page.keyboard.press("Enter");
  await shop.customer("Davi").receives(/^Abrimos às seis\.$/);

  await box.pressSequentially("/");
  await offers.nth(22).waitFor();
  await shop.call("POST", "/quick-messages", {
    shortcode: "zebra",
    message: "Chegou ao vivo.",
    geral: true,
  });
  await offers.filter({ hasText: "/zebra" }).waitFor();

  const none = ana.page.getByText("Nenhuma resposta rápida com “/zzz”.");
  await box.pressSequentially("zzz");
  await none.waitFor();
  await box.press("Escape");
  await none.waitFor({ state: "detached" });
  expect(await box.inputValue()).toBe("/zzz");
  expect(new URL(ana.page.url()).pathname).toMatch(/^\/tickets\/./);

  await box.fill("");
  await box.pressSequentially("/zzz");
  await box.press("Enter");
  await none.waitFor({ state: "detached" });
  expect(await box.inputValue()).toBe("/zzz");
  expect(await shop.customer("Davi").got("/zzz")).toBe(0);
  await box.press("Enter");
  await shop.customer("Davi").receives(/^\/zzz$/);
});
