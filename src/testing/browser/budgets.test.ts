import { expect } from "bun:test";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { repository } from "../../build/repository.ts";
import { readPixCode } from "../pix-reader.ts";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import { lacks } from "./gadgets.ts";
import { qrCodeOf } from "./qr-code.ts";
import { phone, type Seat } from "./seat.ts";
import { dialogLooks, passes } from "./sound.ts";
import { shopDate, shopDay } from "../shop-days.ts";

const shop = await openShop();
type Made = { id: number };

/**
 * A store with a Pix key and its products. It delivers for 9,00 and from 50,00 for nothing. Ana may
 * give up to ten percent.
 */
const store = await shop.call<Made>("POST", "/stores", {
  name: "Centro",
  fantasy: "Padaria Pão Quente",
  address: "Praça da Sé",
  number: "1",
  neighborhood: "Sé",
  city: "São Paulo",
  state: "SP",
  keyPix: "contato@paoquente.com.br",
});
await shop.call("POST", "/delivery-fee", { storeId: store.id, saleValue: "0", deliveryFee: "9" });
await shop.call("POST", "/delivery-fee", { storeId: store.id, saleValue: "50", deliveryFee: "0" });
const product = async (name: string, sellingPrice: string, stock: number, more: object = {}) => {
  const { id } = await shop.call<Made>("POST", "/products", { name, ...more });
  const entry = await shop.call<Made>("POST", "/productStores", {
    productId: id,
    storeId: store.id,
    stock,
    costPrice: "0.50",
    sellingPrice,
  });
  return { id, entry: entry.id };
};
const bread = await product("Pão francês", "1.25", 500, { ean: "7891000100103" });
const cake = await product("Bolo de cenoura", "49.90", 20, { code: "BOLO1" });
const juice = await product("Suco de laranja", "8.00", 3);
const card = (await shop.call<{ id: number; name: string }[]>("GET", "/payments/list")).find(
  ({ name }) => name === "Cartão de crédito",
)!;
await shop.call("POST", "/paymentDetails", {
  paymentId: card.id,
  minimumValue: "50",
  installments: 3,
});
const range = await shop.call<Made>("POST", "/groupRangeDiscounts", {
  name: "Até 10",
  discount: 10,
});
const ana = (await shop.call<{ id: number; name: string }[]>("GET", "/users/list")).find(
  ({ name }) => name === "Ana",
)!;
await shop.call("PUT", `/users/${ana.id}`, { groupRangeDiscountId: range.id });
const today = shopDay().toString();
await shop.call("POST", "/coupons", {
  code: "FESTA",
  type: "PERCENTAGE_DISCOUNT",
  value: "10",
  valueMin: "90",
  startDate: today,
  expirationDate: "2099-12-31",
});

await shop.call("POST", "/coupons", {
  code: "GIGANTE",
  type: "FIXED_DISCOUNT",
  value: "500",
  startDate: today,
  expirationDate: "2099-12-31",
});

const stockOf = (id: number) =>
  shop.looksUp<{ stock: number }>(
    `SELECT stock / 1000 AS stock FROM productStores WHERE productId = ${id}`,
  )[0]!.stock;

const panel = (seat: Seat) => seat.page.locator("[data-budgets]");
const total = (seat: Seat) => panel(seat).locator("[data-total]");
const totals = (seat: Seat, text: string) =>
  eventually(
    async () => (await total(seat).innerText()).replace(/\u00a0/g, " ") === text || undefined,
    `the total to be ${text}`,
  );
const quantity = (seat: Seat, name: string) =>
  panel(seat).getByRole("textbox", { name: `Quantidade de ${name}` });
const search = (seat: Seat) => panel(seat).getByRole("combobox", { name: "Buscar produto" });

