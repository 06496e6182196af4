import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { insertTimestamps } from "../../kit/db/table.ts";
import { test, world } from "../../testing/world.ts";
import { amountOf } from "../../shared/money.ts";
import type { Recurrence } from "../../shared/companies.ts";
import { companies, plans } from "../companies/table.ts";
import { chosenDue } from "../companies/due-date.ts";
import { makeInvoices, runInvoices } from "./make.ts";
import { keepPayment } from "./pay.ts";
import { invoices } from "./table.ts";

function shop(dueDate: string | null, recurrence: Recurrence = "MENSAL") {
  const { control, dbs, clock } = world();
  control.update(plans).set({ value: "99.90", users: 5, connections: 2, queues: 3 }).run();
  control
    .update(companies)
    .set({ ...chosenDue(dueDate), recurrence })
    .where(eq(companies.id, 2))
    .run();
  return {
    control,
    dbs,
    clock,
    days: () =>
      control
        .select()
        .from(invoices)
        .orderBy(invoices.dueDate)
        .all()
        .map((each) => each.dueDate),
  };
}

test("an invoice is made twenty days before its period, once, with what the plan costs then", () => {
  const { control, clock } = shop("2026-12-20");
  clock.set("2026-11-30T02:59:59Z");
  expect(makeInvoices(control)).toEqual([]);
  clock.set("2026-11-30T03:00:00Z");
  expect(makeInvoices(control)).toEqual([{ companyId: 2, dueDate: "2026-12-20" }]);
  expect(control.select().from(invoices).all()).toMatchObject([
    {
      companyId: 2,
      dueDate: "2026-12-20",
      detail: "Completo",
      value: "99.90",
      users: 5,
      connections: 2,
      queues: 3,
      status: "open",
      paidAt: null,
    },
  ]);
  control.update(plans).set({ value: "120.00" }).run();
  expect(makeInvoices(control)).toEqual([]);
  expect(control.select().from(invoices).all()).toMatchObject([{ value: "99.90" }]);
});

test("a period of several months costs its months", () => {
  for (const [recurrence, months, value] of [
    ["MENSAL", 1, "99.90"],
    ["BIMESTRAL", 2, "199.80"],
    ["TRIMESTRAL", 3, "299.70"],
    ["SEMESTRAL", 6, "599.40"],
    ["ANUAL", 12, "1198.80"],
  ] as const) {
    const { control } = shop("2026-11-25", recurrence);
    makeInvoices(control);
    expect(control.select().from(invoices).all()).toMatchObject([{ value, months }]);
  }
});

test("the company's admins are told of a new invoice, and so is the owner of the box", () => {
  const { control } = shop("2026-11-25");
  const frames: unknown[] = [];
  const run = () => runInvoices(control, (...args) => frames.push(args));
  run();
  run();
  expect(frames).toEqual(
    [2, 1].map((company) => [company, { event: "invoice", action: "reload" }, { to: "admins" }]),
  );
});

test("who never falls due, is blocked or has a plan without a price gets none", () => {
  for (const change of [
    "UPDATE companies SET dueDate = NULL",
    "UPDATE companies SET status = 0",
    "UPDATE plans SET value = 0",
  ]) {
    const { control } = shop("2026-11-25");
    control.sqlite.run(change);
    expect(makeInvoices(control)).toEqual([]);
  }
});

test("months in which the box was off are made up for, each once", () => {
  const { control, clock, days } = shop("2027-01-31");
  clock.set("2027-06-15T15:00:00Z");
  expect(makeInvoices(control)).toHaveLength(6);
  expect(makeInvoices(control)).toEqual([]);
  expect(days()).toEqual([
    "2027-01-31",
    "2027-02-28",
    "2027-03-31",
    "2027-04-30",
    "2027-05-31",
    "2027-06-30",
  ]);
  const quarterly = shop("2026-08-31", "TRIMESTRAL");
  quarterly.clock.set("2027-02-10T15:00:00Z");
  makeInvoices(quarterly.control);
  expect(quarterly.days()).toEqual(["2026-08-31", "2026-11-30", "2027-02-28"]);
});

test("a due date that was typed wrong makes no more than sixty", () => {
  const { control, days } = shop("1026-11-25");
  makeInvoices(control);
  expect([days().length, days().at(-1)]).toEqual([60, "2026-11-25"]);
});

const days = ["01", "08", "15", "22"];

