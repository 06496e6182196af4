import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { test, world } from "../../testing/world.ts";
import type { Recurrence } from "../../shared/companies.ts";
import { chosenDue, extendDueDate } from "./due-date.ts";
import { setGraceDays } from "./standing.ts";
import { companies } from "./table.ts";

test("a due date moves by its period, from today when it has passed, and keeps its day", () => {
  const { control } = world();
  const extended = (
    dueDate: string | null,
    now: string,
    recurrence: Recurrence = "MENSAL",
    times = 1,
  ) =>
    control.write((tx) => {
      tx.update(companies)
        .set({ ...chosenDue(dueDate), recurrence })
        .where(eq(companies.id, 1))
        .run();
      return Array.from({ length: times }, () => extendDueDate(tx, 1, Date.parse(now))).at(-1);
    });
  const noon = "2026-11-20T15:00:00Z";
  const periods: Recurrence[] = ["MENSAL", "BIMESTRAL", "TRIMESTRAL", "SEMESTRAL", "ANUAL"];
  expect(periods.map((each) => extended("2026-11-25", noon, each))).toEqual([
    "2026-12-25",
    "2027-01-25",
    "2027-02-25",
    "2027-05-25",
    "2027-11-25",
  ]);
  expect(extended("2026-11-20", noon)).toBe("2026-12-20");
  expect(extended("2026-10-01", noon)).toBe("2026-12-20");
  expect(extended(null, noon)).toBe("2026-12-20");
  // Still the 19th in São Paulo.
  expect(extended("1970-01-01", "2026-11-20T02:00:00Z")).toBe("2026-12-19");
  expect(extended("2099-12-31", noon)).toBe("2100-01-31");
  // A shorter month cuts the day, and the next one restores it.
  expect([1, 2, 3, 4].map((times) => extended("2027-01-31", noon, "MENSAL", times))).toEqual([
    "2027-02-28",
    "2027-03-31",
    "2027-04-30",
    "2027-05-31",
  ]);
  expect(extended("2028-02-29", noon, "ANUAL")).toBe("2029-02-28");
  expect(extended("2028-02-29", noon, "ANUAL", 4)).toBe("2032-02-29");
});

test("within the days of grace a due date moves from itself, after them from today", () => {
  const { control } = world();
  control.write((tx) => setGraceDays(tx, 10));
  const extended = (today: string, paid?: string) =>
    control.write((tx) => {
      tx.update(companies)
        .set({ ...chosenDue("2027-01-31"), recurrence: "MENSAL" })
        .where(eq(companies.id, 1))
        .run();
      return extendDueDate(tx, 1, Date.parse(`${today}T15:00:00Z`), paid);
    });
  expect(
    ["2027-02-01", "2027-02-09", "2027-02-10", "2027-02-11"].map((day) => extended(day)),
  ).toEqual(["2027-02-28", "2027-02-28", "2027-02-28", "2027-03-11"]);
  // The next period begins after a later paid one; an earlier paid one changes nothing.
  expect(extended("2027-02-01", "2027-02-28")).toBe("2027-03-31");
  expect(extended("2027-02-01", "2026-12-31")).toBe("2027-02-28");
  expect(extended("2027-02-11", "2027-02-28")).toBe("2027-03-11");
});