test("an agent makes a budget beside the conversation, sends it with its Pix code, and makes it an order; a cart from the catalogue becomes a budget of what the store sells of it", async () => {
  const bia = shop.customer("Bia");
  await bia.says("Quero dois bolos e um pão");
  const seat = await shop.enters("ana");
  await seat.accepts("Bia");
  await seat.button("Orçamentos").click();
  await panel(seat).getByText("Orçamentos em Aberto (0)").waitFor();
  await panel(seat).getByRole("button", { name: "Novo" }).click();
  await panel(seat).getByText("Ponha algum produto.").waitFor();
  expect(await panel(seat).getByRole("button", { name: "Criar" }).isDisabled()).toBe(true);
  await search(seat).fill("l");
  await panel(seat)
    .getByRole("option", { name: /Suco de laranja/ })
    .waitFor();
  await search(seat).fill("b");
  await panel(seat)
    .getByRole("option", { name: /Bolo de cenoura/ })
    .click();
  await panel(seat).getByRole("button", { name: "Mais Bolo de cenoura" }).click();
  await search(seat).fill("pão");
  await panel(seat)
    .getByRole("option", { name: /Pão francês/ })
    .click();
  await totals(seat, "R$ 101,05");
  // The agent sees new messages of the customer meanwhile.
  await bia.says("Vou buscar");
  await seat.bubble("Vou buscar").waitFor();
  await panel(seat).getByText("Pix", { exact: true }).click();
  await panel(seat).getByRole("button", { name: "Criar" }).click();
  await seat.sees("Orçamento criado com sucesso");
  await seat
    .dialog("Orçamento Salvo")
    .getByRole("button", { name: "Enviar para a conversa" })
    .click();
  await seat.dialog("Enviar orçamento 1").getByLabel("Com a imagem do QR Code do Pix").check();
  await seat.dialog("Enviar orçamento 1").getByRole("button", { name: "Enviar" }).click();
  await bia.receives(
    /^\*Orçamento nº 1\*\nCentro\n\n\*2x\* Bolo de cenoura\nR\$ 49,90 × 2 = R\$ 99,80\n\n\*1x\* Pão francês\nR\$ 1,25\n\n\*Total: R\$ 101,05\*\n\n\*Pagamento:\* Pix\n\*Retirada na loja:\* Praça da Sé, 1 – Sé, São Paulo\/SP$/,
  );
  const code = (await bia.receives(/^00020126.*5406101\.05.*6304[0-9A-F]{4}$/)).body;
  const scanned = await qrCodeOf(seat, await bia.opens(await bia.gotPicture()));
  expect(scanned).toBe(code);
  expect(readPixCode(scanned)).toEqual({
    "00": "01",
    "26": { "00": "br.gov.bcb.pix", "01": "contato@paoquente.com.br" },
    "52": "0000",
    "53": "986",
    "54": "101.05",
    "58": "BR",
    "59": "Padaria Pao Quente",
    "60": "Sao Paulo",
    "62": { "05": "ORCAMENTO1" },
  });

  await seat.button("Orçamentos: 1 em aberto").click();
  await panel(seat).getByRole("button", { name: "Confirmar pedido" }).click();
  await seat.sees("Pedido efetuado com sucesso");
  await seat.button("Orçamentos").waitFor();
  expect([stockOf(bread.id), stockOf(cake.id)]).toEqual([499, 18]);

  await shop
    .customer("Caetano")
    .says(
      "🛒 Padaria\n2 × BOLO DE CENOURA · BRL 49.90\n9 × Suco de laranja\n1 × Torta de limão · BRL 58.00\nSem vela",
    );
  await seat.accepts("Caetano");
  await seat.button("Montar orçamento").click();
  // The store has three juices.
  await totals(seat, "R$ 123,80");
  await seat.sees("Esta loja não vende, ou não tem em estoque: Torta de limão");
});

