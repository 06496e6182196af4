import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { dot } from "../world.ts";
import { shopDate } from "../shop-days.ts";

const shop = await openShop();

test("an owner sets up the catalogue: a store, what it delivers for, a product with its picture, its price and its stock, and takes the products out as a spreadsheet", async () => {
  const owner = await shop.enters("zefa", { at: "/stores" });
  const ana = await shop.enters("ana", { at: "/products" });
  const { page } = owner;
  const row = (text: string) => page.getByRole("row").filter({ hasText: text });

  await owner.button("Nova loja").click();
  await owner.field("Nome").fill("Matriz");
  await owner.field(/^CNPJ/).fill("12.abc.345/01de-36");
  await owner.button("Salvar").click();
  await owner.sees("Este CNPJ não confere");
  await owner.field(/^CNPJ/).fill("12abc34501de35");
  expect(await owner.field(/^CNPJ/).inputValue()).toBe("12.ABC.345/01DE-35");
  // A CPF with a wrong digit is no phone; the form asks about a bare mobile number.
  await owner.field(/^Chave Pix/).fill("119.876.543-29");
  await owner.button("Salvar").click();
  await owner.sees(/Não é uma chave Pix/);
  await owner.field(/^Chave Pix/).fill("529.982.247-25");
  await owner.sees("CPF 529.982.247-25");
  await owner.field(/^Chave Pix/).fill("11 98888-0001");
  await owner.button("É o celular +55 11 98888-0001").click();
  await owner.sees("Celular +55 11 98888-0001");
  await owner.tab("Endereço").click();
  await owner.field(/^Localização/).fill("na praça");
  await owner.button("Salvar").click();
  await owner.sees(/Não há um lugar aqui/);
  await owner.field(/^Localização/).fill("https://www.google.com/maps/@-23.5505,-46.6333,17z");
  await owner.link("Ver no mapa: -23.5505, -46.6333").waitFor();
  await owner.button("Salvar").click();
  await row("12.ABC.345/01DE-35").waitFor();

  await owner.button("Taxas de entrega: Matriz").click();
  const fees = owner.dialog("Taxas de entrega: Matriz");
  await fees.getByRole("button", { name: "Adicionar" }).click();
  await owner.sees("Informe pelo menos o Valor da Venda ou a Distância Mínima.");
  await owner.sees("A taxa de entrega é obrigatória.");
  await owner.field(/^Distância mínima/).fill("2,5");
  await owner.field("Taxa de entrega").fill("7");
  await fees.getByRole("button", { name: "Adicionar" }).click();
  await fees.getByRole("row").filter({ hasText: "2,5 km" }).getByText("R$ 7,00").waitFor();
  await fees.getByRole("button", { name: /^Editar/ }).click();
  await owner.field("Taxa de entrega").fill("8,50");
  await fees.getByRole("button", { name: "Salvar" }).click();
  await fees.getByRole("row").filter({ hasText: "R$ 8,50" }).waitFor();
  await fees.getByRole("button", { name: "Adicionar" }).waitFor();

  await shop.call("POST", "/categories", { name: "Pães" });
  await owner.goes("/products");
  await owner.button("Novo produto").click();
  await owner.field("Nome").fill("Pã");
  await owner.button("Salvar").click();
  await owner.sees("Mensagem muito curta");
  await owner.field("Nome").fill("Pão francês");
  await owner.field(/^EAN/).fill("7891234567895");
  await owner.field(/^Categoria/).selectOption("Pães");
  await page
    .locator("dialog input[type=file]")
    .setInputFiles({ name: "pao.png", mimeType: "image/png", buffer: Buffer.from(dot) });
  await owner.button("Salvar").click();
  await row("Pão francês").getByRole("button", { name: "Ampliar a imagem: Pão francês" }).hover();
  await page.locator("img:popover-open").waitFor();
  // The other browser receives it without a request.
  await ana.page
    .getByRole("row")
    .filter({ hasText: "Pão francês" })
    .getByText("7891234567895")
    .waitFor();
  expect(await ana.button("Novo produto").count()).toBe(0);
  await owner.field("Buscar produtos").fill("FRANCÊS");
  await row("Pão francês").waitFor();

  const saved = page.waitForEvent("download");
  await owner.button("Planilha").click();
  await page.getByRole("menuitem", { name: "Exportar planilha" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^produtos-.*\.xlsx$/);

  await owner.button("Estoque e preços: Pão francês").click();
  const stock = owner.dialog("Estoque e preços: Pão francês");
  const add = stock.getByRole("button", { name: "Adicionar" });
  await owner.field("Loja").selectOption("Matriz");
  await add.click();
  expect(
    await stock.getByText("Estoque, preço de custo e preço de venda são obrigatórios").count(),
  ).toBe(3);
  await owner.field("Estoque").fill("4");
  for (const [typed, isAmount] of [
    ["-1", false],
    ["1e9", false],
    ["abc", false],
    ["1.234,5", true],
  ] as const) {
    await owner.field("Preço de custo").fill(typed);
    await owner.field("Preço de venda").click();
    await stock
      .getByText("Um número acima de zero, como 12 ou 12,90")
      .waitFor({ state: isAmount ? "detached" : "visible" });
  }
  await owner.field("Preço de venda").fill("2234.50");
  await add.click();
  const here = stock.getByRole("row").filter({ hasText: "Matriz" });
  for (const text of ["R$ 1.234,50", "R$ 2.234,50", "baixo"]) await here.getByText(text).waitFor();

  await owner.button("Corrigir estoque: Matriz").click();
  await owner.field("O que houve").selectOption("Saiu");
  await owner.field("Quantidade").fill("5");
  await owner.field("Motivo").fill("Fornada queimada");
  await owner.sees("não há tantos");
  owner.expects(409);
  await owner.button("Salvar").click();
  await owner.sees("Estoque insuficiente.");
  await owner.field("Quantidade").fill("4");
  await owner.button("Salvar").click();
  await here.getByText("esgotado").waitFor();
  await owner.button("Movimentos: Matriz").click();
  const moves = owner.dialog("Movimentos: Pão francês, Matriz").getByRole("listitem");
  // The dialog renders from the outside in, so the test waits for each text.
  for (const text of ["Correção: Fornada queimada", "ficaram 0", "Estoque inicial", "ficaram 4"])
    await moves.getByText(text).waitFor();
  expect(await moves.nth(0).innerText()).toMatch(
    /-4\s+Correção: Fornada queimada[\s\S]*Zefa[\s\S]*ficaram 0/,
  );
  expect(await moves.nth(1).innerText()).toMatch(/\+4\s+Estoque inicial[\s\S]*ficaram 4/);
});

test("an owner says how one pays, who may discount how much, and what orders go through; makes a coupon and a promotion, and ends a coupon", async () => {
  const owner = await shop.enters("zefa", { at: "/payments" });
  const { page } = owner;
  const row = (text: string) => page.getByRole("row").filter({ hasText: text });
  await row("Dinheiro").waitFor();
  expect(await owner.button("Parcelas: Dinheiro").isDisabled()).toBe(true);
  await owner.button("Parcelas: Cartão de crédito").click();
  const rules = owner.dialog("Parcelas do cartão de crédito: Cartão de crédito");
  await rules.getByRole("button", { name: "Adicionar" }).click();
  await owner.sees("valor inicial é obrigatório");
  await owner.sees("Parcela é obrigatório");
  await owner.field("Valor inicial").fill("1.000,00");
  await owner.field("Parcelas").fill("3");
  await rules.getByRole("button", { name: "Adicionar" }).click();
  await owner.sees("Detalhe do pagamento adicionado com sucesso!");
  await rules.getByRole("button", { name: /^Editar/ }).click();
  await owner.field("Parcelas").fill("6");
  await rules.getByRole("button", { name: "Salvar" }).click();
  await owner.sees("Parcela atualizado com sucesso!");
  await rules.getByRole("row").filter({ hasText: "R$ 1.000,00" }).getByText("6x").waitFor();
  await rules.getByRole("button", { name: "Fechar" }).last().click();
  await row("Cartão de crédito").getByText("até 6x").waitFor();

  await owner.goes("/groupRangeDiscounts");
  await owner.button("Nova faixa de desconto").click();
  await owner.field("Nome").fill("Vendedores");
  await owner.field("Desconto máximo").fill("7,5");
  await owner.button("Salvar").click();
  await row("Vendedores").getByText("7,5%").waitFor();

  await owner.goes("/orderStatus");
  await owner.button("Novo status").click();
  await owner.field("Nome").fill("Pronto para retirar");
  await owner.button("Rosa-escuro").click();
  await owner.button("Salvar").click();
  await row("Pronto para retirar").getByText("6", { exact: true }).waitFor();
  expect(await page.locator("tbody tr").allInnerTexts()).toEqual(
    [
      "Pendente",
      "Em preparo",
      "Saiu para entrega",
      "Entregue",
      "Cancelado",
      "Pronto para retirar",
    ].map((name) => expect.stringContaining(name)),
  );

  await owner.goes("/coupons");
  await owner.button("Novo cupom").click();
  await owner.field("Código").fill("pão 10");
  await owner.field("Tipo").selectOption("Desconto em porcentagem");
  await owner.field("Desconto").fill("0");
  await owner.field("Início").fill(shopDate(-3));
  await owner.field("Validade").last().fill(shopDate(-4));
  await owner.button("Salvar").click();
  for (const text of [
    "Somente letras e números, sem espaços",
    "Valor inválido",
    "A data de início não pode ser anterior a hoje",
    "A validade não pode ser anterior ao início",
  ])
    await owner.sees(text);
  await owner.field("Código").fill("pa");
  await owner.sees("Código muito curto");
  await owner.field("Código").fill("pao10");
  expect(await owner.field("Código").inputValue()).toBe("PAO10");
  await owner.field("Desconto").fill("10");
  await owner.field("Início").fill(shopDate(0));
  await owner.field("Validade").last().fill(shopDate(30));
  await owner.button("Salvar").click();
  await row("PAO10").getByText("Válido").waitFor();
  await owner.button("Ver: PAO10").click();
  await owner.button("Desativar").click();
  await owner.dialog("Desativar este cupom?").getByRole("button", { name: "Desativar" }).click();
  await owner.sees("Cupom desativado com sucesso!");
  await row("PAO10").waitFor({ state: "detached" });
  await page.getByLabel("Validade").first().selectOption("Expirados");
  await row("PAO10").getByText("Desativado").waitFor();

  await owner.goes("/promotions");
  await owner.button("Nova promoção").click();
  await owner.field("Nome").fill("Semana da broa");
  await owner.field("Início").fill(shopDate(2));
  await owner.field("Término").fill(shopDate(1));
  await owner.button("Salvar").click();
  await owner.sees("A data de término deve ser posterior à data de início");
  await owner.field("Término").fill(shopDate(9));
  await page
    .locator("dialog input[type=file]")
    .setInputFiles({ name: "folheto.png", mimeType: "image/png", buffer: Buffer.from(dot) });
  await owner.button("Salvar").click();
  await row("Semana da broa").getByText("TODAS").waitFor();
  await row("Semana da broa").getByText("Ainda não começou").waitFor();
});
