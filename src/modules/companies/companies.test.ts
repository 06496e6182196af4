import { expect } from "bun:test";
import { planFlags } from "../../shared/plan.ts";
import { box, settled, test, world } from "../../testing/world.ts";
import { find, isOverdue } from "./companies.ts";

test("the due day itself still counts, in the company's time zone", () => {
  const { companies } = find(world().control, 1)!;
  const late = (dueDate: string | null, now: string, timezone = "America/Sao_Paulo") =>
    isOverdue({ ...companies, dueDate, timezone }, Date.parse(now));
  expect(late(null, "2099-01-01T00:00:00Z")).toBe(false);
  expect(late("2026-11-20", "2026-11-20T12:00:00Z")).toBe(false);
  expect(late("2026-11-20", "2026-11-21T02:59:59Z")).toBe(false);
  expect(late("2026-11-20", "2026-11-21T03:00:00Z")).toBe(true);
  expect(late("2026-11-20", "2026-11-21T03:00:00Z", "America/Rio_Branco")).toBe(false);
});

test("a company's plan is shown to its own users and the owner of the box", async () => {
  const shop = await box();
  expect(await shop.as("ana").get("/companies/listPlan/1")).toMatchObject({
    status: 200,
    body: { id: 1, plan: { name: "Completo", useKanban: true } },
  });
  expect(await shop.as("rui").get("/companies/listPlan/2")).toMatchObject({
    status: 404,
    body: { error: "ERR_NO_COMPANY_FOUND" },
  });
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  expect(await shop.as("rui").get("/companies/listPlan/2")).toMatchObject({
    status: 200,
    body: { id: 2 },
  });
  expect(await shop.as("rui").get("/companies/listPlan/9")).toMatchObject({ status: 404 });
});

test("who signs in learns what the plan opens, as it is told of the plan itself", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  for (const change of [
    "UPDATE plans SET useSales = 0",
    "UPDATE companies SET campaignsEnabled = 0",
    "UPDATE plans SET useSales = 1",
  ]) {
    shop.control.sqlite.run(change);
    const { plan } = (await ana.get<{ plan: Record<string, unknown> }>("/companies/listPlan/1"))
      .body;
    const flags = Object.fromEntries(planFlags.map((flag) => [flag, plan[flag]]));
    expect((await ana.get<{ company: { plan: object } }>("/auth/me")).body.company.plan).toEqual(
      flags,
    );
  }
});

test("a company's admins change its time zone, and every screen is told", async () => {
  const shop = await box();
  const [rui, ana] = [shop.as("rui"), shop.as("ana")];
  const [here, there] = await Promise.all([shop.listener(ana), shop.listener(shop.as("rui", 2))]);
  await Promise.all([here.ready(), there.ready()]);
  const before = { id: 1, name: "Padaria Pão Quente", timezone: "America/Sao_Paulo" };
  const after = { ...before, timezone: "America/Manaus" };
  expect(await ana.get("/companies/1")).toMatchObject({ status: 200, body: before });
  for (const body of [
    { timezone: "America/Manaus", name: "Outra", id: 2 },
    { timezone: "America/Manaus" },
    {},
  ])
    expect(await rui.put("/companies/1", body)).toMatchObject({ status: 200, body: after });
  expect(shop.db.about()).toMatchObject({ name: before.name, timezone: after.timezone });
  expect(await rui.get("/companies/1/schedules")).toMatchObject({
    body: { timezone: after.timezone },
  });
  await settled(shop.db, here);
  await settled(shop.dbs.open(2), there);
  const received = [here, there].map(({ frames }) =>
    frames.filter(({ event }) => event === "company"),
  );
  expect(received).toMatchObject([[{ action: "update", company: after }], []]);
  const { body } = await rui.get<{ records: object[] }>("/audit?action=settingChanged");
  expect(body.records).toMatchObject([
    {
      userName: "Rui",
      subject: "setting timezone",
      details: { from: before.timezone, to: after.timezone },
    },
  ]);

  for (const timezone of ["+03:00", "Mars/Olympus", "america/manaus", "", "UTC ", 3, null])
    expect([timezone, await rui.put("/companies/1", { timezone })]).toMatchObject([
      timezone,
      { status: 422, body: { error: "ERR_VALIDATION" } },
    ]);
  expect(await ana.put("/companies/1", { timezone: "UTC" })).toMatchObject({
    status: 403,
    body: { error: "ERR_NO_PERMISSION" },
  });
  for (const refused of [
    await rui.get("/companies/2"),
    await rui.put("/companies/2", { timezone: "UTC" }),
    await rui.get("/companies/9"),
  ])
    expect(refused).toMatchObject({ status: 404, body: { error: "ERR_NO_COMPANY_FOUND" } });
});
