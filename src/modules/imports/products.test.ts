import { expect } from "bun:test";
import { cellsOf, formWith, spreadsheet } from "../../testing/sheets.ts";
import { box, test, until, type Box, type Loose } from "../../testing/world.ts";
import type { Import, ImportPreview, ReadFile, ShownRow } from "./table.ts";

const head = [
  "Nome",
  "EAN",
  "Código",
  "Categoria",
  "Descrição",
  "Ativo",
  "Loja",
  "Estoque",
  "Preço de custo",
  "Preço promocional",
  "Preço de venda",
];

async function importProducts(shop: Box, rows: (string | number)[][], name = "produtos.xlsx") {
  const begun = await shop
    .as("rui")
    .post<Import & Loose>("/products/upload", formWith(spreadsheet(rows), name));
  expect(begun).toMatchObject({ status: 201, body: { state: "running", kind: "products" } });
  shop.jobRunner.runAllDue();
  return until(async () => {
    const { body } = await shop.as("rui").get<Import>(`/imports/${begun.body.id}`);
    return body.state !== "running" && body;
  }, 30_000);
}

const exported = async (shop: Box) => {
  const token = await shop.as("rui").token;
  const answer = await fetch(`${shop.url}/api/products/export`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.headers.get("content-disposition")).toContain("produtos-2026-11-20.xlsx");
  return cellsOf(new Uint8Array(await answer.arrayBuffer())).map((row) =>
    head.map((_, index) => (row[index]?.v ?? "") as string | number),
  );
};

test("a shop's sheet becomes its products, with categories, prices and stock in each store", async () => {
  const shop = await box();
  const done = await importProducts(shop, [
    head,
    [
      "Pão francês",
      7891234567895,
      "P1",
      "Pães",
      "Crocante",
      "Sim",
      "Matriz",
      100,
      "0,40",
      "",
      "1,00",
    ],
    ["Pão francês", 7891234567895, "", "", "", "", "Filial", 20, 0.4, "0,89", "1.10"],
    ["Bolo inteiro", "", "B1", "Bolos", "", "não", "Matriz", "", "1.020,5", "", "R$ 1.234,50"],
    ["Encomenda", "", "", "", "", "", "", "", "", "", ""],
  ]);
  expect(done).toMatchObject({ state: "done", created: 3, updated: 1, refused: 0 });
  expect(await exported(shop)).toEqual([
    head,
    ["Pão francês", "7891234567895", "P1", "Pães", "Crocante", "Sim", "Matriz", 100, 0.4, 0, 1],
    ["Pão francês", "7891234567895", "P1", "Pães", "Crocante", "Sim", "Filial", 20, 0.4, 0.89, 1.1],
    ["Bolo inteiro", "", "B1", "Bolos", "", "Não", "Matriz", 0, 1020.5, 0, 1234.5],
    ["Encomenda", "", "", "", "", "Sim", "", "", "", "", ""],
  ]);
  expect(
    shop.db.sqlite.query("SELECT amount / 1000, reason FROM stockMovements ORDER BY id").values(),
  ).toEqual([
    [100, "import"],
    [20, "import"],
  ]);
});

test("what goes out comes in again and changes nothing", async () => {
  const shop = await box();
  await importProducts(shop, [
    head,
    ["Pão francês", "789", "P1", "Pães", "", "Sim", "Matriz", 100, "0,40", "", "1,00"],
    ["Broa de milho", "", "", "", "", "", "", 7, "2", "", "4"],
  ]);
  const before = await exported(shop);
  expect(await importProducts(shop, before)).toMatchObject({ created: 0, updated: 2, refused: 0 });
  expect(await exported(shop)).toEqual(before);
  expect(
    await importProducts(shop, [
      ["Produto", "EAN", "Preço", "Custo"],
      ["Pão francês", "789", "1,20", "0,50"],
    ]),
  ).toMatchObject({ created: 0, updated: 1 });
  expect((await exported(shop))[1]).toEqual([
    "Pão francês",
    "789",
    "P1",
    "Pães",
    "",
    "Sim",
    "Matriz",
    100,
    0.5,
    0,
    1.2,
  ]);
});