test("a budget is sold with the keyboard alone, by a scanner too", async () => {
  await shop.customer("Davi").says("Dois bolos e três pães");
  const seat = await shop.enters("ana");
  await seat.page.route(
    "**/api/stores/list",
    async (route) => (await Bun.sleep(1500), route.continue()),
  );
  const { keyboard } = seat.page;
  await seat.accepts("Davi");
  await keyboard.press("Alt+b");
  await panel(seat)
    .getByRole("button", { name: "Novo" })
    .and(seat.page.locator(":focus"))
    .waitFor();
  await keyboard.press("Enter");
  await search(seat).and(seat.page.locator(":focus")).waitFor();
  // The typing is faster than the load of the stores.
  await keyboard.type("bolo");
  await keyboard.press("Enter");
  await quantity(seat, "Bolo de cenoura").and(seat.page.locator(":focus")).waitFor();
  await keyboard.press("+");
  await keyboard.press("Enter");
  // A scanner ends each code with Enter, and reads on.
  for (let times = 0; times < 3; times++) {
    await keyboard.type("7891000100103");
    await keyboard.press("Enter");
    await eventually(
      async () =>
        (await quantity(seat, "Pão francês")
          .inputValue()
          .catch(() => "")) === String(times + 1) || undefined,
      "the scanned bread",
    );
  }
  await totals(seat, "R$ 103,55");
  await keyboard.press("Enter");
  await panel(seat)
    .getByRole("radio", { name: "Cartão de crédito" })
    .and(seat.page.locator(":focus"))
    .waitFor();
  await keyboard.press("Enter");
  await panel(seat).getByText("Selecione um metodo de pagamento").waitFor();
  await keyboard.press("Space");
  await panel(seat).getByRole("combobox", { name: "Parcelas" }).selectOption("3");
  await panel(seat).getByRole("radio", { name: "Cartão de crédito" }).focus();
  const counts = () =>
    shop.looksUp<{ budgets: number; orders: number }>(
      "SELECT (SELECT count(*) FROM budgets) AS budgets, (SELECT count(*) FROM orders) AS orders",
    )[0]!;
  const { budgets, orders } = counts();
  // Enter saves, and no further press of it confirms.
  for (let times = 0; times < 3; times++) await keyboard.press("Enter");
  await seat.dialog("Orçamento Salvo").waitFor();
  for (let times = 0; times < 3; times++) await keyboard.press("Enter");
  expect(counts()).toEqual({ budgets: budgets + 1, orders });
  await keyboard.press("Tab");
  await seat
    .dialog("Orçamento Salvo")
    .getByRole("button", { name: "Confirmar pedido" })
    .and(seat.page.locator(":focus"))
    .waitFor();
  await keyboard.press("Enter");
  await seat.sees("Pedido efetuado com sucesso");
  await seat.composer("Davi").and(seat.page.locator(":focus")).waitFor();
  expect(
    shop.looksUp<{ total: number; installments: number }>(
      "SELECT total, installments FROM orders ORDER BY id DESC LIMIT 1",
    ),
  ).toEqual([{ total: 10_355, installments: 3 }]);
});

test("quantities never pass the stock, and below one a product goes; before a name none is refused, and of what is too much the line says how many there are", async () => {
  await shop.customer("Elis").says("Suco");
  const seat = await shop.enters("ana");
  const { keyboard } = seat.page;
  await seat.accepts("Elis");
  await keyboard.press("Alt+b");
  await panel(seat).getByRole("button", { name: "Novo" }).click();
  await search(seat).fill("2*suco");
  await keyboard.press("Enter");
  await totals(seat, "R$ 16,00");
  await quantity(seat, "Suco de laranja").fill("9");
  await panel(seat).getByText("Só há 3 em estoque.").waitFor();
  await totals(seat, "R$ 24,00");
  for (let times = 0; times < 2; times++)
    await quantity(seat, "Suco de laranja").press("ArrowDown");
  await totals(seat, "R$ 8,00");
  await quantity(seat, "Suco de laranja").press("-");
  await search(seat).and(seat.page.locator(":focus")).waitFor();
  await totals(seat, "R$ 0,00");
  await keyboard.type("nada disso");
  await panel(seat).getByText("Nada encontrado para “nada disso” nesta loja.").waitFor();
  await keyboard.press("Escape");
  await keyboard.type("123456789");
  await keyboard.press("Enter");
  await panel(seat).getByText("Nenhum produto desta loja tem o código 123456789.").waitFor();

  await search(seat).fill("0*bolo");
  await panel(seat)
    .getByRole("option", { name: /Bolo de cenoura/ })
    .waitFor();
  await search(seat).press("Enter");
  await panel(seat).getByText("A quantidade começa em 1, como em 2*pão.").waitFor();
  await panel(seat)
    .getByRole("option", { name: /Bolo de cenoura/ })
    .click();
  await totals(seat, "R$ 0,00");
  await search(seat).fill("99999*bolo");
  await panel(seat)
    .getByRole("option", { name: /Bolo de cenoura/ })
    .waitFor();
  await search(seat).press("Enter");
  await eventually(
    async () =>
      (await quantity(seat, "Bolo de cenoura")
        .inputValue()
        .catch(() => "")) === String(stockOf(cake.id)) || undefined,
    "all of the cakes",
  );
  const line = panel(seat).locator(`[data-line="${cake.id}"]`);
  await line.getByText(`Só há ${stockOf(cake.id)} em estoque.`).waitFor();
  await quantity(seat, "Bolo de cenoura").press("-");
  await line.getByText(/^Só há/).waitFor({ state: "detached" });
});

