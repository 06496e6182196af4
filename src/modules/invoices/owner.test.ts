import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { box, test, world } from "../../testing/world.ts";
import { setGraceDays } from "../companies/standing.ts";
import { companies, plans } from "../companies/table.ts";
import { chosenDue } from "../companies/due-date.ts";
import { makeInvoices } from "./make.ts";
import { keepPayment } from "./pay.ts";
import { settleParts } from "./settle.ts";
import { invoices, type Invoice, type ReceivedPayment, type ShownPayment } from "./table.ts";

type Detailed = Invoice & { payments: ShownPayment[] };

/** A box whose owner is Rui of the bakery, and Quitanda, which owes 99.90 from a day on. */
async function boxThatBills(
  dueDate = "2026-11-25",
  more: Partial<typeof companies.$inferInsert> = {},
) {
  const shop = await box(world());
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  shop.control.update(plans).set({ value: "99.90" }).run();
  shop.control
    .update(companies)
    .set({ ...chosenDue(dueDate), ...more })
    .where(eq(companies.id, 2))
    .run();
  const make = () => makeInvoices(shop.control).map((each) => each.dueDate);
  const company = () => shop.control.select().from(companies).where(eq(companies.id, 2)).get()!;
  const list = async () =>
    (await shop.as("rui").get<{ invoices: Invoice[] }>("/invoices/all?companyId=2")).body.invoices
      .toReversed()
      .map(({ dueDate, value, status }) => [dueDate, value, status]);
  let count = 0;
  const pays = (invoiceId: number, value: string) =>
    keepPayment(shop.control, {
      endToEndId: `E${(count += 1)}`,
      invoiceId,
      txid: null,
      value,
      paidAt: new Date(shop.clock.now()),
    });
  make();
  return {
    ...shop,
    // Signed in anew: the clock may have moved on.
    get owner() {
      return shop.as("rui");
    },
    get admin() {
      return shop.as("rui", 2);
    },
    make,
    company,
    list,
    pays,
  };
}

const audit = async (shop: Awaited<ReturnType<typeof boxThatBills>>, action: string) =>
  (await shop.owner.get<{ records: object[] }>(`/audit?action=${action}`)).body.records;

test("the owner takes back an invoice; it is asked for no more, nor made again, and its parts are credit", async () => {
  const shop = await boxThatBills();
  shop.pays(1, "30.00");
  expect(await shop.owner.post("/invoices/1/void", {})).toMatchObject({
    status: 422,
    body: { fields: { reason: "required" } },
  });
  expect(await shop.admin.post("/invoices/1/void", { reason: "Oi" })).toMatchObject({
    status: 403,
  });
  expect(await shop.owner.post("/invoices/9/void", { reason: "Oi" })).toMatchObject({
    status: 404,
  });
  expect(await shop.owner.post("/invoices/1/void", { reason: "Cobrada em dobro" })).toMatchObject({
    status: 200,
    body: { status: "void", rest: "0.00", surplus: "30.00" },
  });
  expect(await audit(shop, "invoiceVoided")).toMatchObject([
    {
      userName: "Rui",
      subject: expect.stringContaining("invoice 1 Quitanda"),
      details: { reason: "Cobrada em dobro" },
    },
  ]);
  for (const [path, body] of [
    ["/invoices/1/void", { reason: "De novo" }],
    ["/invoices/1/paid", { note: "De novo" }],
    ["/invoices/1/discount", { value: "1.00", reason: "De novo" }],
  ] as const)
    expect(await shop.owner.post(path, body)).toMatchObject({
      status: 409,
      body: { error: "ERR_INVOICE_SETTLED" },
    });
  expect(shop.make()).toEqual([]);
  expect((await shop.owner.get("/invoices/all?status=void")).body).toMatchObject({ count: 1 });
  expect((await shop.owner.get("/invoices/all?status=open")).body).toMatchObject({ count: 0 });
  expect((await shop.admin.get("/subscription")).body).toMatchObject({ credit: "30.00" });
  expect(shop.company().dueDate).toBe("2026-11-25");
});

