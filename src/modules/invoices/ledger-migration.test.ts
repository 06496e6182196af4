import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { migrate, migrationsFor } from "../../kit/db/migrate.ts";

test("invoices and payments of a box from before keep their numbers, and charges their invoices", () => {
  const sqlite = new Database(":memory:", { strict: true });
  const migrations = migrationsFor("control");
  const at = migrations.findIndex(({ name }) => name.startsWith("0018_invoice_ledger"));
  migrate(sqlite, migrations.slice(0, at));
  sqlite.run("PRAGMA foreign_keys = ON");
  sqlite.run("INSERT INTO plans (id, name, createdAt, updatedAt) VALUES (1, 'Completo', 1, 1)");
  sqlite.run(
    "INSERT INTO companies (id, name, planId, createdAt, updatedAt) VALUES (2, 'Quitanda', 1, 1, 1)",
  );
  const invoice = (id: number, day: string, status: string) =>
    sqlite.run(
      "INSERT INTO invoices (id, companyId, dueDate, detail, value, users, connections, queues, status, createdAt, updatedAt) VALUES (?, 2, ?, 'Completo', 9990, 1, 1, 1, ?, 1, 1)",
      [id, day, status],
    );
  invoice(3, "2026-11-25", "paid");
  invoice(4, "2026-12-25", "open");
  invoice(9, "2027-01-25", "open");
  sqlite.run("DELETE FROM invoices WHERE id = 9");
  const payment = (endToEndId: string, value: number) =>
    sqlite.run(
      "INSERT INTO invoicePayments (endToEndId, invoiceId, value, paidAt, createdAt) VALUES (?, 3, ?, 1, 1)",
      [endToEndId, value],
    );
  payment("E1", 4000);
  payment("manual:3", 9990);
  sqlite.run(
    "INSERT INTO charges (txid, invoiceId, gateway, value, code, createdAt) VALUES ('FATURA4', 4, 'pix', 9990, 'x', 1)",
  );
  migrate(sqlite, migrations);

  expect(sqlite.query("SELECT id, status, forPeriod, months FROM invoices").values()).toEqual([
    [3, "paid", 1, 1],
    [4, "open", 1, 1],
  ]);
  // Marked as paid after a part, it was noted with all of its value: the rest of it came by hand.
  expect(
    sqlite
      .query("SELECT endToEndId, invoiceId, companyId, companyName, value FROM invoicePayments")
      .values(),
  ).toEqual([
    ["E1", 3, 2, "Quitanda", 4000],
    ["manual:3", 3, 2, "Quitanda", 5990],
  ]);
  // A number that was given once is not given again.
  const { lastInsertRowid } = sqlite.run(
    "INSERT INTO invoices (companyId, dueDate, detail, value, users, connections, queues, createdAt, updatedAt) VALUES (2, '2027-01-25', 'Completo', 9990, 1, 1, 1, 1, 1)",
  );
  expect(lastInsertRowid).toBe(10);
  sqlite.run("DELETE FROM companies");
  expect([
    sqlite.query("SELECT count(*) FROM invoices").values(),
    sqlite.query("SELECT count(*) FROM charges").values(),
    sqlite.query("SELECT invoiceId FROM invoicePayments").values(),
  ]).toEqual([[[0]], [[0]], [[null], [null]]]);
});
