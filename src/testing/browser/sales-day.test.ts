import { expect } from "bun:test";
import { spreadsheet } from "../sheets.ts";
import { shopDay } from "../shop-days.ts";
import { openShop, test } from "./browser.ts";
import type { Call, Name } from "./calls.ts";
import { eventually } from "./eventually.ts";
import { phone, type Seat } from "./seat.ts";

const shop = await openShop();
type Made = { id: number };
type Totals = { subTotal: number; discount: number; freight: number; total: number };

const panel = (seat: Seat) => seat.page.locator("[data-budgets]");
const search = (seat: Seat) => panel(seat).getByRole("combobox", { name: "Buscar produto" });
const comesTo = (seat: Seat, cents: number) =>
  eventually(
    async () =>
      digitsOf(await panel(seat).locator("[data-total]").innerText()) === cents || undefined,
    `a total of ${cents}`,
  );
const digitsOf = (text: string) => Number(text.replace(/\D/g, ""));
const decimal = (cents: number) => (cents / 100).toFixed(2);

/**
 * The shop's goods, as a person adds them up by hand: cents, and fees from a value of the goods on,
 * the highest first.
 */
const count = 60;
const centro = 0;
const stores = ["Centro", "Sul"] as const;
const fees = [
  [
    [5000, 500],
    [0, 900],
  ],
  [[0, 1200]],
] as const;
const nameOf = (product: number) => `Quitute ${String(product).padStart(2, "0")}`;
const eanOf = (product: number) => String(7_891_000_000_000 + product);
const priceAt = (product: number, store: number) =>
  store === centro && product % 6 === 0 ? 120 + 37 * product : 150 + 37 * product + 20 * store;
const limits = { ana: 10, lia: 5, caio: 0 } as const;
const stock = 100;

const halfUp = (amount: number, percent: number) => Math.floor((amount * percent + 50) / 100);

function addUp(
  items: (readonly [product: number, amount: number])[],
  store: number,
  { percent = 0, isBrought = false, isFree = false },
): Totals {
  const subTotal = items.reduce(
    (sum, [product, amount]) => sum + amount * priceAt(product, store),
    0,
  );
  const discount = halfUp(subTotal, percent);
  const freight =
    isBrought && !isFree ? fees[store]!.find(([from]) => from <= subTotal - discount)![1] : 0;
  return { subTotal, discount, freight, total: subTotal - discount + freight };
}

