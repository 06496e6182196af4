import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { box, test, world } from "../../testing/world.ts";
import { companies, plans } from "../companies/table.ts";
import { setGraceDays } from "../companies/standing.ts";
import { keepPayment } from "../invoices/pay.ts";
import { invoices } from "../invoices/table.ts";
import { countUsage } from "./count-usage.ts";
import type { BusinessCompany, BusinessFigures } from "./table.ts";

/** Rui owns the box, whose day is 20 November 2026; he has six customers on three plans. */
async function reseller() {
  const shop = await box(world());
  const { control, clock } = shop;
  control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  const stamps = { createdAt: new Date(clock.now()), updatedAt: new Date(clock.now()) };
  const plan = (id: number, name: string, value: string, users: number) =>
    control
      .insert(plans)
      .values({ id, name, value, users, connections: 2, ...stamps })
      .run();
  plan(11, "Loja", "199.90", 2);
  plan(12, "Rede", "399.00", 20);
  plan(13, "Interno", "0.00", 0);
  const company = (
    id: number,
    name: string,
    planId: number,
    dueDate: string | null,
    more: Partial<typeof companies.$inferInsert> = {},
  ) => {
    control
      .insert(companies)
      .values({ id, name, planId, dueDate, ...stamps, ...more })
      .run();
    shop.dbs.create(id);
  };
  const invoice = (
    id: number,
    companyId: number,
    dueDate: string,
    value: string,
    paid?: [amount: string, at: number],
  ) => {
    control
      .insert(invoices)
      .values({
        id,
        companyId,
        dueDate,
        value,
        detail: "Plano",
        users: 1,
        connections: 1,
        queues: 1,
        ...stamps,
      })
      .run();
    if (paid)
      keepPayment(control, {
        endToEndId: `E${id}`,
        invoiceId: id,
        txid: null,
        value: paid[0],
        paidAt: new Date(paid[1]),
      });
  };
  return { ...shop, owner: shop.as("rui"), company, invoice };
}

const read = async (shop: Awaited<ReturnType<typeof reseller>>) =>
  (await shop.owner.get<BusinessFigures>("/business")).body;

test("the owner reads what came, what is owed and what each month is worth", async () => {
  const shop = await reseller();
  const { control, clock } = shop;
  control.write((tx) => setGraceDays(tx, 5));
  control.update(companies).set({ dueDate: null }).run();
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const at = (days: number) => Temporal.PlainDate.from(today).add({ days }).toString();
  shop.company(21, "Em dia", 11, at(-1));
  shop.company(22, "Anual", 12, at(-1), { recurrence: "ANUAL" });
  shop.company(23, "Vencida", 11, at(-5));
  shop.company(24, "Parada", 11, at(-6));
  shop.company(25, "Teste", 12, at(2));
  shop.company(26, "Sem preço", 13, at(10));
  // Each payment moves its company's due date on.
  shop.invoice(201, 21, at(-1), "199.90", ["199.90", clock.now()]);
  shop.invoice(202, 22, at(-1), "4788.00", ["4788.00", clock.now()]);
  shop.invoice(203, 23, at(-5), "199.90");
  shop.invoice(204, 24, at(-6), "199.90");
  shop.invoice(205, 21, at(20), "199.90");
  const figures = await read(shop);
  expect(figures).toMatchObject({
    companies: 8,
    received: { value: "4987.90" },
    overdue: { value: "399.80", invoices: 2, companies: 2 },
    // 199.90 of one in time, 399.00 of the yearly one, 199.90 of the overdue one.
    recurring: { value: "798.80", since: null },
    trials: { companies: 1, endSoon: 1 },
    states: { overdue: 1, trial: 1, stopped: 1 },
  });
  expect(figures.months).toHaveLength(12);
  expect(figures.months.at(-1)).toMatchObject({ value: "4987.90" });
  expect(figures.plans.find(({ id }) => id === 11)).toMatchObject({
    ok: 1,
    overdue: 1,
    trial: 0,
    stopped: 1,
    recurring: "399.80",
  });
  expect(figures.needs).toMatchObject([
    { kind: "overdue", companyName: "Vencida", value: "199.90", days: 5, stopsIn: 1 },
    { kind: "trial", companyName: "Teste", dueDate: at(2) },
  ]);
});

test("a doubled payment and a full plan ask for the owner", async () => {
  const shop = await reseller();
  const { control, clock } = shop;
  shop.company(21, "Lírio", 11, null);
  shop.invoice(201, 21, "2026-11-20", "199.90", ["399.80", clock.now()]);
  shop.dbs
    .open(21)
    .sqlite.run(
      "INSERT INTO users (name, email, profile, createdAt, updatedAt) VALUES ('A', 'a@x.br', 'admin', 1, 1), ('B', 'b@x.br', 'user', 1, 1)",
    );
  countUsage(shop.dbs);
  expect((await read(shop)).needs).toMatchObject([
    { kind: "paidTwice", companyName: "Lírio", invoiceId: 201, value: "199.90" },
    { kind: "limit", companyName: "Lírio", what: "users", used: 2, limit: 2, planName: "Loja" },
  ]);
  // A free place more, and nobody is asked.
  control.update(plans).set({ users: 3 }).where(eq(plans.id, 11)).run();
  expect((await read(shop)).needs).toMatchObject([{ kind: "paidTwice" }]);
  clock.set("2026-12-22T12:00:00Z");
  expect((await shop.as("rui").get<BusinessFigures>("/business")).body.needs).toEqual([]);
});

test("the table shows state, use and debt, and its filters add up", async () => {
  const shop = await reseller();
  shop.company(21, "Zebra", 11, "2026-12-30");
  shop.company(22, "Abelha", 12, null, { status: false });
  shop.invoice(201, 21, "2027-01-30", "50.00");
  countUsage(shop.dbs);
  countUsage(shop.dbs);
  const list = async (query = "") =>
    (
      await shop.owner.get<{ companies: BusinessCompany[]; count: number }>(
        `/business/companies?${query}`,
      )
    ).body;
  expect((await list("searchParam=zebra")).companies).toMatchObject([
    {
      name: "Zebra",
      state: "trial",
      owed: "50.00",
      plan: { name: "Loja" },
      usage: { users: 0, connections: 0, lastUsedAt: null },
    },
  ]);
  expect((await list("state=stopped")).companies.map(({ name }) => name)).toEqual(["Abelha"]);
  expect((await list("planId=11")).count).toBe(1);
  const { states, companies: all } = await read(shop);
  for (const state of ["ok", "overdue", "trial", "stopped"] as const)
    expect([state, (await list(`state=${state}`)).count]).toEqual([state, states[state]]);
  expect((await list()).count).toBe(all);
  expect((await list("order=name")).companies[0]?.name).toBe("Abelha");
  expect(await shop.owner.get("/business/companies?state=lost")).toMatchObject({ status: 422 });
  expect(await shop.as("ana").get("/business")).toMatchObject({ status: 403 });
});
