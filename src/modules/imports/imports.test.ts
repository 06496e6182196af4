import { expect } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import {
  zipBomb,
  spreadsheet,
  customers,
  formWith,
  encryptedSpreadsheet,
  workbook,
} from "../../testing/sheets.ts";
import {
  bia,
  box,
  day,
  minute,
  test,
  until,
  type Box,
  type Loose,
  type Name,
} from "../../testing/world.ts";
import { workOf } from "../../kit/process/current-work.ts";
import { list } from "../contacts/list.ts";
import * as stalls from "../stalls/stalls.ts";
import { contactKind } from "./kinds/contacts.ts";
import { limits } from "./limits.ts";
import type { Import, ImportPreview, ReadFile } from "./table.ts";

const shopFile = spreadsheet([
  ["Nome", "Telefone", "E-mail", "Tags", "Cidade"],
  ["Dani", 5511977770002, "dani@exemplo.com.br", "vip, atacado", "Santos"],
  ["Bia Nogueira", "+55 (11) 98888-0001", "", "VIP", ""],
  ["", 5511977770003],
  ["Sem Número"],
  ["Eva", { f: "1+1" }],
  ["Fábio", "12"],
]);

/** Uploads a file, as a screen does. */
const uploadFile = (shop: Box, bytes: Uint8Array, name = "clientes.xlsx", who: Name = "ana") =>
  shop.as(who).post<ReadFile & Loose>("/contacts/import/file", formWith(bytes, name));

/** Uploads a file and imports all its rows. */
async function importFile(shop: Box, bytes: Uint8Array, choice: object = {}) {
  const { body } = await uploadFile(shop, bytes, "clientes.csv");
  const begun = await shop
    .as("ana")
    .post(`/contacts/import/file/${body.id}`, { mapping: body.mapping, ...choice });
  expect(begun).toMatchObject({ status: 200, body: { state: "running" } });
  return ended(shop, body.id);
}

async function ended(shop: Box, id: number): Promise<Import> {
  shop.jobRunner.runAllDue();
  return until(async () => {
    const { body } = await shop.as("ana").get<Import>(`/contacts/import/file/${id}`);
    return body.state !== "running" && body;
  }, 30_000);
}

const count = ({ db }: Box, table: string) =>
  (db.sqlite.query(`SELECT count(*) AS count FROM ${table}`).get() as { count: number }).count;
/** All that an import leaves behind besides contacts. */
const leftovers = (shop: Box) => ({
  imports: count(shop, "imports"),
  rows: count(shop, "importRows"),
  jobs: count(shop, "jobs"),
  files: readdirSync(join(shop.home, "media/1/incoming")),
});
const nothing = { imports: 0, rows: 0, jobs: 0, files: [] };
/** A request's files are deleted after it was answered. */
const leavesFiles = (shop: Box, what: object) => until(() => Bun.deepEquals(leftovers(shop), what));