test("an owner sets a bakery up, three agents sell a day at once by every kind of hand, and all of it agrees with a sum made by hand", async () => {
  await shop.call("PUT", "/settings/singleSession", { value: "disabled" });
  const storeIds = await Promise.all(
    stores.map(
      async (name) =>
        (
          await shop.call<Made>("POST", "/stores", {
            name,
            address: "Praça da Sé",
            number: "1",
            city: "São Paulo",
            state: "SP",
          })
        ).id,
    ),
  );
  for (const [store, tiers] of fees.entries())
    for (const [from, fee] of tiers)
      await shop.call("POST", "/delivery-fee", {
        storeId: storeIds[store],
        saleValue: decimal(from),
        deliveryFee: decimal(fee),
      });
  const rui = await shop.enters("rui", { at: "/products" });
  await importsProducts(rui);
  const days = { startDate: shopDay().toString(), expirationDate: "2099-12-31" };
  const coupons = await Promise.all(
    [
      { code: "FESTA", type: "PERCENTAGE_DISCOUNT", value: "10", valueMin: "3" },
      { code: "FRETE", type: "FREE_SHIPPING" },
    ].map((coupon) => shop.call<Made>("POST", "/coupons", { ...coupon, ...days })),
  );
  const users = await shop.call<(Made & { name: string })[]>("GET", "/users/list");
  for (const name of ["ana", "lia"] as const) {
    const range = await shop.call<Made>("POST", "/groupRangeDiscounts", {
      name: `Até ${limits[name]}`,
      discount: limits[name],
    });
    await shop.call("PUT", `/users/${users.find((user) => user.name.toLowerCase() === name)!.id}`, {
      groupRangeDiscountId: range.id,
    });
  }
  const products = new Map(
    (await shop.call<(Made & { name: string })[]>("GET", "/products/list")).map(({ id, name }) => [
      name,
      id,
    ]),
  );
  const people = await Promise.all(
    Array.from({ length: 4 }, async (_, index) => {
      const { id: contactId } = await shop.call<Made>("POST", "/contacts", {
        name: `Freguês ${index}`,
        number: `55119666600${index}0`,
      });
      return {
        contactId,
        ...(await shop.call<Made>("POST", "/contactAddress", {
          contactId,
          type: "Casa",
          zipCode: "01310100",
          address: "Avenida Paulista",
          number: "1578",
          neighborhood: "Bela Vista",
          city: "São Paulo",
          state: "SP",
        })),
      };
    }),
  );

  const sold: (Totals & {
    by: Name;
    store: number;
    items: (readonly [number, number])[];
    coupon?: number;
  })[] = [];
  const open: Totals[] = [];

  /**
   * Sends a cart with the figures that the agent saw, as the screens do. Three in four become
   * orders.
   */
  const sells = async (by: Name, call: Call, turn: number) => {
    const [store, kind] = [turn % 2, turn % 5];
    const items = [
      [(turn * 7) % count, 1 + (turn % 3)],
      [(turn * 11 + 5) % count, 1 + (turn % 2)],
    ] as const;
    const coupon = kind === 0 ? 0 : kind === 2 ? 1 : undefined;
    const [isBrought, percent] = [
      kind === 2 || kind === 3,
      kind === 0 ? 10 : kind === 1 ? limits[by as "ana"] : 0,
    ];
    const figures = addUp([...items], store, { percent, isBrought, isFree: kind === 2 });
    const { contactId, id: contactAddressId } = people[turn % people.length]!;
    const decimals = Object.fromEntries(
      Object.entries(figures).map(([name, cents]) => [name, decimal(cents)]),
    );
    const budget = await call<Made>("POST", "/budgets", {
      contactId,
      storeId: storeIds[store],
      typeRoute: isBrought ? "ENTREGA" : "RETIRADA",
      ...(isBrought && { contactAddressId }),
      paymentId: 1 + (turn % 4),
      ...(coupon !== undefined && { couponId: coupons[coupon]!.id }),
      ...decimals,
      orderItems: items.map(([product, amount]) => ({
        productId: products.get(nameOf(product)),
        amount,
        unitary: decimal(priceAt(product, store)),
      })),
    });
    expect(budget).toMatchObject(decimals);
    if (turn % 4 === 3 || turn === 36) return void open.push(figures);
    expect(await call("POST", `/budgets/${budget.id}/confirm`)).toMatchObject(decimals);
    sold.push({ ...figures, by, store, items: [...items], coupon });
  };
  const sellsMany = async (by: Name, first: number) => {
    const call = await shop.handOf(by);
    for (let turn = first; turn < 37; turn += 3) await sells(by, call, turn);
  };

  /** Sells by hand, in the store that the form offers first, and fetched there. */
  const byHand = (by: Name, items: (readonly [number, number])[], percent = 0) => {
    const figures = addUp(items, centro, { percent });
    sold.push({ ...figures, by, store: centro, items });
    return figures.total;
  };

  const withMouse = async () => {
    await shop.customer("Bia").says("Dois do sete e um do oito");
    const ana = await shop.enters("ana");
    await ana.accepts("Bia");
    await ana.button("Orçamentos").click();
    await panel(ana).getByRole("button", { name: "Novo" }).click();
    for (const product of [7, 7, 8]) {
      await search(ana).fill(nameOf(product));
      await panel(ana)
        .getByRole("option", { name: nameOf(product) })
        .click();
    }
    await panel(ana).getByLabel("Em porcentagem").fill("10");
    await comesTo(
      ana,
      byHand(
        "ana",
        [
          [7, 2],
          [8, 1],
        ],
        10,
      ),
    );
    await panel(ana).getByText("Pix", { exact: true }).click();
    await panel(ana).getByRole("button", { name: "Criar" }).click();
    await ana.dialog("Orçamento Salvo").getByRole("button", { name: "Confirmar pedido" }).click();
    await ana.sees("Pedido efetuado com sucesso");
    return ana;
  };

  const withKeys = async () => {
    await shop.customer("Davi", "orders").says("Três do nove");
    const caio = await shop.enters("caio");
    const { keyboard } = caio.page;
    await caio.accepts("Davi");
    await keyboard.press("Alt+b");
    await panel(caio)
      .getByRole("button", { name: "Novo" })
      .and(caio.page.locator(":focus"))
      .waitFor();
    await keyboard.press("Enter");
    await search(caio).and(caio.page.locator(":focus")).waitFor();
    await keyboard.type(`3*${eanOf(9)}`);
    await keyboard.press("Enter");
    await comesTo(caio, byHand("caio", [[9, 3]]));
    await search(caio).focus();
    await keyboard.press("Enter");
    await panel(caio)
      .getByRole("radio", { name: "Cartão de crédito" })
      .and(caio.page.locator(":focus"))
      .waitFor();
    await keyboard.press("Space");
    await keyboard.press("Control+Enter");
    await caio.dialog("Orçamento Salvo").waitFor();
    await keyboard.press("Tab");
    await caio
      .dialog("Orçamento Salvo")
      .getByRole("button", { name: "Confirmar pedido" })
      .and(caio.page.locator(":focus"))
      .waitFor();
    await keyboard.press("Enter");
    await caio.sees("Pedido efetuado com sucesso");
  };

  const onPhone = async () => {
    await shop.customer("Elis").says("Um do dez");
    const lia = await shop.enters("lia", { size: phone });
    await lia.accepts("Elis");
    await lia.button("Ações de Elis").click();
    await lia.page.getByRole("menuitem", { name: "Orçamentos" }).click();
    await panel(lia).getByRole("button", { name: "Novo" }).click();
    await search(lia).fill(nameOf(10));
    await panel(lia)
      .getByRole("option", { name: nameOf(10) })
      .click();
    await panel(lia).getByLabel("Em porcentagem").fill("6");
    await panel(lia).getByText("Desconto inválido - Desconto máximo permitido é de 5%").waitFor();
    await panel(lia).getByLabel("Em porcentagem").fill("5");
    await comesTo(lia, byHand("lia", [[10, 1]], 5));
    await panel(lia).getByText("Dinheiro", { exact: true }).click();
    await panel(lia).getByRole("button", { name: "Criar" }).click();
    await lia.dialog("Orçamento Salvo").getByRole("button", { name: "Confirmar pedido" }).click();
    await lia.sees("Pedido efetuado com sucesso");
  };

  await rui.goes("/kanbanOrders");
  const lane = (name: string) =>
    rui.page
      .locator("[data-lane]")
      .filter({ has: rui.page.getByRole("heading", { name: new RegExp(`^${name}`) }) });
  await lane("Pendente").waitFor();
  const loads = rui.loads();
  const [ana] = await Promise.all([
    withMouse(),
    withKeys(),
    onPhone(),
    sellsMany("ana", 0),
    sellsMany("lia", 1),
    sellsMany("caio", 2),
  ]);

  const sum = (name: keyof Totals, of: Totals[] = sold) =>
    of.reduce((all, one) => all + one[name], 0);
  const [{ orders, ...totals } = { orders: 0 }] = shop.looksUp<Totals & { orders: number }>(
    "SELECT count(*) AS orders, sum(subTotal) AS subTotal, sum(discount) AS discount, sum(freight) AS freight, sum(total) AS total FROM orders",
  );
  expect([orders, sold.length, open.length]).toEqual([30, 30, 10]);
  expect(totals).toEqual({
    subTotal: sum("subTotal"),
    discount: sum("discount"),
    freight: sum("freight"),
    total: sum("total"),
  });
  expect(
    shop.looksUp(
      "SELECT count(*) AS count, sum(total) AS total FROM budgets WHERE closedAt IS NULL",
    ),
  ).toEqual([{ count: 10, total: sum("total", open) }]);
  const left = storeIds.flatMap((storeId, store) =>
    Array.from({ length: count }, (_, product) => ({
      storeId,
      name: nameOf(product),
      stock:
        stock -
        sold
          .filter((one) => one.store === store)
          .flatMap(({ items }) => items)
          .reduce((all, [one, amount]) => all + (one === product ? amount : 0), 0),
    })),
  );
  expect(
    shop.looksUp(
      "SELECT storeId, name, stock / 1000 AS stock FROM productStores JOIN products ON products.id = productId ORDER BY storeId, name",
    ),
  ).toEqual(left);
  expect(
    shop.looksUp(
      "SELECT storeId, name, sum(amount) / 1000 AS stock FROM stockMovements JOIN products ON products.id = productId GROUP BY storeId, name ORDER BY storeId, name",
    ),
  ).toEqual(left);
  expect(shop.looksUp("SELECT code, currentUsage FROM coupons ORDER BY code")).toEqual(
    ["FESTA", "FRETE"].map((code, index) => ({
      code,
      currentUsage: sold.filter(({ coupon }) => coupon === index).length,
    })),
  );

  // The boards and the popovers of the others updated by themselves.
  await lane("Pendente")
    .getByText((sum("total") / 100).toLocaleString("pt-BR", { style: "currency", currency: "BRL" }))
    .first()
    .waitFor();
  const waiting = (seat: Seat, orders: number) =>
    seat.page
      .locator("[data-tools]")
      .getByRole("button", { name: `${orders} pedidos pendentes` })
      .waitFor();
  const hers = sold.filter(({ by }) => by === "ana").length;
  await Promise.all([waiting(rui, 30), waiting(ana, hers)]);
  const [{ id } = { id: 0 }] = shop.looksUp<Made>(
    "SELECT max(orders.id) AS id FROM orders JOIN users ON users.id = userId WHERE name = 'Ana'",
  );
  await shop.call(
    "PUT",
    `/orders/${id}/status/${(await shop.call<(Made & { name: string })[]>("GET", "/orderStatus/list")).find(({ name }) => name === "Em preparo")!.id}`,
  );
  await Promise.all([
    waiting(rui, 29),
    waiting(ana, hers - 1),
    lane("Em preparo").locator("[data-card]").waitFor(),
  ]);
  expect([rui.loads(), ana.loads()]).toEqual([loads, 1]);
}, 120_000);