test("a coupon takes the discount's place until the goods fall below its minimum, a line leads to what lacks in stock, and what changes under a budget is told before anything is saved", async () => {
  await shop.customer("Gil").says("Dois bolos");
  const seat = await shop.enters("ana");
  await seat.accepts("Gil");
  await seat.page.keyboard.press("Alt+b");
  await panel(seat).getByRole("button", { name: "Novo" }).click();
  const coupon = panel(seat).getByLabel("Cupom", { exact: true });
  const seesText = async (text: string | RegExp) => panel(seat).getByText(text).first().waitFor();
  await panel(seat).getByRole("button", { name: "Aplicar" }).click();
  await seesText("Por favor, insira um código de cupom.");
  await coupon.fill("festa");
  await coupon.press("Enter");
  await seesText("Por favor, insira algum item para aplicar o cupom.");
  await search(seat).fill("2*bolo");
  await search(seat).press("Enter");
  await totals(seat, "R$ 99,80");

  await panel(seat).getByLabel("Em porcentagem").fill("12,5");
  await seesText("Desconto inválido - Desconto máximo permitido é de 10%");
  await panel(seat).getByLabel("Em porcentagem").fill("5");
  await eventually(
    async () =>
      (await panel(seat).getByLabel("Desconto em reais").inputValue()) === "4,99" || undefined,
    "the percentage as money",
  );
  await totals(seat, "R$ 94,81");
  await panel(seat).getByLabel("Desconto em reais").fill("1e9");
  await seesText("Digite um valor, como 12,90.");
  await panel(seat).getByLabel("Desconto em reais").fill("");

  await coupon.fill("gigante");
  await coupon.press("Enter");
  await seesText("O desconto do cupom é maior ou igual ao valor total do pedido.");
  seat.expects(404);
  await coupon.fill("natal");
  await coupon.press("Enter");
  await seesText('Cupom "NATAL" inválido ou expirado.');
  await coupon.fill("festa");
  await coupon.press("Enter");
  await seat.sees('Cupom "FESTA" aplicado com sucesso!');
  await totals(seat, "R$ 89,82");
  expect(await panel(seat).getByLabel("Desconto em reais").isDisabled()).toBe(true);
  await quantity(seat, "Bolo de cenoura").press("-");
  await seesText(
    /O cupom FESTA foi retirado\. O valor mínimo do pedido para este cupom é de R\$ 90,00\./,
  );
  await totals(seat, "R$ 49,90");
  await coupon.fill("festa");
  await coupon.press("Enter");
  await seesText("O valor mínimo do pedido para este cupom é de R$ 90,00.");
  await panel(seat).getByText("Dinheiro", { exact: true }).click();
  await panel(seat).getByLabel("Troco para").fill("40");
  await seesText("Troco invalido - Troco deve ser maior do que o valor do pedido");
  await panel(seat).getByLabel("Troco para").fill("50");
  await seesText(/Troco de R\$\s0,10/);
  await search(seat).press("Escape");
  await panel(seat).waitFor({ state: "detached" });

  await shop.customer("Iara").says("Três sucos");
  await seat.accepts("Iara");
  await seat.page.keyboard.press("Alt+b");
  await panel(seat).getByRole("button", { name: "Novo" }).click();
  await search(seat).fill("3*suco");
  await search(seat).press("Enter");
  await panel(seat).getByText("Pix", { exact: true }).click();
  // Enter saves it, and repeated presses confirm nothing.
  const sold = () => shop.looksUp("SELECT id FROM orders").length;
  const before = sold();
  for (let times = 0; times < 3; times++) await seat.page.keyboard.press("Enter");
  await seat.dialog("Orçamento Salvo").waitFor();
  for (let times = 0; times < 3; times++) await seat.page.keyboard.press("Enter");
  expect(sold()).toBe(before);
  await seat.dialog("Orçamento Salvo").waitFor();
  await shop.call("POST", `/productStores/${juice.entry}/stock`, { stock: 1, note: "Quebrou" });
  seat.expects(409);
  await seat.dialog("Orçamento Salvo").getByRole("button", { name: "Confirmar pedido" }).click();
  await seat.sees("Falta estoque de Suco de laranja: o orçamento tem 3, a loja tem 1");
  await panel(seat).getByRole("alert").filter({ hasText: "Só há 1 em estoque." }).waitFor();
  await panel(seat).getByRole("button", { name: "Ficar com 1" }).click();
  await panel(seat).getByRole("button", { name: "Atualizar" }).click();
  await seat.dialog("Orçamento Salvo").getByRole("button", { name: "Confirmar pedido" }).click();
  await seat.sees("Pedido efetuado com sucesso");
  expect(stockOf(juice.id)).toBe(0);

  await shop.customer("Fábio").says("Um bolo");
  await seat.accepts("Fábio");
  await seat.page.keyboard.press("Alt+b");
  await panel(seat).getByRole("button", { name: "Novo" }).click();
  await search(seat).fill("bolo");
  await search(seat).press("Enter");
  await totals(seat, "R$ 49,90");
  await shop.call("PUT", `/productStores/${cake.entry}`, { sellingPrice: "55" });
  await panel(seat)
    .getByText(/O preço mudou de R\$\s49,90 para R\$\s55,00/)
    .waitFor();
  await totals(seat, "R$ 55,00");
  await panel(seat).getByText("Dinheiro", { exact: true }).click();

  // A begun budget survives closing the panel, and a reload.
  await search(seat).press("Escape");
  await panel(seat).waitFor({ state: "detached" });
  await seat.page.reload();
  await seat.button("Orçamentos").click();
  await totals(seat, "R$ 55,00");

  await seat.page.route("**/api/budgets", (route) =>
    route.continue({ postData: route.request().postData()!.replaceAll('"55.00"', '"49.90"') }),
  );
  seat.expects(422);
  await panel(seat).getByRole("button", { name: "Criar" }).click();
  const alert = panel(seat)
    .getByRole("alert")
    .filter({ hasText: "Não foi salvo, porque algo mudou." });
  await alert.waitFor();
  await seat.page.unroute("**/api/budgets");
  expect(
    shop.looksUp(
      "SELECT id FROM budgets WHERE contactId = (SELECT id FROM contacts WHERE name = 'Fábio')",
    ),
  ).toEqual([]);
  await panel(seat).getByRole("button", { name: "Criar" }).click();
  await seat.dialog("Orçamento Salvo").getByRole("button", { name: "Ver orçamentos" }).click();

  await panel(seat).getByRole("button", { name: "Editar orçamento" }).click();
  await quantity(seat, "Bolo de cenoura").fill("2");
  await panel(seat).getByRole("button", { name: "Atualizar" }).click();
  await seat.sees("Orçamento atualizado com sucesso");
  await seat.dialog("Orçamento Salvo").getByRole("button", { name: "Ver orçamentos" }).click();
  await panel(seat)
    .getByText(/R\$\s110,00/)
    .first()
    .waitFor();
  await panel(seat).getByRole("button", { name: "Excluir orçamento" }).click();
  await seat
    .dialog("Deseja realmente excluir este registro?")
    .getByRole("button", { name: "Excluir" })
    .click();
  await seat.sees("Orçamento deletado com sucesso");
  await panel(seat).getByText("Nenhum orçamento em aberto").waitFor();
  await shop.call("PUT", `/productStores/${cake.entry}`, { sellingPrice: "49.90" });
});