test("a file is read, its columns are guessed, and its rows become contacts or say why not", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  const listener = await shop.listener(ana);
  const others = await shop.listener(shop.as("lia"));
  await Promise.all([listener.ready(), others.ready()]);
  const sent = await uploadFile(shop, shopFile);
  expect(sent).toMatchObject({
    status: 201,
    body: {
      name: "clientes.xlsx",
      state: "read",
      width: 5,
      total: 7,
      headless: false,
      head: ["Nome", "Telefone", "E-mail", "Tags", "Cidade"],
      mapping: { name: 0, number: 1, email: 2, tags: 3, fields: [] },
    },
  });
  const { id } = sent.body;
  const choice = { mapping: { ...sent.body.mapping, fields: [{ column: 4, name: "Cidade" }] } };
  expect(await ana.get(`/contacts/import/file/${id}/rows`)).toMatchObject({
    body: {
      count: 7,
      hasMore: false,
      rows: [
        { line: 1 },
        {
          line: 2,
          cells: ["Dani", 5511977770002, "dani@exemplo.com.br", "vip, atacado", "Santos"],
          reason: null,
        },
        { line: 3 },
        { line: 4 },
        { line: 5 },
        { line: 6, cells: ["Eva", null] },
        { line: 7 },
      ],
    },
  });
  expect(await ana.post(`/contacts/import/file/${id}/check`, choice)).toMatchObject({
    status: 200,
    body: {
      total: 6,
      created: 1,
      updated: 1,
      refused: 4,
      reasons: { noName: 1, noNumber: 1, formula: 1, badNumber: 1 },
      examples: [
        { line: 4, reason: "noName", column: 0 },
        { line: 5, reason: "noNumber", column: 1 },
        { line: 6, reason: "formula", column: 1 },
        { line: 7, reason: "badNumber", column: 1 },
      ],
    },
  });
  expect(list(shop.db, { searchParam: "", pageNumber: 1 }).read().count).toBe(1);

  expect(await ana.post(`/contacts/import/file/${id}`, choice)).toMatchObject({
    status: 200,
    body: { id, state: "running", total: 6, done: 0 },
  });
  expect(await ended(shop, id)).toMatchObject({
    state: "done",
    total: 6,
    done: 6,
    created: 1,
    updated: 1,
    refused: 4,
  });
  const [dani] = list(shop.db, { searchParam: "Dani", pageNumber: 1 }).read().contacts;
  expect((await ana.get(`/contacts/${dani!.id}`)).body).toMatchObject({
    name: "Dani",
    number: "5511977770002",
    email: "dani@exemplo.com.br",
    tags: [{ name: "atacado" }, { name: "vip" }],
    extraInfo: [{ name: "Cidade", value: "Santos" }],
  });
  expect((await ana.get(`/contacts/${bia.id}`)).body).toMatchObject({
    name: "Bia",
    number: bia.number,
    tags: [{ name: "vip" }],
  });

  expect(
    await listener.receives(
      ({ event, contactImport }) =>
        event === "contactImport" && (contactImport as Import).state === "done",
    ),
  ).toMatchObject({
    action: "update",
    contactImport: { id, done: 6, total: 6, created: 1, updated: 1, refused: 4 },
  });
  await others.receives(({ event, action }) => event === "contact" && action === "reload");
  expect(
    others.frames.filter(
      ({ event, action }) =>
        event === "contactImport" || (event === "contact" && action !== "reload"),
    ),
  ).toEqual([]);
  expect((await shop.as("rui").get("/audit?action=contactsImported")).body).toMatchObject({
    count: 1,
    records: [
      {
        userId: 2,
        subject: `import ${id} clientes.xlsx`,
        details: { created: 1, updated: 1, refused: 4 },
      },
    ],
  });

  const file = await fetch(`${shop.url}/api/contacts/import/file/${id}/errors`, {
    headers: { authorization: `Bearer ${await ana.token}` },
  });
  expect([file.headers.get("content-type"), file.headers.get("content-disposition")]).toEqual([
    "text/csv; charset=utf-8",
    `attachment; filename*=UTF-8''linhas-nao-importadas-${id}.csv`,
  ]);
  expect(Buffer.from(await file.bytes()).toString()).toBe(
    "\ufeffLinha;Motivo;Nome;Telefone;E-mail;Tags;Cidade\r\n4;Nome: Sem nome;;5511977770003\r\n5;Telefone: Sem número;Sem Número\r\n6;Telefone: Fórmula sem valor: cole o valor no lugar dela;Eva;\r\n7;Telefone: Número inválido;Fábio;12\r\n",
  );
  expect((await ana.get(`/contacts/import/file/${id}/rows?refused=true`)).body).toMatchObject({
    count: 4,
    rows: [{ line: 4, reason: "noName" }, { line: 5 }, { line: 6 }, { line: 7 }],
  });
  expect((await ana.get("/contacts/import/file")).body).toMatchObject({
    import: { id, state: "done" },
  });
});

