import { expect, test } from "bun:test";
import { noDueDate, withDueDate } from "./due-date.ts";
import { invoiceState } from "./invoices.ts";

test("an open invoice is overdue from the day after its due date on", () => {
  const invoice = { status: "open", dueDate: "2026-11-20" } as const;
  expect(
    ["2026-11-19", "2026-11-20", "2026-11-21"].map((today) => invoiceState(invoice, today)),
  ).toEqual(["open", "open", "overdue"]);
  for (const status of ["paid", "covered", "void"] as const)
    expect(invoiceState({ ...invoice, status }, "2026-11-21")).toBe(status);
});

test("a company without a due date has none, as far as screens are concerned", () => {
  expect(withDueDate<{ dueDate: string | null }>({ dueDate: noDueDate })).toEqual({
    dueDate: null,
  });
  expect(withDueDate({ dueDate: "2026-11-20" })).toEqual({ dueDate: "2026-11-20" });
});
