import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { sellingFrom } from "./counter.ts";
import { eventually } from "./eventually.ts";
import { lacks } from "./gadgets.ts";
import { phone, type Seat } from "./seat.ts";
import { shopDay } from "../shop-days.ts";
import { fits, sound } from "./sound.ts";

const shop = await openShop();
const counter = await sellingFrom(shop.call);
await shop.call("PUT", "/settings/singleSession", { value: "disabled" });

const lane = (seat: Seat, name: string) =>
  seat.page
    .locator("[data-lane]")
    .filter({ has: seat.page.getByRole("heading", { name: new RegExp(`^${name}`) }) });
const cardIn = (seat: Seat, name: string, number: number) =>
  lane(seat, name)
    .locator("[data-card]")
    .filter({ has: seat.link(`Abrir pedido ${number}`) });
const main = (seat: Seat, name: string, number: number) =>
  cardIn(seat, name, number).locator("[data-main]");
const announced = (seat: Seat) => seat.page.locator("[aria-live=assertive]").innerText();

const waiting = (seat: Seat, name: string | RegExp) =>
  seat.page.locator("[data-tools]").getByRole("button", { name });
const rung = (seat: Seat) =>
  seat.page.evaluate(() => (window as unknown as { rings?: number }).rings ?? 0);
const rings = (seat: Seat, times: number) =>
  seat.page.waitForFunction(
    (times) => (window as unknown as { rings?: number }).rings === times,
    times,
  );

test("orders that nobody took up are counted, ring, and ring again while there are any; an agent hears of their own sales alone, and nobody where the plan has none", async () => {
  await shop.call("PUT", "/settings/InformationOrders", { value: "10000" });
  const rui = await shop.enters("rui", { clock: true, before: listen });
  await waiting(rui, "Pedidos pendentes").click();
  await rui.sees("Nenhum pedido pendente");
  await rui.page.keyboard.press("Escape");

  const order = await counter.sells("Bia", { "Pão de queijo": 6 });
  await waiting(rui, "1 pedido pendente").waitFor();
  await rings(rui, 1);
  await rui.waits(10_000);
  await rings(rui, 2);
  const other = await counter.sells("Davi", { "Café coado": 1 });
  await waiting(rui, "2 pedidos pendentes").waitFor();

  await waiting(rui, "2 pedidos pendentes").click();
  const panel = rui.page.getByRole("dialog", { name: "Pedidos pendentes" });
  await panel.getByRole("link").filter({ hasText: "6 × Pão de queijo" }).waitFor();
  await sound(rui, "pending orders");
  // A change of status by any user removes it.
  await shop.call("PUT", `/orders/${order.id}/status/${counter.status("Em preparo")}`);
  await panel.getByText("6 × Pão de queijo").waitFor({ state: "detached" });
  await panel.getByRole("link").filter({ hasText: "1 × Café coado" }).click();
  await rui.waitsAt(`/orders/${other.id}`);
  await rui.sees("Histórico");
  for (const { id } of [order, other]) await shop.call("DELETE", `/orders/${id}`);
  await waiting(rui, "Pedidos pendentes").waitFor();
  const before = await rung(rui);
  await rui.waits(30_000);
  expect(await rung(rui)).toBe(before);

  const late = await counter.sells("Elis", { "Bolo de fubá": 1 });
  const ana = await shop.enters("ana");
  await waiting(ana, "Pedidos pendentes").waitFor();
  await waiting(rui, "1 pedido pendente").waitFor();

  const plain = await shop.enters("zefa", { own: true });
  await lacks(plain, "useSales");
  await plain.page.reload();
  await plain.page
    .locator("[data-tools]")
    .getByRole("button", { name: /Notificações/ })
    .waitFor();
  expect(await waiting(plain, /pendente/).count()).toBe(0);
  await shop.call("DELETE", `/orders/${late.id}`);
});