test("an unreadable file says why, and nothing of it stays", async () => {
  const shop = await box();
  const refusal = async (bytes: Uint8Array, name?: string) => {
    const { status, body } = await uploadFile(shop, bytes, name);
    return [status, body.error, body.message];
  };
  const broken = [422, "ERR_IMPORT_FILE", "Arquivo inválido!"];
  expect(await refusal(shopFile.subarray(0, 3000))).toEqual(broken);
  expect(await refusal(Buffer.from("%PDF-1.7\u0000"), "clientes.csv")).toEqual(broken);
  expect(await refusal(shopFile, "clientes.pdf")).toEqual(broken);
  expect(await refusal(zipBomb(124 * 1024 * 1024))).toEqual([
    422,
    "ERR_IMPORT_LARGE",
    "A planilha é grande demais para ser aberta",
  ]);
  expect(await refusal(encryptedSpreadsheet())).toEqual([
    422,
    "ERR_IMPORT_LOCKED",
    "A planilha está protegida por senha",
  ]);
  expect(await refusal(spreadsheet([[]]))).toEqual([
    422,
    "ERR_IMPORT_EMPTY",
    "A planilha está vazia",
  ]);
  expect(await refusal(customers(limits.rows + 1), "clientes.csv")).toEqual([
    422,
    "ERR_IMPORT_ROWS",
    "Linhas demais: até 100.000 linhas por arquivo",
  ]);
  expect(await refusal(new Uint8Array(11 * 1024 * 1024), "clientes.csv")).toEqual([
    413,
    "ERR_TOO_LARGE",
    "Arquivo maior que 10 MB",
  ]);
  await leavesFiles(shop, nothing);
  expect((await shop.as("ana").get("/contacts/import/file")).body).toEqual({
    import: null,
  } as never);
}, 60_000);

test("opening a file that takes too much is stopped", async () => {
  const shop = await box();
  const { memory, time } = limits.process;
  try {
    for (const process of [
      { memory: 1024 * 1024, time },
      { memory, time: 30 },
    ]) {
      Object.assign(limits.process, process);
      expect(await uploadFile(shop, shopFile)).toMatchObject({
        status: 422,
        body: { error: "ERR_IMPORT_LARGE" },
      });
    }
  } finally {
    Object.assign(limits.process, { memory, time });
  }
  await leavesFiles(shop, nothing);
  expect(await uploadFile(shop, shopFile)).toMatchObject({ status: 201 });
});

test("an impossible choice is refused with its own text", async () => {
  const shop = await box();
  const { body } = await uploadFile(shop, shopFile);
  const refusal = async (choice: object) => {
    const { status, body: reply } = await shop
      .as("ana")
      .post(`/contacts/import/file/${body.id}`, choice);
    return [status, reply.error, reply.message];
  };
  const { mapping } = body;
  expect(await refusal({ mapping: { ...mapping, number: null } })).toEqual([
    422,
    "ERR_IMPORT_NO_NUMBER",
    "Não foi selecionado o campo de número do contato",
  ]);
  expect(await refusal({ mapping: { ...mapping, name: null } })).toEqual([
    422,
    "ERR_IMPORT_NO_NAME",
    "Não foi selecionado o campo de nome do contato",
  ]);
  expect(await refusal({ mapping: { ...mapping, email: 1 } })).toEqual([
    422,
    "ERR_IMPORT_TWICE",
    "A mesma coluna foi escolhida duas vezes",
  ]);
  expect(await refusal({ mapping, lines: [], only: true })).toEqual([
    422,
    "ERR_IMPORT_NOBODY",
    "Nenhum contato selecionado",
  ]);
  expect(await refusal({ mapping, lines: [2, 3, 4, 5, 6, 7] })).toEqual([
    422,
    "ERR_IMPORT_NOBODY",
    "Nenhum contato selecionado",
  ]);
  expect((await refusal({ mapping: { ...mapping, email: 5 } }))[1]).toBe("ERR_VALIDATION");
  expect((await refusal({ mapping: { ...mapping, fields: [{ column: 4, name: "" }] } }))[1]).toBe(
    "ERR_VALIDATION",
  );
  expect((await refusal({}))[0]).toBe(422);
  expect(await shop.as("ana").get(`/contacts/import/file/${body.id}`)).toMatchObject({
    body: { state: "read", head: mapping && ["Nome", "Telefone", "E-mail", "Tags", "Cidade"] },
  });
  expect(list(shop.db, { searchParam: "", pageNumber: 1 }).read().count).toBe(1);
});

