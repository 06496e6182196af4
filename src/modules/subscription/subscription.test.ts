import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { efiAccount, efiStand } from "../../testing/efi.ts";
import { readPixCode } from "../../testing/pix-reader.ts";
import { box, hour, minute, second, test, world } from "../../testing/world.ts";
import { chosenDue } from "../companies/due-date.ts";
import { companies, plans } from "../companies/table.ts";
import { makeInvoices } from "../invoices/make.ts";
import { charges, invoicePayments, type Invoice, type InvoicePayment } from "../invoices/table.ts";
import { checkCharges } from "./charges.ts";
import type { Billing } from "./table.ts";

type Detailed = Invoice & { payments: InvoicePayment[] };
type Pix = {
  txid: string;
  valor: { original: string };
  qrcode: { qrcode: string };
  calendario: { expiracao: number | null };
  invoiceId: number;
};

const payer = {
  name: "Quitanda Ltda",
  address: "Rua das Flores, 10",
  city: "Santos",
  state: "SP",
  zipCode: "11010-000",
  country: "Brasil",
};
const own = { pixKey: "contato@balcao.com.br", merchantName: "Balcão", merchantCity: "Santos" };

/** A box whose owner is Rui of the bakery, and Quitanda, which owes 99.90 since the 25th. */
async function boxThatBills(publicUrl?: string) {
  const shop = await box(world(), {
    publicUrl,
    outside: { values: publicUrl ? { publicUrl } : {}, places: {} },
  });
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  shop.control.update(plans).set({ value: "99.90" }).run();
  shop.control.update(companies).set(chosenDue("2026-11-25")).where(eq(companies.id, 2)).run();
  makeInvoices(shop.control);
  const [owner, admin] = [shop.as("rui"), shop.as("rui", 2)];
  const dueDate = () =>
    shop.control
      .select({ dueDate: companies.dueDate })
      .from(companies)
      .where(eq(companies.id, 2))
      .get()!.dueDate;
  const subscribe = (more: object = {}) =>
    admin.post<Pix>("/subscription", { invoiceId: 1, ...payer, ...more });
  const invoice = async () => (await admin.get<Detailed>("/invoices/1")).body;
  return { ...shop, owner, admin, dueDate, subscribe, invoice };
}

/** The same, paid through Efí. */
async function boxWithEfi(publicUrl?: string) {
  const shop = await boxThatBills(publicUrl);
  const efi = efiStand(shop.clock.now);
  const { pixKey, clientId, clientSecret, certificate } = efiAccount;
  expect(
    await shop.owner.put("/subscription/billing", {
      gateway: "efi",
      efiUrl: efi.url,
      pixKey,
      clientId,
      clientSecret,
      certificate,
    }),
  ).toMatchObject({ status: 200 });
  const check = async (later = 30 * second) => {
    shop.clock.pass(later);
    await checkCharges(shop);
  };
  const notice = (body: object, path = "/pix") =>
    shop.stranger.call("POST", `/subscription/webhook${path}`, body);
  return { ...shop, efi, check, notice, [Symbol.dispose]: () => void efi.stop() };
}

test("a checkout asks for the invoice's own price, keeps who pays, and gives the platform's Pix code", async () => {
  const shop = await boxThatBills();
  expect(await shop.subscribe()).toMatchObject({ status: 409, body: { error: "ERR_NO_PIX_KEY" } });
  expect(await shop.admin.get("/subscription")).toMatchObject({
    status: 200,
    body: { canBePaid: false, credit: "0.00" },
  });
  await shop.owner.put("/subscription/billing", own);
  expect(await shop.admin.get("/subscription")).toMatchObject({
    status: 200,
    body: { canBePaid: true },
  });
  const { status, body } = await shop.subscribe({
    price: "0.01",
    plan: "{}",
    users: "1",
    connections: "1",
  });
  expect([status, body]).toMatchObject([
    200,
    { txid: "FATURA1", valor: { original: "99.90" }, invoiceId: 1 },
  ]);
  const parts = readPixCode(body.qrcode.qrcode);
  expect([parts["54"], parts["59"], parts["62"]]).toEqual(["99.90", "Balcao", { "05": "FATURA1" }]);
  expect(shop.control.select().from(companies).where(eq(companies.id, 2)).get()).toMatchObject({
    billingName: "Quitanda Ltda",
    billingAddress: "Rua das Flores, 10",
    billingCity: "Santos",
    billingState: "SP",
    billingZipCode: "11010000",
    billingCountry: "Brasil",
  });
  // Asked again, it is the same.
  expect((await shop.subscribe()).body).toEqual(body);
  expect(
    await shop.subscribe({ name: "", address: " ", city: "", zipCode: "", country: "" }),
  ).toMatchObject({
    status: 422,
    body: {
      fields: {
        name: "required",
        address: "required",
        city: "required",
        zipCode: "required",
        country: "required",
      },
    },
  });
  expect(await shop.admin.post("/subscription", payer)).toMatchObject({
    status: 422,
    body: { fields: { invoiceId: "required" } },
  });
});