test("a promotion ends where the sheet sells for less and says nothing of it", async () => {
  const shop = await box();
  const sellingAt = (price: string, promotion = "") =>
    importProducts(shop, [
      head,
      ["Pão francês", "789", "", "", "", "Sim", "Matriz", 100, "0,40", promotion, price],
    ]);
  const promotion = async () => (await exported(shop))[1]?.[9];
  await sellingAt("1,10", "0,89");
  await sellingAt("0,89");
  expect(await promotion()).toBe(0.89);
  await sellingAt("0,88");
  expect(await promotion()).toBe(0);
});

test("a row that is no product is refused with its reason, and the others come in", async () => {
  const shop = await box();
  const done = await importProducts(shop, [
    head,
    ["Broa de milho"],
    ["", "123"],
    ["Pã"],
    ["Cuca", "7.89E+12"],
    ["Rosca", "", "", "", "", "", "", 5, "abc", "", "2"],
    ["Sonho", "", "", "", "", "", "", 5, "1", "", "0"],
    ["Pudim", "", "", "", "", "", "", "2,5", "1", "", "2"],
    ["Mingau", "", "", "", "", "", "", "5", "1", "2,01", "2"],
    ["Canjica", "", "", "", "", "", "", "5", "1", "2", "2"],
  ]);
  expect(done).toMatchObject({ created: 2, refused: 7 });
  const { body } = await shop
    .as("rui")
    .get<{ rows: { line: number; reason: string }[] }>(`/imports/${done.id}/rows?refused=true`);
  expect(body.rows.map(({ line, reason }) => [line, reason])).toEqual([
    [3, "noName"],
    [4, "shortName"],
    [5, "badField"],
    [6, "badPrice"],
    [7, "noPrice"],
    [8, "badStock"],
    [9, "dearPromotion"],
  ]);
});

test("a sheet without a name's column is refused whole, and agents import nothing", async () => {
  const shop = await box();
  const send = (who: "rui" | "ana", bytes: Uint8Array) =>
    shop.as(who).post("/products/upload", formWith(bytes, "produtos.csv"));
  expect(
    await send(
      "rui",
      spreadsheet(
        [
          ["EAN", "Preço"],
          ["789", "1"],
        ],
        "csv",
      ),
    ),
  ).toMatchObject({
    status: 422,
    body: {
      error: "ERR_IMPORT_NO_PRODUCT_NAME",
      message: "Não foi selecionado o campo de nome do produto",
    },
  });
  expect((await send("ana", spreadsheet([head], "csv"))).status).toBe(403);
  expect((await shop.as("ana").get("/products/export")).status).toBe(403);
  expect(await shop.as("rui").get("/products/import")).toMatchObject({ body: { import: null } });
});

test("columns under other names are said what they are, looked at, and then imported", async () => {
  const shop = await box();
  const rui = shop.as("rui");
  const read = await rui.post<ReadFile & Loose>(
    "/products/import",
    formWith(
      spreadsheet([
        ["Coisa", "Listras", "Valor"],
        ["Sonho", "789", "4,50"],
        ["Cuca", "790", "7"],
      ]),
      "tabela.xlsx",
    ),
  );
  expect(read).toMatchObject({
    status: 201,
    body: {
      state: "read",
      kind: "products",
      mapping: { name: null, fields: [{ column: 2, name: "sellingPrice" }] },
    },
  });
  const choice = {
    mapping: {
      name: 0,
      fields: [
        { column: 1, name: "ean" },
        { column: 2, name: "costPrice" },
      ],
    },
    headless: false,
  };
  expect(await rui.post(`/imports/${read.body.id}/check`, choice)).toMatchObject({
    body: {
      total: 2,
      created: 0,
      refused: 2,
      reasons: { noPrice: 2 },
      examples: [
        { line: 2, column: null },
        { line: 3, column: null },
      ],
    },
  });
  const withoutPrice = { ...choice, mapping: { name: 0, fields: [{ column: 1, name: "ean" }] } };
  expect(await rui.post(`/imports/${read.body.id}/check`, withoutPrice)).toMatchObject({
    body: { created: 2, refused: 0 },
  });
  await rui.post(`/imports/${read.body.id}`, withoutPrice);
  shop.jobRunner.runAllDue();
  await until(
    async () => (await rui.get<Import>(`/imports/${read.body.id}`)).body.state === "done",
    30_000,
  );
  expect((await exported(shop)).slice(1).map(([name, ean]) => [name, ean])).toEqual([
    ["Sonho", "789"],
    ["Cuca", "790"],
  ]);
});