test("on a phone the budget has the screen, with the customer's last word above it; the address is added in place, and the document asked for", async () => {
  const hugo = shop.customer("Hugo");
  await hugo.says("Manda um bolo aqui em casa?");
  await shop.call("PUT", "/settings/customerDocumentRequiredForOrders", { value: "enabled" });
  const seat = await shop.enters("ana", { size: phone });
  await seat.accepts("Hugo");
  await seat.button("Ações de Hugo").click();
  await seat.page.getByRole("menuitem", { name: "Orçamentos" }).click();
  await panel(seat).getByRole("button", { name: "Novo" }).click();
  await panel(seat).getByText("Manda um bolo aqui em casa?").waitFor();
  await search(seat).fill("bolo");
  await panel(seat).getByRole("option", { name: /Bolo/ }).click();
  await panel(seat).getByText("Entregar", { exact: true }).click();
  await panel(seat).getByText("Escolha o endereço da entrega.").waitFor();
  await panel(seat).getByRole("button", { name: "Adicionar endereço" }).click();
  const dialog = seat.dialog("Endereço do Contato");
  await seat.page.route("**/api/cep/*", (route) =>
    route.fulfill({
      json: {
        zipCode: "01310100",
        address: "Avenida Paulista",
        neighborhood: "Bela Vista",
        city: "São Paulo",
        state: "SP",
      },
    }),
  );
  await dialog.getByLabel("CEP").fill("01310-100");
  await eventually(
    async () => (await dialog.getByLabel("Rua").inputValue()) === "Avenida Paulista" || undefined,
    "the street of the postal code",
  );
  await dialog.getByLabel("Número", { exact: true }).fill("1578");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await seat.sees("Endereço adicionado com sucesso");
  await totals(seat, "R$ 58,90");
  await hugo.says("Troco para 100");
  await panel(seat).getByText("Troco para 100").waitFor();
  await panel(seat).getByText("Dinheiro", { exact: true }).click();
  await panel(seat).getByLabel("Troco para", { exact: true }).fill("100");
  await panel(seat).getByRole("button", { name: "Criar" }).click();
  await seat
    .dialog("Orçamento Salvo")
    .getByRole("button", { name: "Enviar para a conversa" })
    .click();
  await seat
    .dialog(/Enviar orçamento/)
    .getByRole("button", { name: "Enviar" })
    .click();
  await hugo.receives(
    /\n\nSubtotal: R\$ 49,90\nFrete: R\$ 9,00\n\*Total: R\$ 58,90\*\n\n\*Pagamento:\* Dinheiro \(troco para R\$ 100,00\)\n\*Entrega:\* Avenida Paulista, 1578 – Bela Vista, São Paulo\/SP – 01310-100$/,
  );
  await seat.button("Ações de Hugo").click();
  await seat.page.getByRole("menuitem", { name: "Orçamentos: 1 em aberto" }).click();
  seat.expects(422);
  await panel(seat).getByRole("button", { name: "Confirmar pedido" }).click();
  await seat.dialog("CPF do cliente").getByLabel("CPF ou CNPJ").fill("529.982.247-25");
  await seat.dialog("CPF do cliente").getByRole("button", { name: "Salvar e confirmar" }).click();
  await seat.sees("Pedido efetuado com sucesso");
  await shop.call("PUT", "/settings/customerDocumentRequiredForOrders", { value: "disabled" });
  expect(
    shop.looksUp("SELECT total, changeFor, typeRoute FROM orders ORDER BY id DESC LIMIT 1"),
  ).toEqual([{ total: 5890, changeFor: 10_000, typeRoute: "ENTREGA" }]);
});