test("another company's invoice is none, and agents see no invoices", async () => {
  const shop = await boxThatBills();
  shop.control.update(companies).set(chosenDue("2026-11-25")).where(eq(companies.id, 1)).run();
  makeInvoices(shop.control);
  for (const refused of [
    await shop.admin.get("/invoices/2"),
    await shop.admin.post("/subscription", { ...payer, invoiceId: 2 }),
    await shop.admin.get("/invoices/9"),
  ])
    expect(refused).toMatchObject({ status: 404, body: { error: "ERR_NOT_FOUND" } });
  expect((await shop.admin.get("/invoices/all?companyId=1")).body).toMatchObject({
    invoices: [{ id: 1, companyId: 2 }],
    count: 1,
    hasMore: false,
  });
  expect((await shop.owner.get("/invoices/all")).body).toMatchObject({ count: 2 });
  expect((await shop.owner.get("/invoices/all?companyId=2")).body).toMatchObject({
    invoices: [{ id: 1, companyName: expect.stringContaining("Quitanda") }],
    count: 1,
  });
  // The checkout pays no other company's invoice.
  expect(await shop.owner.post("/subscription", { ...payer, invoiceId: 1 })).toMatchObject({
    status: 404,
  });
  for (const refused of [
    await shop.as("ana", 2).get("/invoices/all"),
    await shop.as("ana", 2).post("/subscription", payer),
    await shop.admin.post("/invoices/1/paid", { note: "Oi" }),
    await shop.admin.get("/subscription/billing"),
  ])
    expect(refused).toMatchObject({ status: 403, body: { error: "ERR_NO_PERMISSION" } });
});

test("the list is searched and filtered, twenty a page", async () => {
  const shop = await boxThatBills();
  shop.clock.set("2028-12-20T15:00:00Z");
  makeInvoices(shop.control);
  const owner = shop.as("rui");
  const read = async (query: string) =>
    (
      await owner.get<{ invoices: Invoice[]; count: number; hasMore: boolean }>(
        `/invoices/all?${query}`,
      )
    ).body;
  const first = await read("");
  expect([first.invoices.length, first.invoices[0]!.dueDate, first.count, first.hasMore]).toEqual([
    20,
    "2028-12-25",
    26,
    true,
  ]);
  const counts = await Promise.all(
    [
      "pageNumber=2",
      "searchParam=quitanda",
      "searchParam=complet",
      "searchParam=padaria",
      "searchParam=%2326",
      "searchParam=%25",
      "status=overdue",
      "status=open",
      "status=paid",
    ].map(read),
  );
  expect(counts.map(({ count, hasMore }) => [count, hasMore])).toEqual([
    [26, false],
    [26, true],
    [26, true],
    [0, false],
    [1, false],
    [0, false],
    [25, true],
    [1, false],
    [0, false],
  ]);
  expect(await owner.get("/invoices/all?status=lost")).toMatchObject({ status: 422 });
});