test("an order is moved by mouse, by keys and by its menu, and the other's board follows live", async () => {
  const order = await counter.sells("Bia", { "Pão de queijo": 6, "Café coado": 1 });
  const rui = await shop.enters("rui", { at: "/kanbanOrders" });
  const zefa = await shop.enters("zefa", { at: "/kanbanOrders" });
  await cardIn(rui, "Pendente", order.number)
    .getByText("6 × Pão de queijo, 1 × Café coado")
    .waitFor();
  await lane(rui, "Pendente").getByText("R$ 33,00").first().waitFor();

  const from = (await cardIn(rui, "Pendente", order.number).boundingBox())!;
  const to = (await lane(rui, "Em preparo").boundingBox())!;
  await rui.page.mouse.move(from.x + 80, from.y + 40);
  await rui.page.mouse.down();
  await rui.page.mouse.move(from.x + 120, from.y + 60, { steps: 4 });
  await rui.page.mouse.move(to.x + 100, to.y + 120, { steps: 6 });
  await rui.page.waitForFunction(() =>
    document
      .querySelector("[aria-live=assertive]")
      ?.textContent?.includes("sobre a coluna Em preparo"),
  );
  await rui.page.mouse.up();
  await cardIn(rui, "Em preparo", order.number).waitFor();
  await rui.sees("Status Atualizado com sucesso");
  await cardIn(zefa, "Em preparo", order.number).waitFor();

  // The keyboard moves the first card that Tab reaches to the next lane.
  await main(zefa, "Em preparo", order.number).focus();
  await zefa.page.keyboard.press("Space");
  expect(await announced(zefa)).toBe(
    `Pedido ${order.number} de Bia levantado da coluna Em preparo. As setas para os lados escolhem a coluna, espaço solta, Esc cancela.`,
  );
  await zefa.page.keyboard.press("ArrowRight");
  await cardIn(zefa, "Saiu para entrega", order.number).waitFor();
  await zefa.page.keyboard.press("Escape");
  await cardIn(zefa, "Em preparo", order.number).waitFor();
  await zefa.page.waitForFunction(() => document.activeElement?.matches("[data-main]"));
  await zefa.page.keyboard.press("Space");
  await zefa.page.keyboard.press("ArrowRight");
  await zefa.page.waitForFunction(() => document.activeElement?.matches("[data-main]"));
  await zefa.page.keyboard.press("Space");
  await cardIn(rui, "Saiu para entrega", order.number).waitFor();
  await zefa.page.waitForFunction(() => document.activeElement?.matches("[data-main]"));

  await cardIn(rui, "Saiu para entrega", order.number)
    .getByRole("button", { name: `Mover Pedido ${order.number} de Bia` })
    .click();
  await rui.page.getByRole("menuitemradio", { name: "Entregue" }).click();
  await cardIn(zefa, "Entregue", order.number).waitFor();

  const late = await counter.sells("Davi", { "Bolo de fubá": 1 });
  await cardIn(zefa, "Pendente", late.number).waitFor();
  await shop.call("DELETE", `/orders/${late.id}`);
  await cardIn(zefa, "Pendente", late.number).waitFor({ state: "detached" });
  expect([rui.loads(), zefa.loads()]).toEqual([1, 1]);
});