test("where the fee goes by distance, an address without a place gets one from the budget; of a store without a Pix key one sees that no code goes along", async () => {
  await shop.call("PUT", "/settings/deliveryFeeType", { value: "km" });
  await shop.call("POST", "/delivery-fee", { storeId: store.id, minKm: "1", deliveryFee: "12" });
  // The store's own place comes from a location in a message.
  const { number } = shop.customer("Joana");
  await shop.call("POST", `/practice/${shop.lines.counter}/messages`, {
    from: number,
    name: "Joana",
    place: { latitude: -23.5505, longitude: -46.6333, name: "Praça da Sé" },
  });
  const rui = await shop.enters("rui");
  await rui.accepts("Joana");
  await rui.bubble("Praça da Sé").hover();
  await rui.bubble("Praça da Sé").getByRole("button", { name: "Opções da mensagem" }).click();
  await rui.page.getByRole("menuitem", { name: "Usar como local da loja" }).click();
  await rui.dialog("Local da loja").getByLabel("Loja").selectOption("Centro");
  await rui.dialog("Local da loja").getByRole("button", { name: "Salvar" }).click();
  await rui.sees("Local da loja salvo");
  expect(shop.looksUp(`SELECT latitude, longitude FROM stores WHERE id = ${store.id}`)).toEqual([
    { latitude: -23.5505, longitude: -46.6333 },
  ]);
  const seat = await shop.enters("ana");
  await seat.row("Hugo").click();
  await seat.composer("Hugo").waitFor();
  await seat.page.keyboard.press("Alt+b");
  await panel(seat).getByRole("button", { name: "Novo" }).click();
  await search(seat).fill("bolo");
  await search(seat).press("Enter");
  await panel(seat)
    .getByText("A taxa é por distância, e a loja ou este endereço não tem coordenadas.")
    .waitFor();
  const place = panel(seat).getByLabel("Coordenadas ou link do mapa deste endereço");
  await place.fill("perto da praça");
  await place.press("Enter");
  await panel(seat)
    .getByText(/Não há coordenadas aqui/)
    .waitFor();
  await place.fill("-23.5614, -46.6559");
  await place.press("Enter");
  await totals(seat, "R$ 61,90");
  await shop.call("PUT", `/stores/${store.id}`, { keyPix: null });
  await panel(seat).getByText("Pix", { exact: true }).click();
  await panel(seat).getByRole("button", { name: "Criar" }).click();
  await seat
    .dialog("Orçamento Salvo")
    .getByRole("button", { name: "Enviar para a conversa" })
    .click();
  await seat
    .dialog(/Enviar orçamento/)
    .getByText("A loja Centro não tem uma chave Pix que valha")
    .waitFor();
  await seat
    .dialog(/Enviar orçamento/)
    .getByRole("button", { name: "Cancelar" })
    .click();
  await shop.call("PUT", "/settings/deliveryFeeType", { value: "value" });
});