/**
 * 300 companies on three plans; of each hundred, 25 are due on each of the 1st, 8th, 15th and 22nd.
 * Loja pays each month, Rede never, Trimestre each quarter.
 */
function manyCompanies() {
  const { control, clock } = world();
  const times = insertTimestamps(clock.now());
  control.write((tx) => {
    tx.insert(plans)
      .values([
        { id: 11, name: "Loja", value: "50.00", ...times },
        { id: 12, name: "Rede", value: "99.90", ...times },
        { id: 13, name: "Trimestre", value: "250.10", ...times }, // a month
      ])
      .run();
    for (let count = 0; count < 300; count++) {
      const group = Math.floor(count / 100);
      tx.insert(companies)
        .values({
          id: 1000 + count,
          name: `Loja ${count}`,
          planId: 11 + group,
          recurrence: group === 2 ? "TRIMESTRAL" : "MENSAL",
          ...chosenDue(`2027-01-${days[count % 4]!}`),
          ...times,
        })
        .run();
    }
  });
  return { control, clock };
}

// The invoices that are paid today: each paying company whose due date has come pays its oldest
// one.
const toBePaid = `SELECT min(i.id) AS id, i.value FROM invoices i JOIN companies c ON c.id = i.companyId
  WHERE i.status = 'open' AND i.dueDate >= c.dueDate AND c.dueDate <= ? AND detail != 'Rede' GROUP BY i.companyId`;

test("a year of 300 companies, two months of it with the box off: each period once, and the sums are right", () => {
  const { control, clock } = manyCompanies();
  const liveOn = (today: string) => {
    clock.set(`${today}T15:00:00Z`);
    makeInvoices(control);
    for (const { id, value } of control.sqlite
      .query<{ id: number; value: number }, [string]>(toBePaid)
      .all(today))
      keepPayment(control, {
        endToEndId: `E${id}`,
        invoiceId: id,
        txid: null,
        value: amountOf(value),
        paidAt: new Date(clock.now()),
      });
  };
  const months = [
    "2026-12",
    ...Array.from({ length: 12 }, (_, index) => `2027-${String(index + 1).padStart(2, "0")}`),
  ];
  // Off from 9 April to 14 June.
  for (const today of months.flatMap((month) => days.map((each) => `${month}-${each}`)))
    if (today <= "2027-04-08" || (today >= "2027-06-15" && today <= "2027-12-15")) liveOn(today);
  expect(
    control.sqlite
      .query(
        "SELECT detail, count(*) AS invoices, count(DISTINCT companyId || ' ' || dueDate) AS periods, sum(value) AS cents, sum(status = 'paid') AS paid FROM invoices GROUP BY detail ORDER BY detail",
      )
      .all(),
  ).toEqual([
    // All pay late on 15 June, and from then on the 15th, to December: 6. Before it those of the
    // 1st have January to June and 1 July, which was made by then: 7. Each other day has January to
    // June: 6. Those of the 1st and the 8th paid January to April and one late: 5. Those of the
    // 15th and the 22nd paid January to March and one late: 4.
    {
      detail: "Loja",
      invoices: 25 * (7 + 6 + 6 + 6) + 100 * 6,
      periods: 1225,
      cents: 1225 * 5000,
      paid: 50 * 5 + 50 * 4 + 100 * 6,
    },
    // January to December, and the 1st has 1 January.
    { detail: "Rede", invoices: 100 * 12 + 25, periods: 1225, cents: 1225 * 9990, paid: 0 },
    // Those of the 1st and the 8th pay in January, April, July and October, and the 1st has 1
    // January. The others pay in January, late on 15 June for April, in September and December.
    {
      detail: "Trimestre",
      invoices: 100 * 4 + 25,
      periods: 425,
      cents: 425 * 3 * 25_010,
      paid: 100 * 4,
    },
  ]);
  expect(
    control.sqlite
      .query(
        "SELECT planId, dueDate, count(*) AS companies FROM companies WHERE planId IN (11, 13) GROUP BY planId, dueDate ORDER BY planId, dueDate",
      )
      .all(),
  ).toEqual([
    { planId: 11, dueDate: "2028-01-15", companies: 100 },
    { planId: 13, dueDate: "2028-01-01", companies: 25 },
    { planId: 13, dueDate: "2028-01-08", companies: 25 },
    { planId: 13, dueDate: "2028-03-15", companies: 50 },
  ]);
});