test("an EAN is known in any form; without one the code, and then the name, tells the product", async () => {
  const shop = await box();
  const rui = shop.as("rui");
  await importProducts(shop, [
    ["Nome", "EAN", "Código"],
    ["Chocolate", "0070847009511", "C1"],
    ["Sem EAN", "", "S1"],
    ["Só nome", "", ""],
    ["Outro", "7891000100103", "O1"],
  ]);
  expect(
    await importProducts(shop, [
      ["Nome", "EAN", "Código"],
      ["Chocolate ao leite", 70847009511, ""],
      ["Com EAN agora", "96385074", "S1"],
      ["só nome", "", "N1"],
      // The same code, but another EAN: it is another product.
      ["Novo", "17891000100100", "O1"],
    ]),
  ).toMatchObject({ created: 1, updated: 3, refused: 0 });
  expect(shop.db.sqlite.query("SELECT name, ean, code FROM products ORDER BY id").values()).toEqual(
    [
      ["Chocolate ao leite", "70847009511", "C1"],
      ["Com EAN agora", "96385074", "S1"],
      ["só nome", null, "N1"],
      ["Outro", "7891000100103", "O1"],
      ["Novo", "17891000100100", "O1"],
    ],
  );
  for (const ean of ["0070847009511", "070847009511", "00070847009511"])
    expect([ean, await rui.post("/products", { name: "Cópia", ean })]).toMatchObject([
      ean,
      { status: 409, body: { error: "ERR_ALREADY_EXISTS", fields: { ean: "taken" } } },
    ]);
  expect((await rui.put("/products/1", { ean: "0070847009511" })).status).toBe(200);
  expect((await rui.put("/products/2", { ean: "70847009511" })).status).toBe(409);
});

test("two rows with one EAN contradict each other, unless it is one product in two stores", async () => {
  const shop = await box();
  const done = await importProducts(shop, [
    head,
    ["Café", "070847009511", "", "", "", "", "Matriz", 1, 1, "", 2],
    ["CAFÉ", 70847009511, "", "", "", "", "Filial", 1, 1, "", 3],
    ["Chá", "0070847009511", "", "", "", "", "Matriz", 1, 1, "", 4],
    ["Café", "70847009511", "", "", "", "", "Filial", 1, 1, "", 5],
    ["Mate", "", "", "", "", "", "", 1, 1, "", 6],
  ]);
  expect(done).toMatchObject({ created: 2, updated: 1, refused: 2 });
  const { body } = await shop
    .as("rui")
    .get<{ rows: Loose[] }>(`/imports/${done.id}/rows?refused=true`);
  expect(body.rows).toMatchObject([
    { line: 4, reason: "eanTwice", column: 1 },
    { line: 5, reason: "eanTwice", column: 1 },
  ]);
  expect(
    shop.db.sqlite
      .query(
        "SELECT name, sellingPrice FROM products JOIN productStores ON productId = products.id",
      )
      .values(),
  ).toEqual([
    ["CAFÉ", 200],
    ["CAFÉ", 300],
    ["Mate", 600],
  ]);
});