test("on a phone a finger that rests on an order carries it, one that moves scrolls", async () => {
  const order = await counter.sells("Guto", { "Pão de queijo": 1 });
  const rui = await shop.enters("rui", { at: "/kanbanOrders", size: phone, own: true });
  const board = rui.page.locator("[data-board]");
  await cardIn(rui, "Pendente", order.number).waitFor();
  await fits(rui, "board on a phone");
  const fingers = await rui.page.context().newCDPSession(rui.page);
  const touch = (type: string, x = 0, y = 0) =>
    fingers.send("Input.dispatchTouchEvent", {
      type: type as "touchStart",
      touchPoints: type === "touchEnd" || type === "touchCancel" ? [] : [{ x, y }],
    });
  const { x, y } = (await cardIn(rui, "Pendente", order.number).boundingBox())!;

  await touch("touchStart", x + 250, y + 40);
  for (let step = 1; step <= 8; step++) await touch("touchMove", x + 250 - step * 25, y + 40);
  await touch("touchEnd");
  await rui.page.waitForFunction(
    () => (document.querySelector("[data-board]")?.scrollLeft ?? 0) > 100,
  );
  expect(await announced(rui)).toBe("");
  // Waits until the finger's own scrolling has ended.
  await eventually(async () => {
    const before = await board.evaluate((element) => element.scrollLeft);
    await board.evaluate((element) => element.scrollTo({ left: 0, behavior: "instant" }));
    return before === 0 || undefined;
  }, "the board to stand still");

  const again = (await cardIn(rui, "Pendente", order.number).boundingBox())!;
  await eventually(async () => {
    await touch("touchStart", again.x + 60, again.y + 40);
    const lifted = await rui.page
      .waitForFunction(
        () => document.querySelector("[aria-live=assertive]")?.textContent?.includes("levantado"),
        null,
        { timeout: 2000 },
      )
      .catch(() => undefined);
    if (!lifted) await touch("touchCancel");
    return lifted;
  }, "the order to be lifted");
  // The board scrolls by itself near its side.
  await touch("touchMove", 325, again.y + 60);
  await rui.page.waitForFunction(
    () => (document.querySelector("[data-board]")?.scrollLeft ?? 0) > 200,
  );
  await touch("touchMove", 200, again.y + 60);
  await rui.page.waitForFunction(() =>
    document.querySelector("[aria-live=assertive]")?.textContent?.includes("Em preparo"),
  );
  await touch("touchEnd");
  await cardIn(rui, "Em preparo", order.number).waitFor();
  await rui.sees("Status Atualizado com sucesso");
});

test("the board shows the days asked for, and an order over it to be read; a refused move goes back and says why; whoever moves an order is told that the customer is, may undo it, and is asked before it is cancelled", async () => {
  const otavia = shop.customer("Otávia");
  await otavia.says("Quero um bolo");
  const { contacts } = await shop.call<{ contacts: { id: number }[] }>(
    "GET",
    "/contacts?searchParam=Otávia&pageNumber=1",
  );
  const order = await shop.call<{ id: number; number: number }>("POST", "/orders", {
    contactId: contacts[0]!.id,
    storeId: counter.store.id,
    typeRoute: "RETIRADA",
    paymentId: 1,
    orderItems: [{ productId: counter.products["Bolo de fubá"], amount: 1 }],
  });
  const rui = await shop.enters("rui", { at: "/kanbanOrders" });
  await cardIn(rui, "Pendente", order.number).click();
  const dialog = rui.dialog(`Pedido ${order.number}`);
  await dialog.getByText("Bolo de fubá").waitFor();
  await dialog.getByText("Zefa").first().waitFor();
  expect(await dialog.getByRole("textbox").count()).toBe(0);
  await sound(rui, "an order over the board");
  await rui.page.keyboard.press("Escape");
  await rui.page.waitForFunction(
    (number) => document.activeElement?.getAttribute("aria-label")?.startsWith(`Pedido ${number}`),
    order.number,
  );

  await rui.field("Até").fill("");
  await rui.field("De").fill("01/01/2020");
  await rui.page.waitForURL(/startDate=2020-01-01/);
  await cardIn(rui, "Pendente", order.number).waitFor();
  await rui.field("Até").fill("31/01/2020");
  await cardIn(rui, "Pendente", order.number).waitFor({ state: "detached" });
  await rui.button("Hoje").click();
  await cardIn(rui, "Pendente", order.number).waitFor();

  rui.expects(500);
  await rui.page.route(/\/api\/orders\/\d+\/status\//, (route) =>
    route.fulfill({
      status: 500,
      contentType: "application/json",
      body: JSON.stringify({ error: "ERR_INTERNAL", message: "", requestId: "8f2c" }),
    }),
  );
  await main(rui, "Pendente", order.number).focus();
  await rui.page.keyboard.press("Space");
  await rui.page.keyboard.press("ArrowRight");
  await rui.page.waitForFunction(() => document.activeElement?.matches("[data-main]"));
  await rui.page.keyboard.press("Space");
  await rui.page
    .getByRole("alert")
    .getByText(`Pedido ${order.number} de Otávia não foi para Em preparo e voltou ao lugar.`)
    .waitFor();
  await cardIn(rui, "Pendente", order.number).waitFor();
  await rui.page.unrouteAll();
  await rui.page.getByRole("alert").getByRole("button", { name: "Tentar de novo" }).click();
  await cardIn(rui, "Em preparo", order.number).waitFor();

  await cardIn(rui, "Em preparo", order.number)
    .getByRole("button", { name: `Mover Pedido ${order.number} de Otávia` })
    .click();
  await rui.page.getByRole("menuitemradio", { name: "Cancelado" }).click();
  await rui
    .dialog(/^Passar o pedido \d+ para Cancelado\?$/)
    .getByRole("button", { name: "Voltar" })
    .click();
  await rui.page
    .locator("[aria-live=assertive]")
    .getByText(`Movimento cancelado. Pedido ${order.number} de Otávia continua em Em preparo.`)
    .waitFor({ state: "attached" });
  await cardIn(rui, "Em preparo", order.number).waitFor();

  const status = await shop.call<{ id: number }>("POST", "/orderStatus", {
    name: "No forno",
    color: "#0f766e",
    message: "Seu pedido está no forno.",
  });
  await rui.link(`Abrir pedido ${order.number}`).click();
  await rui.waitsAt(`/orders/${order.id}`);
  await rui.button("Mudar status").click();
  await rui.page.getByRole("menuitemradio", { name: "No forno, O cliente é avisado" }).click();
  await rui.sees("Status Atualizado com sucesso. Aviso a caminho de Otávia");
  await rui.button("Desfazer").click();
  await rui.sees("Status Atualizado com sucesso");
  await rui.button("Mudar status").click();
  await rui.page.getByRole("menuitemradio", { name: "Cancelado" }).click();
  await rui
    .dialog(/^Passar o pedido \d+ para Cancelado\?$/)
    .getByRole("button", { name: "Voltar" })
    .click();
  await rui.button("Mudar status").click();
  await rui.page.getByRole("menuitemradio", { name: "Em preparo", checked: true }).waitFor();
  await rui.page.getByRole("menuitemradio", { name: "No forno" }).click();
  await otavia.receives(/^Seu pedido está no forno\.$/);
  await rui.leaves();
  await shop.call("DELETE", `/orders/${order.id}`);
  await shop.call("DELETE", `/orderStatus/${status.id}`);
});