test("the flyer of what is on offer today goes out with a caption; without the plan's sales nothing offers budgets or promotions", async () => {
  const gina = shop.customer("Gina");
  await gina.says("Tem promoção?");
  const { id } = await shop.call<Made>("POST", "/promotions", {
    name: "Semana da broa",
    startpromotionsAt: today,
    endpromotionsAt: "2099-12-31",
  });
  await shop.call("POST", "/promotions", {
    name: "Sem folheto",
    startpromotionsAt: today,
    endpromotionsAt: "2099-12-31",
  });
  const form = new FormData();
  form.set("file", Bun.file(join(repository, "web/public/icon-192.png")), "broa.png");
  await shop.call("POST", `/promotions/${id}/media-upload`, form);
  const seat = await shop.enters("ana");
  await seat.accepts("Gina");
  await seat.button("Anexar").click();
  await seat.page.getByRole("menuitem", { name: "Promoção" }).click();
  const flyers = seat.dialog("Enviar promoção para Gina");
  await flyers.getByRole("button", { name: /Semana da broa/ }).waitFor();
  expect(await flyers.getByText("Sem folheto").count()).toBe(0);
  await passes(seat, "flyers");
  await flyers.getByRole("button", { name: /Semana da broa/ }).click();
  await seat.page.getByLabel("Legenda").fill("Só esta semana");
  await seat.page.keyboard.press("Enter");
  await gina.gotPicture();

  await lacks(seat, "useSales");
  await seat.page.reload();
  await seat.composer("Gina").waitFor();
  await seat.page.keyboard.press("Alt+b");
  await seat.button("Anexar").click();
  await seat.page.getByRole("menuitem", { name: "Documento" }).waitFor();
  expect(await seat.page.getByRole("menuitem", { name: "Promoção" }).count()).toBe(0);
  expect([await seat.button("Orçamentos").count(), await panel(seat).count()]).toEqual([0, 0]);
});