test("the owner marks an invoice as paid once, with a note, and the company works on", async () => {
  const shop = await boxThatBills();
  shop.clock.set("2026-11-27T15:00:00Z");
  const [owner, admin, ana] = [shop.as("rui"), shop.as("rui", 2), shop.as("ana", 2)];
  expect(await admin.get("/tickets")).toMatchObject({ status: 402 });
  const [hers, his] = await Promise.all([shop.listener(admin), shop.listener(owner)]);
  await Promise.all([hers.ready(), his.ready()]);
  expect(await owner.post("/invoices/1/paid", {})).toMatchObject({
    status: 422,
    body: { fields: { note: "required" } },
  });
  const paid = await owner.post<Detailed>("/invoices/1/paid", { note: "Pix no banco, 27/11" });
  expect(paid).toMatchObject({
    status: 200,
    body: {
      status: "paid",
      payments: [
        {
          value: "99.90",
          extendedTo: "2026-12-27",
          note: "Pix no banco, 27/11",
          userName: "Rui",
          txid: null,
        },
      ],
    },
  });
  expect([
    shop.dueDate(),
    (await admin.get("/tickets")).status,
    (await ana.get("/tickets")).status,
  ]).toEqual(["2026-12-27", 200, 200]);
  for (const again of [
    await owner.post("/invoices/1/paid", { note: "De novo" }),
    await admin.post("/subscription", { ...payer, invoiceId: 1 }),
  ])
    expect(again).toMatchObject({ status: 409, body: { error: "ERR_INVOICE_SETTLED" } });
  expect(shop.dueDate()).toBe("2026-12-27");
  expect(await hers.receives(({ event }) => event === "payment")).toMatchObject({
    action: "CONCLUIDA",
    status: "CONCLUIDA",
    company: { id: 2, dueDate: "2026-12-27" },
  });
  expect(await hers.receives(({ event }) => event === "invoice")).toMatchObject({
    action: "update",
    invoice: { id: 1, status: "paid" },
  });
  for (const list of ["invoice", "companies"])
    expect(await his.receives(({ event }) => event === list)).toMatchObject({ action: "reload" });
  expect(
    (await owner.get<{ records: object[] }>("/audit?action=invoicePaid")).body.records,
  ).toMatchObject([
    {
      userName: "Rui",
      subject: expect.stringContaining("invoice 1 Quitanda"),
      details: { value: "99.90", note: "Pix no banco, 27/11" },
    },
  ]);
});

test("of several open invoices one that is paid late covers those before the new due date", async () => {
  const shop = await boxThatBills();
  shop.clock.set("2027-02-10T15:00:00Z");
  expect(makeInvoices(shop.control).map(({ dueDate }) => dueDate)).toEqual([
    "2026-12-25",
    "2027-01-25",
    "2027-02-25",
  ]);
  await shop.as("rui").post("/invoices/1/paid", { note: "Dinheiro" });
  expect(shop.dueDate()).toBe("2027-03-10");
  const { body } = await shop.as("rui", 2).get<{ invoices: Invoice[] }>("/invoices/all");
  expect(body.invoices.map(({ dueDate, status }) => [dueDate, status])).toEqual([
    ["2027-02-25", "covered"],
    ["2027-01-25", "covered"],
    ["2026-12-25", "covered"],
    ["2026-11-25", "paid"],
  ]);
  expect(await shop.as("rui", 2).post("/subscription", { ...payer, invoiceId: 2 })).toMatchObject({
    status: 409,
    body: { error: "ERR_INVOICE_SETTLED" },
  });
});

test("secrets of the gateway are sealed, written and never read", async () => {
  using shop = await boxWithEfi();
  const { body } = await shop.owner.get<Billing>("/subscription/billing");
  expect(body).toEqual({
    gateway: "efi",
    pixKey: efiAccount.pixKey,
    merchantName: "",
    merchantCity: "",
    efiUrl: shop.efi.url,
    clientId: "Client_Id_1",
    hasClientSecret: true,
    hasCertificate: true,
    updatedAt: expect.any(String),
  } as object as Billing);
  const file = Buffer.from(shop.control.sqlite.serialize()).toString("latin1");
  expect([
    file.includes(efiAccount.clientSecret),
    file.includes("PRIVATE KEY"),
    JSON.stringify(shop.events).includes(efiAccount.clientSecret),
  ]).toEqual([false, false, false]);
  expect(
    await shop.owner.put("/subscription/billing", { ...body, merchantName: "Balcão" }),
  ).toMatchObject({
    status: 200,
    body: { hasClientSecret: true, hasCertificate: true, merchantName: "Balcão" },
  });
  for (const [wrong, fields] of [
    [{ clientSecret: "" }, { clientSecret: "required" }],
    [{ certificate: "none" }, { certificate: "invalid" }],
    [{ pixKey: "pão" }, { pixKey: "invalid" }],
    [{ pixKey: "119.876.543-29" }, { pixKey: "invalid" }],
    [{ pixKey: "11988880001" }, { pixKey: "invalid" }],
    [{ efiUrl: "ftp://efi" }, { efiUrl: "invalid" }],
    [{ efiUrl: "http://pix.example" }, { efiUrl: "insecure" }],
    [{ efiUrl: "http://127.0.0.1.pix.example" }, { efiUrl: "insecure" }],
    [{ gateway: "pix", merchantCity: "" }, { merchantCity: "required" }],
  ] as const)
    expect(await shop.owner.put("/subscription/billing", wrong)).toMatchObject({
      status: 422,
      body: { fields },
    });
  expect(
    await shop.owner.put("/subscription/billing", { efiUrl: "https://pix.example" }),
  ).toMatchObject({
    status: 422,
    body: { fields: { clientSecret: "again", certificate: "again" } },
  });
  expect(
    (await shop.owner.get<{ records: object[] }>("/audit?action=settingChanged")).body.records,
  ).toMatchObject([
    { subject: "setting billing", details: { fields: expect.arrayContaining(["merchantName"]) } },
    {},
  ]);
});