test("the owner gives a discount: it adds up, leaves something, and may settle the invoice", async () => {
  const shop = await boxThatBills();
  for (const value of ["99.90", "100.00", "0", "-1", ""])
    expect([
      value,
      await shop.owner.post("/invoices/1/discount", { value, reason: "Amigo" }),
    ]).toMatchObject([value, { status: 422, body: { fields: { value: "invalid" } } }]);
  expect(
    await shop.owner.post("/invoices/1/discount", { value: "9.90", reason: "Cliente antigo" }),
  ).toMatchObject({
    status: 200,
    body: { value: "90.00", discount: "9.90", rest: "90.00", status: "open" },
  });
  shop.pays(1, "80.00");
  expect(
    await shop.owner.post("/invoices/1/discount", { value: "10.01", reason: "Amigo" }),
  ).toMatchObject({ status: 422, body: { fields: { value: "invalid" } } });
  expect(
    await shop.owner.post("/invoices/1/discount", { value: "10.00", reason: "Amigo" }),
  ).toMatchObject({ status: 200, body: { value: "80.00", discount: "19.90", status: "paid" } });
  expect(shop.company().dueDate).toBe("2026-12-25");
  expect(await audit(shop, "invoiceDiscounted")).toMatchObject([
    { details: { value: "10.00", reason: "Amigo" } },
    { details: { value: "9.90", reason: "Cliente antigo" } },
  ]);
});

test("the owner writes an invoice of lines; an extra one moves no due date", async () => {
  const shop = await boxThatBills();
  const lines = [
    { detail: "Instalação", value: "150" },
    { detail: "Treinamento", value: "49.90" },
  ];
  const body = { companyId: 2, dueDate: "2026-12-01", lines, reason: "Combinado por telefone" };
  expect(await shop.owner.post("/invoices", {})).toMatchObject({
    status: 422,
    body: {
      fields: { companyId: "required", dueDate: "required", lines: "required", reason: "required" },
    },
  });
  for (const [wrong, field] of [
    [{ companyId: 99 }, "companyId"],
    [{ dueDate: "2026-02-30" }, "dueDate"],
    [{ lines: [] }, "lines"],
    [{ lines: [{ detail: "Nada", value: "0" }] }, "lines.0.value"],
    [{ lines: Array.from({ length: 21 }, () => lines[0]) }, "lines"],
  ] as const)
    expect([field, await shop.owner.post("/invoices", { ...body, ...wrong })]).toMatchObject([
      field,
      { status: 422, body: { fields: { [field]: expect.any(String) } } },
    ]);
  expect(await shop.admin.post("/invoices", body)).toMatchObject({ status: 403 });
  expect(await shop.owner.post("/invoices", body)).toMatchObject({
    status: 201,
    body: {
      id: 2,
      companyId: 2,
      dueDate: "2026-12-01",
      detail: "Instalação, Treinamento",
      value: "199.90",
      status: "open",
      lines: [{ detail: "Instalação", value: "150.00" }, lines[1]],
    },
  });
  expect(await audit(shop, "invoiceWritten")).toMatchObject([
    { userName: "Rui", details: { value: "199.90", reason: "Combinado por telefone" } },
  ]);
  shop.pays(2, "199.90");
  expect(await shop.list()).toEqual([
    ["2026-11-25", "99.90", "open"],
    ["2026-12-01", "199.90", "paid"],
  ]);
  expect(shop.company().dueDate).toBe("2026-11-25");
  // An invoice is owed also by a company without a due date, or past its day.
  shop.control.update(companies).set(chosenDue(null)).where(eq(companies.id, 2)).run();
  expect(await shop.owner.post("/invoices", body)).toMatchObject({ body: { status: "open" } });
});

test("one that is written for a period whose invoice is void, or not made yet, pays for that period", async () => {
  const shop = await boxThatBills("2026-12-25");
  const lines = [{ detail: "Plano, preço combinado", value: "80.00" }];
  const body = { companyId: 2, dueDate: "2026-12-25", lines, reason: "Combinado" };
  await shop.owner.post("/invoices", body);
  shop.clock.set("2026-12-20T15:00:00Z");
  expect(shop.make()).toEqual([]);
  await shop.owner.post("/invoices/1/void", { reason: "Preço errado" });
  expect(shop.make()).toEqual([]);
  await shop.owner.post("/invoices", body);
  // A second one for the same day is extra.
  await shop.owner.post("/invoices", body);
  shop.pays(3, "80.00");
  expect(shop.company().dueDate).toBe("2026-12-25");
  shop.pays(2, "80.00");
  expect(shop.company().dueDate).toBe("2027-01-25");
});