test("only the chosen lines are imported, and the first one if it is a contact", async () => {
  const shop = await box();
  expect(await importFile(shop, customers(5), { lines: [2, 3] })).toMatchObject({
    total: 3,
    created: 3,
  });
  expect(
    await importFile(
      shop,
      Buffer.from("Bia;5511988880001\nGil;5521977770009\nHugo;5521977770010"),
      { headless: true, lines: [1, 2], only: true },
    ),
  ).toMatchObject({ total: 2, created: 1, updated: 1 });
  expect(
    list(shop.db, { searchParam: "", pageNumber: 1 })
      .read()
      .contacts.map(({ name }) => name),
  ).toEqual(["Bia", "Cliente 3", "Cliente 4", "Cliente 5", "Gil"]);
});

test("a number is one contact, in both Brazilian forms and twice in a file", async () => {
  const shop = await box();
  expect(
    await importFile(
      shop,
      Buffer.from("nome,numero\nBia,551188880001\nGil,(21) 97777-0009\nGilberto,552177770009"),
    ),
  ).toMatchObject({ done: 3, created: 1, updated: 1, refused: 0 });
  expect(
    list(shop.db, { searchParam: "", pageNumber: 1 })
      .read()
      .contacts.map(({ name, number }) => [name, number]),
  ).toEqual([
    ["Bia", bia.number],
    ["Gil", "5521977770009"],
  ]);
});

test("contacts keep their names unless the file's are asked for; of a number that comes twice the first row gives the name, and the check says all of it", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  const rows = [
    "nome,numero,email",
    "Bia N.,551188880001,bia@",
    "Gil,5521977770009",
    ...Array.from(
      { length: contactKind.slice },
      (_, index) => `Cliente ${index},55119700${10_000 + index}`,
    ),
    "Bia Outra,5511988880001",
    "Gilberto,552177770009",
    "Sem Número,",
  ];
  const last = rows.length;
  const { body } = await uploadFile(shop, Buffer.from(rows.join("\n")), "clientes.csv");
  expect(
    (await ana.post(`/imports/${body.id}/check`, { mapping: body.mapping, lines: [last] })).body,
  ).toMatchObject({
    created: contactKind.slice + 1,
    updated: 1,
    refused: 0,
    refusedLines: [last],
    repeated: {
      count: 2,
      examples: [
        { line: last - 2, first: 2 },
        { line: last - 1, first: 3 },
      ],
    },
    withoutEmail: { count: 1, examples: [{ line: 2 }] },
    renamed: { count: 1, examples: [{ line: 2, from: "Bia", to: "Bia N." }] },
  });
  const names = async (rename: boolean) => {
    await importFile(shop, Buffer.from(rows.join("\n")), { rename });
    return ["5511988880001", "5521977770009"].map(
      (number) => list(shop.db, { searchParam: number, pageNumber: 1 }).read().contacts[0]?.name,
    );
  };
  expect(await names(false)).toEqual(["Bia", "Gil"]);
  expect(await names(true)).toEqual(["Bia N.", "Gil"]);
});

test("an empty cell removes nothing", async () => {
  const shop = await box();
  await importFile(
    shop,
    Buffer.from("nome,numero,email,tags,cidade\nBia,5511988880001,bia@exemplo.com.br,vip,Santos"),
    { mapping: { name: 0, number: 1, email: 2, tags: 3, fields: [{ column: 4, name: "Cidade" }] } },
  );
  await importFile(shop, Buffer.from("nome,numero,email,tags,cidade\nBia N.,5511988880001,,,"), {
    mapping: { name: 0, number: 1, email: 2, tags: 3, fields: [{ column: 4, name: "Cidade" }] },
  });
  expect((await shop.as("ana").get(`/contacts/${bia.id}`)).body).toMatchObject({
    name: "Bia",
    email: "bia@exemplo.com.br",
    tags: [{ name: "vip" }],
    extraInfo: [{ name: "Cidade", value: "Santos" }],
  });
});