test("Efí makes one charge, also for two clicks at once, and is asked what came once it tells", async () => {
  using shop = await boxWithEfi();
  const [{ body }, again] = await Promise.all([shop.subscribe(), shop.subscribe()]);
  expect([
    body.valor.original,
    body.calendario.expiracao,
    body.qrcode.qrcode.includes(body.txid),
    again.body.txid,
  ]).toEqual(["99.90", 3600, true, body.txid]);
  expect(shop.efi.requests).toEqual(["POST /oauth/token", `PUT /v2/cob/${body.txid}`]);
  shop.clock.pass(10 * second);
  const pix = shop.efi.pay(body.txid);
  expect(await shop.notice({ pix: [pix] })).toMatchObject({ status: 200, body: { ok: true } });
  await shop.check(0);
  expect([shop.dueDate(), await shop.invoice()]).toMatchObject([
    "2026-12-25",
    {
      status: "paid",
      payments: [
        {
          endToEndId: pix.endToEndId,
          txid: body.txid,
          value: "99.90",
          extendedTo: "2026-12-25",
          note: null,
        },
      ],
    },
  ]);
  // Repeated notices and checks count the payment once.
  for (let count = 0; count < 3; count++) {
    await shop.notice({ pix: [pix, pix] });
    await shop.check(minute);
  }
  expect([shop.dueDate(), (await shop.invoice()).payments.length, shop.efi.wrong]).toEqual([
    "2026-12-25",
    1,
    [],
  ]);
});

test("a payment of which nobody tells is found by asking", async () => {
  using shop = await boxWithEfi();
  shop.efi.state.withoutCode = true;
  const { body } = await shop.subscribe();
  expect(body.qrcode.qrcode).toContain(body.txid);
  await shop.check(29 * second);
  expect(shop.efi.requests.at(-1)).toEndWith("/qrcode");
  await shop.check(second);
  expect([shop.efi.requests.at(-1), shop.dueDate()]).toEqual([
    `GET /v2/cob/${body.txid}`,
    "2026-11-25",
  ]);
  shop.efi.pay(body.txid);
  await shop.check();
  expect(shop.dueDate()).toBe("2026-12-25");
  const before = shop.efi.requests.length;
  await shop.check(hour);
  expect(shop.efi.requests.length).toBe(before);
});

test("a notice is believed in nothing: not a forged one, an unknown one, one out of order, or one of someone else's", async () => {
  using shop = await boxWithEfi();
  const { txid } = (await shop.subscribe()).body;
  const forged = {
    endToEndId: "E1",
    txid,
    chave: efiAccount.pixKey,
    valor: "99.90",
    horario: new Date(shop.clock.now()).toISOString(),
  };
  for (const body of [
    { evento: "teste_webhook" },
    {},
    { pix: [] },
    { pix: [forged] },
    { pix: [forged, { ...forged, txid: "x".repeat(32) }, { endToEndId: "E2" }] },
    { pix: [{ ...forged, txid: "FATURA1" }], more: { any: [1] } },
  ]) {
    for (const path of ["", "/pix", "/efi", "/efi/pix"])
      expect(await shop.notice(body, path)).toMatchObject({ status: 200, body: { ok: true } });
  }
  await shop.check(5 * second);
  expect([
    shop.dueDate(),
    (await shop.invoice()).status,
    shop.efi.requests.filter((each) => each.startsWith("GET")).length,
  ]).toEqual(["2026-11-25", "open", 1]);
  for (const body of [
    { pix: "all" },
    { pix: [7] },
    { pix: Array.from({ length: 201 }, () => forged) },
  ])
    expect(await shop.notice(body)).toMatchObject({ status: 422 });
  // The notice comes before the payment: the next check finds it.
  shop.efi.pay(txid);
  await shop.check();
  expect(shop.dueDate()).toBe("2026-12-25");
});