/** Imports sixty products in two stores. Only a person understands the columns. */
async function importsProducts(rui: Seat) {
  const rows = stores.flatMap((store, at) =>
    Array.from({ length: count }, (_, product) => {
      const price = priceAt(product, at);
      const isPromoted = at === centro && product % 6 === 0;
      return [
        nameOf(product),
        eanOf(product),
        "Quitutes",
        store,
        stock,
        "0,50",
        isPromoted ? decimal(price + 30) : decimal(price),
        isPromoted ? decimal(price) : "",
      ];
    }),
  );
  await rui.button("Planilha").click();
  await rui.page.getByRole("menuitem", { name: "Importar planilha" }).click();
  const dialog = rui.dialog("Importar planilha");
  await dialog.locator("input[type=file]").setInputFiles({
    name: "quitutes.xlsx",
    mimeType: "application/octet-stream",
    buffer: Buffer.from(
      spreadsheet([
        ["Nome", "EAN", "Categoria", "Onde", "Estoque", "Custo", "Venda", "Promoção"],
        ...rows,
      ]),
    ),
  });
  const column = (letter: string) =>
    dialog.locator(`[data-column=${letter}]`).getByRole("combobox");
  await column("D").selectOption("Loja");
  expect(await Promise.all([..."ABCDEFGH"].map((letter) => column(letter).inputValue()))).toEqual([
    "name",
    "ean",
    "category",
    "store",
    "stock",
    "costPrice",
    "sellingPrice",
    "promotionPrice",
  ]);
  await dialog.getByRole("button", { name: "Conferir" }).click();
  await dialog.getByRole("button", { name: "Importar 120 linhas" }).click();
  await dialog.getByText("Importação realizada com sucesso").waitFor();
  for (const [figure, rows] of [
    ["created", "60"],
    ["updated", "60"],
    ["refused", "0"],
  ] as const)
    await dialog.locator(`[data-figure=${figure}]`).getByText(rows, { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Fechar" }).last().click();
  await rui.sees(nameOf(0));
}