test("a promotion's price stands in a budget beside the price that it replaces; a kit with counted options takes its parts from the stock", async () => {
  await shop.call("POST", "/option-groups", {
    name: "Geleias",
    min: 1,
    max: 3,
    options: [{ name: "Morango", price: "1.50" }, { name: "Uva" }],
  });
  const owner = await shop.enters("zefa", { at: "/promotions" });
  const row = (text: string) => owner.page.getByRole("row").filter({ hasText: text });
  await owner.button("Nova promoção").click();
  const promotion = owner.dialog("Nova promoção");
  await owner.field("Nome").fill("Pão da semana");
  await owner.field("Início").fill(shopDate(-1));
  await owner.field("Término").fill(shopDate(9));
  const product = (dialog: Locator) => dialog.getByRole("combobox", { name: "Adicionar produto" });
  await product(promotion).fill("pão fr");
  await promotion.getByRole("option", { name: /Pão francês/ }).click();
  const price = promotion.getByLabel("Preço de Pão francês");
  await price.and(owner.page.locator(":focus")).waitFor();
  await promotion.getByText(/^de R\$\s1,25 por$/).waitFor();
  await promotion.getByRole("button", { name: "Salvar" }).click();
  await promotion.getByText("Um preço acima de zero, como 12,90").waitFor();
  await price.fill("1,25");
  await promotion.getByText("Não é menor que o preço de venda: ali nada muda.").waitFor();
  await price.fill("0,99");
  await promotion.getByRole("button", { name: "Salvar" }).click();
  await row("Pão da semana")
    .getByText(/Pão francês\sR\$\s0,99/)
    .waitFor();

  await owner.goes("/products");
  await owner.button("Novo produto").click();
  const kit = owner.dialog("Novo produto");
  await owner.field("Nome").fill("Café da manhã");
  await kit.getByText("Geleias").click();
  const amount = (name: string) => kit.getByLabel(`Quantidade de ${name} no kit`);
  await product(kit).fill("pão fr");
  await product(kit).press("Enter");
  await amount("Pão francês").and(owner.page.locator(":focus")).waitFor();
  await amount("Pão francês").fill("1,5");
  await amount("Pão francês").press("Enter");
  await product(kit).fill("bolo1");
  await product(kit).press("Enter");
  await amount("Bolo de cenoura").waitFor();
  await kit.getByRole("button", { name: "Salvar" }).click();
  await kit.getByText("Uma quantidade acima de zero, como a unidade permite").waitFor();
  await amount("Pão francês").fill("4");
  await kit.getByRole("button", { name: "Salvar" }).click();
  await row("Café da manhã")
    .getByText(/4\s× Pão francês, 1\s× Bolo de cenoura/)
    .waitFor();
  await owner.button("Estoque e preços: Café da manhã").click();
  const stock = owner.dialog("Estoque e preços: Café da manhã");
  await owner.field("Loja").selectOption("Centro");
  await owner.field("Preço de custo").fill("20");
  await owner.field("Preço de venda").fill("50");
  expect(await stock.getByLabel("Estoque", { exact: true }).count()).toBe(0);
  await stock.getByRole("button", { name: "Adicionar" }).click();
  await stock.getByRole("row").filter({ hasText: "Centro" }).waitFor();

  await shop.customer("Nara").says("Um café da manhã e dois pães");
  const seat = await shop.enters("ana");
  await seat.accepts("Nara");
  await seat.page.keyboard.press("Alt+b");
  await panel(seat).getByRole("button", { name: "Novo" }).click();
  await search(seat).fill("2*pão fr");
  await search(seat).press("Enter");
  await totals(seat, "R$ 1,98");
  const bought = panel(seat).getByRole("listitem").filter({ hasText: "Pão francês" });
  await bought
    .getByText(/R\$\s0,99/)
    .first()
    .waitFor();
  await bought.locator("s", { hasText: "1,25" }).waitFor();
  await search(seat).fill("1*café");
  await search(seat).press("Enter");
  await panel(seat).getByText("Falta escolher as opções.").waitFor();
  await panel(seat)
    .getByRole("button", { name: /^Morango/ })
    .click();
  await panel(seat).getByRole("button", { name: "Mais Morango" }).click();
  await totals(seat, "R$ 54,98");
  await panel(seat).getByRole("button", { name: "Uva", exact: true }).click();
  await panel(seat)
    .getByText(/^2\s× Morango, Uva$/)
    .waitFor();
  expect(await panel(seat).getByRole("button", { name: "Mais Uva" }).isDisabled()).toBe(true);
  await panel(seat).getByText("Pix", { exact: true }).click();
  const before = [stockOf(bread.id), stockOf(cake.id)];
  await panel(seat).getByRole("button", { name: "Criar" }).click();
  await seat.dialog("Orçamento Salvo").getByRole("button", { name: "Confirmar pedido" }).click();
  await seat.sees("Pedido efetuado com sucesso");
  expect([stockOf(bread.id), stockOf(cake.id)]).toEqual([before[0]! - 6, before[1]! - 1]);
  expect(shop.looksUp("SELECT total FROM orders ORDER BY id DESC LIMIT 1")).toEqual([
    { total: 5498 },
  ]);
});

for (const look of dialogLooks) {
  test(`${look.theme}, ${look.size?.width ?? 1280} px: nothing needs sideways scrolling, and axe finds nothing serious`, async () => {
    const customer = `Jo ${look.language}`;
    await shop
      .customer(customer)
      .says("Um bolo comonessapalavraquenaoacabanuncaequenaocabeemlinhanenhumadestatelapequena");
    const seat = await shop.enters("ana", look);
    const { tickets } = await shop.call<{
      tickets: { id: number; uuid: string; contact: { name: string } }[];
    }>("GET", "/tickets?showAll=true&status=pending&pageNumber=1");
    const { id, uuid } = tickets.find(({ contact }) => contact.name === customer)!;
    await shop.call("PUT", `/tickets/${id}`, { status: "open", userId: ana.id });
    await seat.goes(`/tickets/${uuid}`);
    await seat.page.locator("[data-composer]").waitFor();
    await seat.page.keyboard.press("Alt+b");
    await passes(seat, "no budgets");
    await panel(seat).locator("[data-autofocus]").first().click();
    await panel(seat).getByRole("combobox").first().fill("b");
    await panel(seat).getByRole("option").first().waitFor();
    await passes(seat, "products found");
    await panel(seat).getByRole("option").first().click();
    await panel(seat).getByRole("radio").first().check({ force: true });
    await passes(seat, "a budget");
    await panel(seat).locator("button[type=submit]").click();
    await seat.page.locator("dialog[open]").waitFor();
    await passes(seat, "saved");
    await seat.page.locator("dialog[open] button").last().click();
    await panel(seat).getByRole("listitem").first().waitFor();
    await passes(seat, "open budgets");
  });
}
