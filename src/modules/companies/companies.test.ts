import { expect } from "bun:test";
import { box, test, world } from "../../testing/world.ts";
import { find, overdue } from "./companies.ts";

test("the due day itself still counts, where the company is", () => {
  const { companies } = find(world().control, 1)!;
  const late = (dueDate: string | null, now: string, timezone = "America/Sao_Paulo") => overdue({ ...companies, dueDate, timezone }, Date.parse(now));
  expect(late(null, "2099-01-01T00:00:00Z")).toBe(false);
  expect(late("2026-11-20", "2026-11-20T12:00:00Z")).toBe(false);
  expect(late("2026-11-20", "2026-11-21T02:59:59Z")).toBe(false);
  expect(late("2026-11-20", "2026-11-21T03:00:00Z")).toBe(true);
  expect(late("2026-11-20", "2026-11-21T03:00:00Z", "America/Rio_Branco")).toBe(false);
});

test("a company's plan is its own people's to read, and the owner's of the box", async () => {
  const shop = await box();
  expect(await shop.as("ana").get("/companies/listPlan/1")).toMatchObject({ status: 200, body: { id: 1, plan: { name: "Completo", useKanban: true } } });
  expect(await shop.as("rui").get("/companies/listPlan/2")).toMatchObject({ status: 404, body: { error: "ERR_NO_COMPANY_FOUND" } });
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  expect(await shop.as("rui").get("/companies/listPlan/2")).toMatchObject({ status: 200, body: { id: 2 } });
  expect(await shop.as("rui").get("/companies/listPlan/9")).toMatchObject({ status: 404 });
});