test("a contact with an active ticket is emitted at once", async () => {
  const shop = await box();
  shop.ticket({ contactId: bia.id, status: "open" });
  await importFile(shop, Buffer.from("nome,numero\nBia Nogueira,5511988880001\nGil,5521977770009"));
  expect(
    shop.events
      .filter(({ event }) => event === "contact")
      .map(({ action, payload }) => [
        action,
        (payload as { contact?: { name: string } }).contact?.name,
      ]),
  ).toEqual([
    ["update", "Bia"],
    ["reload", undefined],
  ]);
});

test("rows are imported some at a time, and others have their turn in between", async () => {
  const shop = await box();
  const { body } = await uploadFile(shop, customers(400), "clientes.csv");
  await shop.as("ana").post(`/contacts/import/file/${body.id}`, { mapping: body.mapping });
  const made: number[] = [];
  const { db } = shop;
  const write = db.write.bind(db);
  let [before, turns] = [count(shop, "contacts"), 0];
  const clock = setInterval(() => (turns += 1), 0);
  db.write = (work) => {
    const answer = write(work);
    const now = count(shop, "contacts");
    made.push(now - before);
    before = now;
    return answer;
  };
  expect(await ended(shop, body.id)).toMatchObject({ state: "done", created: 400 });
  clearInterval(clock);
  expect(Math.max(...made)).toBe(contactKind.slice);
  // The line with the column names is among the first.
  expect(made.filter((each) => each > 0)).toHaveLength(400 / contactKind.slice + 1);
  expect(turns).toBeGreaterThanOrEqual(400 / contactKind.slice);
});

test("cancelling an import keeps the contacts it made, and nothing else", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  const { body } = await uploadFile(shop, customers(3000), "clientes.csv");
  await ana.post(`/contacts/import/file/${body.id}`, { mapping: body.mapping });
  shop.jobRunner.runAllDue();
  await until(() => count(shop, "contacts") > 50);
  expect(await ana.delete(`/contacts/import/file/${body.id}`)).toMatchObject({
    status: 200,
    body: { state: "cancelled" },
  });
  await until(
    () =>
      count(shop, "importRows") === 1 &&
      shop.db.sqlite.query("SELECT 1 FROM jobs WHERE kind = 'contactImport'").get() === null,
  );
  const { created } = (await ana.get<Import>(`/contacts/import/file/${body.id}`)).body;
  expect(created).toBeLessThan(3000);
  expect(count(shop, "contacts")).toBe(created + 1);
  expect(count(shop, "identifiers")).toBe(created + 1);
  expect(count(shop, "contactTags")).toBe(created);
  expect((await shop.as("rui").get("/audit?action=contactsImported")).body).toMatchObject({
    records: [{ details: { created } }],
  });
});

test("a file that is not imported is deleted after a day", async () => {
  const shop = await box();
  await importFile(shop, customers(3));
  await uploadFile(shop, shopFile);
  expect(leftovers(shop)).toMatchObject({ imports: 2, jobs: 2 });
  // Another file replaces one that was only read.
  await uploadFile(shop, shopFile);
  expect(leftovers(shop)).toMatchObject({ imports: 2, jobs: 2 });
  shop.clock.pass(day + 1);
  shop.jobRunner.runAllDue();
  await until(() => count(shop, "imports") === 0 && count(shop, "jobs") === 0);
  await leavesFiles(shop, nothing);
});