test("one notice tells of several payments", async () => {
  using shop = await boxWithEfi();
  shop.control.update(companies).set(chosenDue("2026-12-01")).where(eq(companies.id, 1)).run();
  makeInvoices(shop.control);
  const theirs = (await shop.subscribe()).body.txid;
  const ours = (await shop.owner.post<Pix>("/subscription", { ...payer, invoiceId: 2 })).body.txid;
  await shop.notice({ pix: [shop.efi.pay(theirs), shop.efi.pay(ours)] });
  await shop.check(5 * second);
  expect(shop.control.select({ dueDate: companies.dueDate }).from(companies).all()).toEqual([
    { dueDate: "2027-01-01" },
    { dueDate: "2026-12-25" },
  ]);
});

test("parts add up; what was given back counts as nothing, and what came twice is credit", async () => {
  using shop = await boxWithEfi();
  const { txid } = (await shop.subscribe()).body;
  shop.efi.pay(txid, { value: "50.00" });
  await shop.check();
  expect([shop.dueDate(), await shop.invoice()]).toMatchObject([
    "2026-11-25",
    {
      status: "open",
      received: "50.00",
      rest: "49.90",
      payments: [{ value: "50.00", extendedTo: null }],
    },
  ]);
  const next = (await shop.subscribe()).body;
  expect([next.txid === txid, next.valor.original]).toEqual([false, "49.90"]);
  shop.efi.pay(next.txid, { devolucoes: [{ valor: "49.90", status: "DEVOLVIDO" }] });
  await shop.check();
  expect(shop.dueDate()).toBe("2026-11-25");
  const last = (await shop.subscribe()).body.txid;
  shop.efi.pay(last);
  shop.efi.pay(last, { value: "100.00" });
  await shop.check();
  const paid = await shop.invoice();
  expect([
    shop.dueDate(),
    paid.payments.map(({ value, extendedTo }) => [value, extendedTo]),
  ]).toEqual([
    "2026-12-25",
    [
      ["50.00", null],
      ["0.00", null],
      ["49.90", "2026-12-25"],
      ["100.00", null],
    ],
  ]);
  expect(paid).toMatchObject({
    status: "paid",
    received: "199.90",
    rest: "0.00",
    surplus: "100.00",
  });
  expect(await shop.admin.get("/subscription")).toMatchObject({
    body: { canBePaid: true, credit: "100.00" },
  });
  // The audit has one entry about it, for the owner.
  expect(
    (await shop.owner.get<{ records: object[] }>("/audit?action=invoiceOverpaid")).body.records,
  ).toMatchObject([
    {
      userId: null,
      subject: expect.stringContaining("invoice 1 Quitanda"),
      details: { value: "100.00", credit: "100.00" },
    },
  ]);
  // The credit pays the next invoice as soon as there is one.
  shop.clock.set("2026-12-10T15:00:00Z");
  makeInvoices(shop.control);
  const admin = shop.as("rui", 2);
  expect([shop.dueDate(), (await admin.get("/subscription")).body]).toMatchObject([
    "2027-01-25",
    { canBePaid: true, credit: "0.10" },
  ]);
  expect((await admin.get("/invoices/2")).body).toMatchObject({
    status: "paid",
    credited: "99.90",
    received: "0.00",
    payments: [],
  });
});