test("an order is read, changed, printed and deleted, and its stock comes back", async () => {
  await shop.call("POST", "/contactAddress", {
    contactId: await counter.person("Iara"),
    type: "Casa",
    zipCode: "01310100",
    address: "Avenida Paulista",
    number: "1578",
    neighborhood: "Bela Vista",
    city: "São Paulo",
    state: "SP",
  });
  const order = await counter.sells("Iara", { "Pão de queijo": 4, "Café coado": 1 });
  const before = await counter.stockOf("Pão de queijo");
  const rui = await shop.enters("rui", { at: "/orders" });
  const ana = await shop.enters("zefa", { at: `/orders/${order.id}` });
  const row = rui.page.getByRole("row").filter({ hasText: "Iara" });
  await row.getByText("R$ 24,00").first().waitFor();
  await rui.field("Buscar pedidos").fill("iara");
  await rui.page.getByRole("row").filter({ hasText: "Guto" }).waitFor({ state: "detached" });

  await rui.button(`Editar: ${order.number} · Iara`).click();
  const form = rui.dialog(`Editar pedido ${order.number}`);
  // A delivery has no total until it has an address.
  await form.getByRole("radio", { name: "Entrega" }).check();
  await form.locator("[data-new-total]").getByText("a definir").waitFor();
  await form.getByLabel("Endereço").selectOption({ label: "Casa: Avenida Paulista, 1578" });
  await form.getByLabel(/^Troco para/).fill("50");
  await form
    .locator("[data-new-total]")
    .getByText(/^Troco para R\$\s50,00: R\$\s26,00$/)
    .waitFor();
  await form.getByLabel(/^Observações/).fill("Tocar a campainha do fundo.");
  await form.getByRole("button", { name: "Menos Pão de queijo" }).click();
  await form.getByText("Novo total (antes R$ 24,00)").waitFor();
  await form.getByRole("combobox", { name: "Adicionar produto" }).fill("bolo");
  await form.getByRole("option", { name: /^Bolo de fubá/ }).click();
  await form.getByRole("button", { name: "Tirar Café coado" }).click();
  await form.getByText("R$ 41,50").first().waitFor();
  await sound(rui, "an order's form");
  await rui.button("Salvar").click();
  await row.getByText("R$ 41,50").first().waitFor();
  expect(await counter.stockOf("Pão de queijo")).toBe(before + 1);

  await ana.sees("Tocar a campainha do fundo.");
  await ana.sees("Avenida Paulista, 1578");
  await ana.sees("Troco para R$ 50,00: R$ 8,50");
  await ana.button("Mudar status").click();
  await ana.page.getByRole("menuitemradio", { name: "Em preparo" }).click();
  await row.getByText("Em preparo").waitFor();
  await ana.page.getByRole("listitem").filter({ hasText: "Em preparo · Zefa" }).waitFor();
  await ana.page
    .getByRole("listitem")
    .filter({ hasText: /Mudança: itens.*observações.* · .*Total: R\$\s24,00 → R\$\s41,50/ })
    .waitFor();

  await rui.button(`Excluir: ${order.number} · Iara`).click();
  const question = rui.dialog("Deseja realmente excluir este registro?");
  await question.getByRole("button", { name: "Excluir" }).click();
  await question.getByText("Obrigatório").waitFor();
  await question.getByLabel("Motivo").fill("Pedido de teste");
  await question.getByRole("button", { name: "Excluir" }).click();
  await row.waitFor({ state: "detached" });
  await ana.sees("Este pedido não existe mais");
  expect(await counter.stockOf("Pão de queijo")).toBe(before + 4);
});