test("an open invoice follows its plan's price, a change of plan and of recurrence; others stay", async () => {
  const shop = await boxThatBills();
  shop.clock.set("2026-12-20T15:00:00Z");
  shop.control.write((tx) => setGraceDays(tx, 60));
  shop.make();
  shop.pays(1, "99.90");
  await shop.owner.post("/invoices/2/discount", { value: "9.90", reason: "Amigo" });
  expect(await shop.owner.put("/plans/1", { value: "120.00", users: 7 })).toMatchObject({
    status: 200,
  });
  expect(await shop.list()).toEqual([
    ["2026-11-25", "99.90", "paid"],
    ["2026-12-25", "110.10", "open"],
  ]);
  expect((await shop.admin.get("/invoices/2")).body).toMatchObject({ users: 7, discount: "9.90" });
  const { body: plan } = await shop.owner.post<{ id: number }>("/plans", {
    name: "Rede",
    value: "300.00",
  });
  await shop.owner.put("/companies/2", { planId: plan.id });
  expect((await shop.list())[1]).toEqual(["2026-12-25", "290.10", "open"]);
  await shop.owner.put("/companies/2", { recurrence: "ANUAL" });
  expect((await shop.list())[1]).toEqual(["2026-12-25", "3590.10", "open"]);
  // Parts that came are enough once the price falls; without a price nothing is owed.
  shop.pays(2, "250.00");
  await shop.owner.put("/companies/2", { recurrence: "MENSAL" });
  await shop.owner.put(`/plans/${plan.id}`, { value: "259.90" });
  expect((await shop.list())[1]).toEqual(["2026-12-25", "250.00", "paid"]);
  expect(shop.company().dueDate).toBe("2027-01-25");
  shop.clock.set("2027-01-10T15:00:00Z");
  shop.make();
  await shop.owner.put(`/plans/${plan.id}`, { value: "0" });
  expect((await shop.list())[2]).toEqual(["2027-01-25", "259.90", "void"]);
  await shop.owner.put(`/plans/${plan.id}`, { value: "50.00" });
  expect(shop.make()).toEqual(["2027-01-25"]);
});

test("a due date that is moved within a period takes its open invoice along, and makes no second", async () => {
  for (const [to, expected] of [
    ["2026-12-01", [["2026-12-01", "99.90", "open"]]],
    ["2026-11-21", [["2026-11-21", "99.90", "open"]]],
    // A day short of its end; from there on it is another period, and this one is covered.
    ["2026-12-24", [["2026-12-24", "99.90", "open"]]],
    ["2026-12-25", [["2026-11-25", "99.90", "covered"]]],
  ] as const) {
    const shop = await boxThatBills();
    expect(await shop.owner.put("/companies/2", { dueDate: to })).toMatchObject({ status: 200 });
    shop.make();
    expect([to, await shop.list()]).toEqual([to, expected as never]);
  }
});

test("several open invoices move with the due date in their order; of fewer periods the rest is void", async () => {
  const shop = await boxThatBills();
  shop.control.write((tx) => setGraceDays(tx, 60));
  shop.clock.set("2027-01-10T15:00:00Z");
  shop.make();
  await shop.owner.put("/companies/2", { dueDate: "2026-11-20" });
  expect(await shop.list()).toEqual([
    ["2026-11-20", "99.90", "open"],
    ["2026-12-20", "99.90", "open"],
    ["2027-01-20", "99.90", "open"],
  ]);
  await shop.owner.put("/companies/2", { recurrence: "ANUAL" });
  expect(await shop.list()).toEqual([
    ["2026-11-20", "1198.80", "open"],
    ["2026-12-20", "99.90", "void"],
    ["2027-01-20", "99.90", "void"],
  ]);
  expect(shop.make()).toEqual([]);
});

test("within the days of grace each worked month is paid; whoever pays a later one pays the oldest", async () => {
  const shop = await boxThatBills();
  shop.control.write((tx) => setGraceDays(tx, 60));
  shop.clock.set("2027-01-10T15:00:00Z");
  shop.make();
  shop.pays(3, "99.90");
  expect([shop.company().dueDate, await shop.list()]).toEqual([
    "2026-12-25",
    [
      ["2026-12-25", "99.90", "open"],
      ["2027-01-25", "99.90", "open"],
      ["2027-01-25", "99.90", "paid"],
    ],
  ] as never);
  shop.pays(2, "99.90");
  shop.pays(1, "99.90");
  expect(shop.company().dueDate).toBe("2027-02-25");
  expect(shop.make()).toEqual([]);
});

test("a surplus pays the other open invoices, the oldest first", async () => {
  const shop = await boxThatBills();
  shop.control.write((tx) => setGraceDays(tx, 60));
  shop.clock.set("2027-01-10T15:00:00Z");
  shop.make();
  expect(shop.pays(1, "250.00")).toMatchObject({ extendedTo: "2027-01-25" });
  expect(await shop.list()).toEqual([
    ["2026-11-25", "99.90", "paid"],
    ["2026-12-25", "99.90", "paid"],
    ["2027-01-25", "99.90", "open"],
  ]);
  expect((await shop.admin.get("/invoices/3")).body).toMatchObject({
    credited: "50.20",
    rest: "49.70",
  });
  // Taken back, its credit is free again.
  await shop.owner.post("/invoices/3/void", { reason: "Encerrou" });
  expect((await shop.admin.get("/subscription")).body).toMatchObject({ credit: "50.20" });
});