test("a flood of notices asks the gateway no faster, and is refused", async () => {
  using shop = await boxWithEfi();
  const { txid } = (await shop.subscribe()).body;
  await shop.check();
  const before = shop.efi.requests.length;
  const answers = await Promise.all(
    Array.from({ length: 150 }, () => shop.notice({ pix: [{ txid }] })),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBe(120);
  expect(answers.at(-1)).toMatchObject({ status: 429, body: { error: "ERR_TOO_MANY_TRIES" } });
  await shop.check(4 * second);
  expect(shop.efi.requests.length).toBe(before);
  await shop.check(second);
  expect(shop.efi.requests.length).toBe(before + 1);
  shop.clock.pass(minute);
  expect(await shop.notice({ pix: [] })).toMatchObject({ status: 200 });
});

test("a gateway that is away, or forgets its tokens, loses no payment", async () => {
  using shop = await boxWithEfi();
  shop.efi.state.failing = 1;
  expect(await shop.subscribe()).toMatchObject({ status: 503, body: { error: "ERR_GATEWAY" } });
  expect(shop.control.select().from(charges).all()).toEqual([]);
  const { txid } = (await shop.subscribe()).body;
  shop.efi.pay(txid);
  shop.efi.state.failing = 3;
  for (const later of [30 * second, minute, 2 * minute]) await shop.check(later);
  expect([shop.dueDate(), shop.efi.state.failing]).toEqual(["2026-11-25", 0]);
  shop.efi.revokeTokens();
  // A day later, long after the charge expired.
  await shop.check(24 * hour);
  expect([
    shop.dueDate(),
    shop.efi.requests.filter((each) => each === "POST /oauth/token").length,
  ]).toEqual(["2026-12-25", 2]);
});

test("a charge that the gateway does not know is let go once it is over", async () => {
  using shop = await boxWithEfi();
  const now = shop.clock.now();
  shop.control.sqlite.run(
    "INSERT INTO charges (txid, invoiceId, gateway, value, code, createdAt, expiresAt, checkAt) VALUES (?, 1, 'efi', 9990, 'x', ?, ?, ?)",
    ["a".repeat(32), now, now + hour, now],
  );
  const checkAt = () =>
    shop.control.select({ checkAt: charges.checkAt }).from(charges).get()!.checkAt;
  await shop.check();
  expect(checkAt()).not.toBeNull();
  await shop.check(2 * hour);
  expect(checkAt()).toBeNull();
});

test("a token is renewed before it expires, and a charge that expires unpaid is let go", async () => {
  using shop = await boxWithEfi();
  const { txid } = (await shop.subscribe()).body;
  // A code with five minutes left is not shown again.
  shop.clock.pass(56 * minute);
  const again = await shop.as("rui", 2).post<Pix>("/subscription", { invoiceId: 1, ...payer });
  expect([again.status, again.body.txid === txid]).toEqual([200, false]);
  await shop.check(4 * minute);
  expect(shop.efi.requests.filter((each) => each === "POST /oauth/token").length).toBe(2);
  await shop.check(2 * hour);
  const before = shop.efi.requests.length;
  await shop.check(2 * hour);
  expect([
    shop.efi.requests.length,
    shop.control
      .select()
      .from(charges)
      .all()
      .map(({ checkAt }) => checkAt),
    shop.efi.wrong,
  ]).toEqual([before, [null, null], []]);
});

test("Efí is asked to tell at the box's public address, where there is one", async () => {
  using shop = await boxWithEfi("https://balcao.example.com/");
  expect(await shop.owner.post("/subscription/billing/webhook")).toMatchObject({
    status: 200,
    body: { url: "https://balcao.example.com/api/subscription/webhook/efi" },
  });
  expect([shop.efi.state.webhookUrl, shop.efi.wrong]).toEqual([
    "https://balcao.example.com/api/subscription/webhook/efi",
    [],
  ]);
  shop.efi.state.failing = 1;
  expect(await shop.owner.post("/subscription/billing/webhook")).toMatchObject({
    status: 503,
    body: { error: "ERR_GATEWAY_REFUSED" },
  });
  using hidden = await boxWithEfi();
  expect(await hidden.owner.post("/subscription/billing/webhook")).toMatchObject({
    status: 409,
    body: { error: "ERR_NO_PUBLIC_URL" },
  });
  expect(hidden.efi.requests).toEqual([]);
  // The address from the owner's page counts as well as the one from the start.
  hidden.control.sqlite.run(
    "INSERT INTO boxSettings (key, value) VALUES ('publicUrl', '\"https://loja.example.com\"')",
  );
  expect(await hidden.owner.post("/subscription/billing/webhook")).toMatchObject({
    status: 200,
    body: { url: "https://loja.example.com/api/subscription/webhook/efi" },
  });
});

test("without the account's certificate nobody is answered", async () => {
  using shop = await boxWithEfi();
  const answer = await shop.httpClient
    .request(`${shop.efi.url}/oauth/token`, { method: "POST" })
    .then(
      ({ status }) => status,
      (error: Error) => error.message,
    );
  expect(answer).toBe("unanswered: unreachable");
  shop.control.sqlite.run("UPDATE billing SET certificate = NULL");
  expect(await shop.subscribe()).toMatchObject({ status: 503, body: { error: "ERR_GATEWAY" } });
});

test("what was paid stays paid when the company's file can't be used", async () => {
  using shop = await boxWithEfi();
  const { txid } = (await shop.subscribe()).body;
  shop.efi.pay(txid);
  const db = shop.dbs.open(2);
  db.sqlite.run("DROP TABLE events");
  await shop.check();
  expect([shop.dueDate(), shop.control.select().from(invoicePayments).all().length]).toEqual([
    "2026-12-25",
    1,
  ]);
});