test("one column is read one way: as any cell proves, else 1.000 is a thousand, or as one chooses", async () => {
  const shop = await box();
  const rui = shop.as("rui");
  const check = async (
    prices: (string | number)[],
    decimals: object[] = [],
  ): Promise<unknown[]> => {
    const { body: read } = await rui.post<ReadFile & Loose>(
      "/products/import",
      formWith(
        spreadsheet([
          ["Produto", "Custo", "Preço"],
          ...prices.map((price, index) => [`Produto ${index}`, 0.1, price]),
        ]),
        "tabela.xlsx",
      ),
    );
    const choice = { mapping: read.mapping, decimals };
    const { body: checked } = await rui.post<ImportPreview>(`/imports/${read.id}/check`, choice);
    const { body: page } = await rui.post<{ rows: ShownRow[] }>(`/imports/${read.id}/rows`, choice);
    return [checked.decimals, page.rows.map(({ values }) => values?.sellingPrice)];
  };
  const questions = (mark: string, example = "1.000") => [{ column: 2, mark, example }];
  expect(await check(["1.000", "7"])).toEqual([questions(","), ["1000.00", "7.00"]]);
  expect(await check(["1.000", "7.50"])).toEqual([questions("."), ["1.00", "7.50"]]);
  expect(await check(["1.000", "7,50"])).toEqual([questions(","), ["1000.00", "7.50"]]);
  expect(await check(["1.000", "7.50", "7,50"])).toEqual([
    questions(","),
    ["1000.00", "7.50", "7.50"],
  ]);
  expect(await check(["1.000", "0.350"])).toEqual([questions("."), ["1.00", "0.35"]]);
  expect(await check(["1.000", 2.125])).toEqual([questions(","), ["1000.00", "2.13"]]);
  expect(await check(["7,50", 2.125, 1000])).toEqual([[], ["7.50", "2.13", "1000.00"]]);
  expect(await check(["1.000", "7,50"], [{ column: 2, mark: "." }])).toEqual([
    questions("."),
    ["1.00", "7.50"],
  ]);
});

test("a missing cost price is asked about once, and what a store sells already keeps its own", async () => {
  const shop = await box();
  const rui = shop.as("rui");
  await importProducts(shop, [
    ["Produto", "Custo", "Preço"],
    ["Café", 1, 2],
  ]);
  const { body: read } = await rui.post<ReadFile & Loose>(
    "/products/import",
    formWith(
      spreadsheet([
        ["Produto", "Custo", "Preço"],
        ["Café", "", 3],
        ["Chá", 0, 4],
        ["Mate", "0,00", "0,00"],
        ["Leite", "", "", ""],
      ]),
      "tabela.xlsx",
    ),
  );
  const check = async (withoutCost?: string) =>
    (
      await rui.post<ImportPreview>(`/imports/${read.id}/check`, {
        mapping: read.mapping,
        withoutCost,
      })
    ).body;
  expect(await check()).toMatchObject({
    created: 2,
    updated: 1,
    reasons: { noCost: 1 },
    examples: [{ line: 3, column: 1 }],
  });
  expect(await check("noPrice")).toMatchObject({ created: 3, updated: 1, refused: 0 });
  expect(await check("selling")).toMatchObject({ created: 3, updated: 1, refused: 0 });
  await rui.post(`/imports/${read.id}`, { mapping: read.mapping, withoutCost: "selling" });
  shop.jobRunner.runAllDue();
  await until(
    async () => (await rui.get<Import>(`/imports/${read.id}`)).body.state === "done",
    30_000,
  );
  expect(
    shop.db.sqlite
      .query(
        "SELECT name, costPrice, sellingPrice FROM products LEFT JOIN productStores ON productId = products.id ORDER BY products.id",
      )
      .values(),
  ).toEqual([
    ["Café", 100, 300],
    ["Chá", 400, 400],
    ["Mate", null, null],
    ["Leite", null, null],
  ]);
});

test("a sheet brings units, and fractions only of what is not sold by the piece", async () => {
  const shop = await box();
  const done = await importProducts(shop, [
    ["Nome", "Estoque", "Preço de custo", "Preço de venda", "Unidade"],
    ["Queijo minas", "2,350", "20,00", "39,90", "KG"],
    ["Broa de milho", "2,5", "1,00", "3,00", "UN"],
    ["Sonho de creme", "2,5", "1,00", "3,00", ""],
    ["Suco de uva", 12, "1,00", "3,00", "CX"],
  ]);
  expect(done).toMatchObject({ created: 2, refused: 2 });
  expect(
    shop.db.sqlite
      .query("SELECT name, unit, stock FROM products JOIN productStores ON productId = products.id")
      .values(),
  ).toEqual([
    ["Queijo minas", "kg", 2350],
    ["Suco de uva", "un", 12_000],
  ]);
  // With the unit in the product, a sheet without the column may have a fraction too.
  const again = await importProducts(shop, [
    ["Nome", "Estoque", "Preço de custo", "Preço de venda"],
    ["Queijo minas", "1,005", "20,00", "39,90"],
  ]);
  expect(again).toMatchObject({ updated: 1, refused: 0 });
  expect(await exported(shop)).toContainEqual(expect.arrayContaining(["Queijo minas", 1.005]));
});