test("parts that came before parts added up are found when the box starts", async () => {
  const shop = await boxThatBills();
  for (const [index, value] of [5000, 4990].entries())
    shop.control.sqlite.run(
      "INSERT INTO invoicePayments (endToEndId, invoiceId, companyId, value, paidAt, createdAt) VALUES (?, 1, 2, ?, 1, 1)",
      [`E${index}`, value],
    );
  settleParts(shop.control);
  expect([shop.company().dueDate, await shop.list()]).toEqual([
    "2026-12-25",
    [["2026-11-25", "99.90", "paid"]],
  ] as never);
  settleParts(shop.control);
  expect(shop.company().dueDate).toBe("2026-12-25");
});

test("by hand a part is noted too, up to what is left", async () => {
  const shop = await boxThatBills();
  for (const value of ["99.91", "0"])
    expect(await shop.owner.post("/invoices/1/paid", { note: "Dinheiro", value })).toMatchObject({
      status: 422,
      body: { fields: { value: "invalid" } },
    });
  expect(
    (await shop.owner.post<Detailed>("/invoices/1/paid", { note: "Dinheiro", value: "40.00" }))
      .body,
  ).toMatchObject({ status: "open", rest: "59.90", payments: [{ value: "40.00" }] });
  expect((await shop.owner.post<Detailed>("/invoices/1/paid", { note: "Pix" })).body).toMatchObject(
    {
      status: "paid",
      received: "99.90",
      surplus: "0.00",
      payments: [
        { value: "40.00", extendedTo: null },
        { value: "59.90", extendedTo: "2026-12-25" },
      ],
    },
  );
});

test("what the owner received is listed also once the company is gone", async () => {
  const shop = await boxThatBills();
  shop.pays(1, "99.90");
  shop.control.delete(companies).where(eq(companies.id, 2)).run();
  expect(shop.control.select().from(invoices).all()).toEqual([]);
  const { body } = await shop.owner.get<{ payments: ReceivedPayment[]; count: number }>(
    "/invoices/payments?searchParam=quitanda",
  );
  expect(body).toMatchObject({
    count: 1,
    payments: [
      {
        companyName: expect.stringContaining("Quitanda"),
        detail: "Completo",
        value: "99.90",
        invoiceId: null,
      },
    ],
  });
  expect((await shop.owner.get("/invoices/payments?searchParam=padaria")).body).toMatchObject({
    count: 0,
  });
  expect(await shop.as("ana").get("/invoices/payments")).toMatchObject({ status: 403 });
});

test("sums add up by filter, and a sheet has the same invoices", async () => {
  const shop = await boxThatBills("2026-10-25");
  shop.control.write((tx) => setGraceDays(tx, 60));
  shop.pays(1, "99.90");
  shop.pays(2, "10.00");
  const sums = async (by: typeof shop.owner, query = "") =>
    (await by.get<Record<string, { count: number; value: string }>>(`/invoices/sums${query}`)).body;
  const none = { count: 0, value: "0.00" };
  const [paid, left] = [
    { count: 1, value: "99.90" },
    { count: 1, value: "89.90" },
  ];
  const all = { count: 2, value: "189.80" };
  shop.clock.set("2026-11-26T02:59:59Z");
  expect(await sums(shop.owner)).toEqual({
    all,
    owed: left,
    open: left,
    overdue: none,
    paid,
    void: none,
  });
  shop.clock.set("2026-11-26T03:00:00Z");
  expect(await sums(shop.owner)).toEqual({
    all,
    owed: left,
    open: none,
    overdue: left,
    paid,
    void: none,
  });
  expect((await sums(shop.owner, "?companyId=1")).all).toEqual(none);
  // A company's admin sees their own whatever company they ask for.
  expect((await sums(shop.admin, "?companyId=1")).all).toEqual(all);
  const csv = await shop.owner.get<string>("/invoices/export?format=csv&status=overdue");
  expect(csv.body).toContain("2;Quitanda");
  expect(csv.body).toContain(";25/11/2026;99,90;10,00;89,90;Vencida\r\n");
  expect(csv.body.trim().split("\r\n")).toHaveLength(2);
});