test("a file belongs to its user, and is imported once", async () => {
  const shop = await box();
  const { body } = await uploadFile(shop, shopFile);
  const path = `/contacts/import/file/${body.id}`;
  for (const other of [shop.as("lia"), shop.as("rui"), shop.as("ana", 2)]) {
    const answers = [
      await other.get(path),
      await other.get(`${path}/rows`),
      await other.get(`${path}/errors`),
      await other.post(`${path}/check`, { mapping: body.mapping }),
      await other.post(path, { mapping: body.mapping }),
      await other.delete(path),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
  }
  const ana = shop.as("ana");
  expect(await ana.post(path, { mapping: body.mapping })).toMatchObject({ status: 200 });
  for (const again of [
    await ana.post(path, { mapping: body.mapping }),
    await ana.post(`${path}/check`, { mapping: body.mapping }),
  ])
    expect(again).toMatchObject({ status: 409, body: { error: "ERR_IMPORT_STARTED" } });
  const other = await uploadFile(shop, shopFile);
  expect(await ana.delete(`/contacts/import/file/${other.body.id}`)).toMatchObject({ status: 200 });
  expect(await ana.get(`/contacts/import/file/${other.body.id}`)).toMatchObject({ status: 404 });
});

test("a file with the usual column names is imported in one request", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  const sent = await ana.post<Import>(
    "/contacts/upload",
    formWith(
      spreadsheet([
        ["E-mail", "Nome", "número"],
        ["gil@exemplo.com.br", "Gil", 5521977770009],
      ]),
      "c.xlsx",
    ),
  );
  expect(sent).toMatchObject({ status: 201, body: { state: "running", total: 1 } });
  expect(await ended(shop, sent.body.id)).toMatchObject({ created: 1 });
  const before = { ...leftovers(shop), files: [] };
  expect(
    await ana.post(
      "/contacts/upload",
      formWith(
        spreadsheet([
          ["Quem", "Onde"],
          ["Gil", "Santos"],
        ]),
        "c.xlsx",
      ),
    ),
  ).toMatchObject({ status: 422, body: { error: "ERR_IMPORT_NO_NUMBER" } });
  await leavesFiles(shop, before);
});

test("on request the network is asked for the identifiers of the numbers", async () => {
  const shop = await box();
  await shop.phone();
  expect(
    await importFile(shop, Buffer.from("nome,numero\nGil,5521977770009"), { validate: true }),
  ).toMatchObject({ created: 1 });
  const { body } = await uploadFile(shop, customers(1001), "clientes.csv");
  expect(
    await shop
      .as("ana")
      .post(`/contacts/import/file/${body.id}`, { mapping: body.mapping, validate: true }),
  ).toMatchObject({ status: 422, body: { error: "ERR_IMPORT_VALIDATE", details: { most: 1000 } } });
});

test("a single row can be imported", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  expect(
    await ana.post("/contactsImport", {
      name: "Gil",
      number: "+55 (21) 97777-0009",
      email: "",
      tags: "vip,atacado",
      validateContact: "true",
    }),
  ).toMatchObject({
    status: 200,
    body: { name: "Gil", number: "5521977770009", tags: [{ name: "atacado" }, { name: "vip" }] },
  });
  const tag = shop.db.sqlite.query("SELECT count(*) AS count FROM tags").get() as {
    count: number;
  };
  expect(
    await ana.post("/contactsImport", { name: "Gilberto", number: "5521977770009", tags: "VIP" }),
  ).toMatchObject({
    status: 200,
    body: { name: "Gilberto", tags: [{ name: "atacado" }, { name: "vip" }] },
  });
  expect(shop.db.sqlite.query("SELECT count(*) AS count FROM tags").get()).toEqual(tag);
  expect(
    shop.events.filter(({ event }) => event === "contact").map(({ action }) => action),
  ).toEqual(["create", "update"]);
  expect(await ana.post("/contactsImport", { name: "G", number: "1", tags: "v" })).toMatchObject({
    status: 422,
    body: { fields: { name: "too_short", number: "invalid" } },
  });
});

test("each reason of refusal names its column and some of its own lines", async () => {
  const shop = await box();
  const rows = [
    "Nome;Telefone;E-mail;Tags",
    ...Array.from({ length: 25 }, (_, index) => `;1198888${1000 + index};;`),
    "Ana;;;",
    "Davi;12;;",
    "Gil;13;;",
    "Eva;11988880001;;vi",
  ];
  const { body } = await uploadFile(shop, Buffer.from(rows.join("\n")), "clientes.csv");
  const { body: checked } = await shop
    .as("ana")
    .post<ImportPreview>(`/imports/${body.id}/check`, { mapping: body.mapping });
  expect(checked.reasons).toEqual({ noName: 25, noNumber: 1, badNumber: 2, badTag: 1 });
  expect(
    checked.examples.map(({ line, reason, column }) => [line, reason, column] as unknown[]),
  ).toEqual([
    ...[2, 3, 4, 5, 6].map((line) => [line, "noName", 0]),
    [27, "noNumber", 1],
    [28, "badNumber", 1],
    [29, "badNumber", 1],
    [30, "badTag", 3],
  ]);
});