const centsIn = (text: string) => Number(text.replace(/−/, "-").replace(/[^\d-]/g, ""));
const sum = (amounts: number[]) => amounts.reduce((total, each) => total + each, 0);

test("a form that was open while another cancelled the order brings nothing back, and says what changed", async () => {
  const order = await counter.sells("Guto", { "Café coado": 1 });
  const rui = await shop.enters("rui", { at: `/orders/${order.id}` });
  await rui.button("Editar").click();
  const form = rui.dialog(`Editar pedido ${order.number}`);
  await form.getByLabel(/^Observações/).fill("Sem açúcar");
  await shop.call("PUT", `/orders/${order.id}/status/${counter.status("Cancelado")}`);
  rui.expects(409);
  await form.getByRole("button", { name: "Salvar" }).click();
  await form.getByText(/^Outra pessoa alterou este registro .* \(Status\)$/).waitFor();
  await form.getByRole("button", { name: "Cancelar" }).click();
  await rui.button("Descartar").click();
  // The form opens again with the present values, and saves.
  await rui.button("Editar").click();
  await form.getByText("Este pedido está encerrado").waitFor();
  await form.getByLabel(/^Observações/).fill("Sem açúcar");
  await form.getByRole("button", { name: "Salvar" }).click();
  await rui.sees("Sem açúcar");
  expect(
    shop.looksUp<{ notes: string; cancelled: number }>(
      `SELECT notes, cancelledAt IS NOT NULL AS cancelled FROM orders WHERE id = ${order.id}`,
    ),
  ).toEqual([{ notes: "Sem açúcar", cancelled: 1 }]);
});