test("the sheet and the row with the column names are found, and another one may be chosen", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  const bytes = workbook({
    Leia: [["Instruções"]],
    Clientes: [
      ["Padaria Pão Quente"],
      [],
      ["Nome", "Telefone"],
      ["Gil", "21 97777-0009"],
      ["Hugo", "21 97777-0010"],
    ],
    Fornecedores: [
      ["Nome", "Fone"],
      ["Moinho", "11 97777-0011"],
    ],
  });
  const { body } = await uploadFile(shop, bytes);
  expect(body).toMatchObject({
    sheet: 1,
    headLine: 3,
    total: 3,
    width: 2,
    head: ["Nome", "Telefone"],
    sheets: [
      { name: "Leia", total: 1 },
      { name: "Clientes", total: 4 },
      { name: "Fornecedores", total: 2 },
    ],
    top: [{ line: 1 }, { line: 3 }, { line: 4 }, { line: 5 }],
  });
  expect((await ana.get(`/imports/${body.id}?sheet=2`)).body).toMatchObject({
    sheet: 2,
    headLine: 1,
    total: 2,
    head: ["Nome", "Fone"],
    mapping: { name: 0, number: 1 },
  });
  expect((await ana.get(`/imports/${body.id}?sheet=1&head=1`)).body).toMatchObject({
    headLine: 1,
    total: 4,
    head: ["Padaria Pão Quente"],
  });
  for (const [query, status] of [
    ["sheet=3", 422],
    ["sheet=20", 422],
    ["sheet=-1", 422],
    ["head=0", 422],
    ["sheet=2&head=2", 200],
  ] as const)
    expect([query, (await ana.get(`/imports/${body.id}?${query}`)).status]).toEqual([
      query,
      status,
    ]);
  const { mapping } = body;
  expect((await ana.post(`/imports/${body.id}/check`, { mapping })).body).toMatchObject({
    total: 2,
    created: 2,
    refused: 0,
  });
  expect((await ana.post(`/imports/${body.id}/check`, { mapping, sheet: 3 })).status).toBe(422);
  await ana.post(`/imports/${body.id}`, { mapping, sheet: 2, head: 1 });
  expect(await ended(shop, body.id)).toMatchObject({ total: 1, done: 1, created: 1, refused: 0 });
  expect(shop.db.sqlite.query("SELECT name FROM contacts WHERE id > 1").values()).toEqual([
    ["Moinho"],
  ]);
});

test("the check shows what will be stored, or the cells and why they are refused", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  const { body } = await uploadFile(shop, shopFile);
  const choice = { mapping: { ...body.mapping, fields: [{ column: 4, name: "Cidade" }] } };
  expect(await ana.post(`/imports/${body.id}/rows`, choice)).toMatchObject({
    status: 200,
    body: {
      count: 6,
      hasMore: false,
      rows: [
        {
          line: 2,
          reason: null,
          values: {
            name: "Dani",
            number: "5511977770002",
            email: "dani@exemplo.com.br",
            tags: "vip, atacado",
            "field:Cidade": "Santos",
          },
        },
        { line: 3, values: { name: "Bia Nogueira", number: "5511988880001" } },
        { line: 4, values: null, reason: "noName", column: 0 },
        { line: 5, values: null, reason: "noNumber", column: 1 },
        { line: 6, values: null, reason: "formula", column: 1 },
        { line: 7, values: null, reason: "badNumber", column: 1, cells: ["Fábio", "12"] },
      ],
    },
  });
});