test("an order with a coupon adds up to the cent in its page, its list and on paper: a roll of its own length, and a sheet", async () => {
  const coupon = await shop.call<{ id: number }>("POST", "/coupons", {
    code: "SETE",
    type: "PERCENTAGE_DISCOUNT",
    value: "7",
    startDate: shopDay().toString(),
    expirationDate: "2099-12-31",
  });
  const order = await counter.sells(
    "Nair",
    { "Pão de queijo": 1, "Bolo de fubá": 1, "Café coado": 3 },
    { couponId: coupon.id },
  );
  const rui = await shop.enters("rui", {
    at: `/orders/${order.id}`,
    theme: "dark",
    before: () =>
      void (window.print = () => document.documentElement.setAttribute("data-printed", "")),
  });

  await rui.sees("Desconto do cupom SETE");
  const lines = await Promise.all(
    (await rui.page.locator("main tbody tr").all()).map(async (row) =>
      (await row.locator("td").allInnerTexts()).slice(1).map(centsIn),
    ),
  );
  expect(lines).toEqual([
    [1, 450, 450],
    [1, 2800, 2800],
    [3, 600, 1800],
  ]);
  const [subTotal, discount, freight, total] = (
    await rui.page.locator("main table + dl dd").allInnerTexts()
  ).map(centsIn) as [number, number, number, number];
  expect(subTotal).toBe(sum(lines.map(([, , line]) => line!)));
  expect([discount, freight, total]).toEqual([-354, 0, subTotal + discount + freight]);

  for (const [paper, wide] of [
    ["Impressora de balcão (80 mm)", 80],
    ["Folha A4", 210],
  ] as const) {
    await rui.button("Imprimir").click();
    await rui.page.getByRole("menuitem", { name: paper }).click();
    await rui.page.locator("html[data-printed]").waitFor();
    const printed = rui.page.locator(".printout");
    expect((await printed.locator("header p").allInnerTexts()).slice(0, 2)).toEqual([
      "Padaria Pão Quente",
      "Padaria Pão Quente Centro",
    ]);
    expect((await printed.locator("li > span:last-child").allInnerTexts()).map(centsIn)).toEqual([
      450, 2800, 1800,
    ]);
    expect(
      (await printed.locator("section:has(ul) + section span:last-child").allInnerTexts()).map(
        centsIn,
      ),
    ).toEqual([5050, -354, 0, 4696]);
    expect(await printed.evaluate((sheet) => getComputedStyle(sheet).color)).toBe("rgb(0, 0, 0)");
    const pdf = (await rui.page.pdf({ preferCSSPageSize: true })).toString("latin1");
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf)!;
    expect(Math.round((Number(width) / 72) * 25.4)).toBe(wide);
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
    if (wide === 80) expect((Number(height) / 72) * 25.4).toBeWithin(60, 200);
    await rui.page.evaluate(() => document.documentElement.removeAttribute("data-printed"));
    // Chromium itself notifies the page after the print.
    await printed.waitFor({ state: "detached" });
  }

  await rui.goes("/orders");
  const row = rui.page.getByRole("row").filter({ hasText: "Nair" });
  await row.waitFor();
  expect((await row.innerText()).match(/(−\s)?R\$\s[\d.,]+/g)?.map(centsIn)).toEqual([
    5050, -354, 0, 4696,
  ]);
  await row.locator("time").waitFor();
  // The user can select and copy text in a row; a click opens the order.
  const name = (await row.getByText("Nair").boundingBox())!;
  await rui.page.mouse.move(name.x + 1, name.y + name.height / 2);
  await rui.page.mouse.down();
  await rui.page.mouse.move(name.x + 60, name.y + name.height / 2, { steps: 4 });
  await rui.page.mouse.up();
  await rui.page.waitForFunction(() => String(getSelection()).trim() === "Nair");
  expect(new URL(rui.page.url()).pathname).toBe("/orders");
  // A click that closes a menu has no other effect.
  await rui.button("Sua conta").click();
  await rui.page.getByRole("menuitemradio", { name: "Escuro" }).waitFor();
  await row.getByText("R$ 46,96").click();
  await rui.page.getByRole("menuitemradio", { name: "Escuro" }).waitFor({ state: "hidden" });
  expect(new URL(rui.page.url()).pathname).toBe("/orders");
  await row.getByText("R$ 46,96").click();
  await rui.waitsAt(`/orders/${order.id}`);
});

// Runs in the page before our code.
function listen() {
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (when) {
    const counter = window as unknown as { rings?: number };
    if (this.frequency.value === 880) counter.rings = (counter.rings ?? 0) + 1;
    start.call(this, when);
  };
}