test("an import whose job was lost goes on, and one whose deletion was interrupted is not seen", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  const { body } = await uploadFile(shop, customers(30), "clientes.csv");
  shop.db.sqlite.run("UPDATE imports SET state = 'reading'");
  expect((await ana.get("/contacts/import/file")).body).toEqual({ import: null } as never);
  shop.db.sqlite.run("UPDATE imports SET state = 'read'");
  shop.jobRunner.runAllDue = () => {};
  await ana.post(`/contacts/import/file/${body.id}`, { mapping: body.mapping });
  shop.db.sqlite.run("DELETE FROM jobs WHERE kind = 'contactImport'");
  const lost = (await ana.get<Import>(`/contacts/import/file/${body.id}`)).body;
  expect(lost.state).toBe("running");
  shop.clock.pass(11 * minute);
  await until(async () => {
    shop.jobRunner.runDue(shop.db);
    return (await ana.get<Import>(`/contacts/import/file/${body.id}`)).body.state === "done";
  }, 30_000);
  expect((await ana.get<Import>(`/contacts/import/file/${body.id}`)).body.created).toBe(30);
});

test("an import that blocked the box three times says so, until it is tried again", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  const { body } = await uploadFile(shop, customers(30), "clientes.csv");
  shop.jobRunner.runAllDue = () => {};
  await ana.post(`/contacts/import/file/${body.id}`, { mapping: body.mapping });
  const { id } = shop.db.sqlite
    .query<{ id: number }, []>("SELECT id FROM jobs WHERE kind = 'contactImport'")
    .get()!;
  const current = workOf("job", "contactImport", 1, id);
  const end = () =>
    stalls.noteLastEnd(shop.control, { at: shop.clock.now(), current, inFlight: [] });
  const progress = async () =>
    (await ana.get<Import & { isSetAside: boolean }>(`/contacts/import/file/${body.id}`)).body;
  for (const _ of [1, 2]) end();
  expect(await progress()).toMatchObject({ state: "running", isSetAside: false });
  end();
  shop.jobRunner.runDue(shop.db);
  expect(await progress()).toMatchObject({ state: "running", isSetAside: true, done: 0 });
  expect((await ana.get("/contacts/import/file")).body).toMatchObject({
    import: { isSetAside: true },
  });
  // The sweep, which looks for lost jobs, makes it no other one.
  shop.clock.pass(11 * minute);
  shop.jobRunner.runDue(shop.db);
  await until(
    () =>
      shop.db.sqlite
        .query("SELECT 1 FROM jobs WHERE kind = 'contactImportSweep' AND runAt > ?")
        .get(shop.clock.now()) !== null,
  );
  shop.jobRunner.runDue(shop.db);
  const count = "SELECT count(*) AS jobs FROM jobs WHERE kind = 'contactImport'";
  expect(shop.db.sqlite.query(count).get()).toEqual({ jobs: 1 });
  expect(await progress()).toMatchObject({ state: "running", isSetAside: true, done: 0 });
  shop.clock.pass(1);
  stalls.tryAgain(shop.control, stalls.list(shop.control)[0]!.id);
  await until(async () => {
    shop.jobRunner.runDue(shop.db);
    return (await progress()).state === "done";
  }, 30_000);
  expect(await progress()).toMatchObject({ created: 30, isSetAside: false });
});

test("a deletion that the box's end interrupted is not seen, and is finished", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  const { body } = await uploadFile(shop, customers(1500), "clientes.csv");
  const { db } = shop;
  const write = db.write.bind(db);
  let writes = 0;
  db.write = (work) => {
    if ((writes += 1) > 2) throw new Error("the box stops");
    return write(work);
  };
  await ana.delete(`/contacts/import/file/${body.id}`);
  db.write = write;
  expect(count(shop, "importRows")).toBe(501);
  expect((await ana.get(`/contacts/import/file/${body.id}`)).status).toBe(404);
  expect((await ana.get("/contacts/import/file")).body).toEqual({ import: null } as never);
  shop.clock.pass(11 * minute);
  shop.jobRunner.runAllDue();
  await until(() => Bun.deepEquals(leftovers(shop), nothing), 30_000);
});
