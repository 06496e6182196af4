import type { Database } from "bun:sqlite";
import { closeSync, openSync, writeSync } from "node:fs";

/**
 * The tables that a shop can read without Balcão, in any spreadsheet. Times are UTC, amounts in the
 * currency.
 */
const tables: Record<string, string> = {
  contacts:
    "SELECT id, name, number, email, CASE isGroup WHEN 1 THEN 'group' ELSE 'person' END AS kind, datetime(createdAt / 1000, 'unixepoch') AS createdAt FROM contacts ORDER BY id",
  messages: `SELECT m.id, m.ticketId, c.name AS contact, c.number, CASE m.fromMe WHEN 1 THEN 'sent' ELSE 'received' END AS direction, u.name AS user, datetime(m.createdAt / 1000, 'unixepoch') AS at, m.mediaType, m.body, f.name AS file, f.sha256
    FROM messages m LEFT JOIN contacts c ON c.id = m.contactId LEFT JOIN users u ON u.id = m.userId LEFT JOIN media f ON f.id = m.mediaId ORDER BY m.id`,
  orders: `SELECT o.number, datetime(o.emission / 1000, 'unixepoch') AS emission, s.name AS status, c.name AS contact, c.number AS phone, u.name AS soldBy, o.typeRoute, printf('%.2f', o.subTotal / 100.0) AS subTotal, printf('%.2f', o.freight / 100.0) AS freight,
    printf('%.2f', o.discount / 100.0) AS discount, printf('%.2f', o.total / 100.0) AS total, o.notes FROM orders o LEFT JOIN orderStatus s ON s.id = o.statusId LEFT JOIN contacts c ON c.id = o.contactId LEFT JOIN users u ON u.id = o.userId ORDER BY o.id`,
  orderItems:
    "SELECT o.number AS orderNumber, i.name AS product, i.amount / 1000.0 AS amount, i.unit, printf('%.2f', i.unitary / 100.0) AS unitary, printf('%.2f', i.total / 100.0) AS total FROM orderItems i JOIN orders o ON o.id = i.orderId ORDER BY o.id, i.position",
  receipts: `SELECT o.number AS orderNumber, datetime(r.at / 1000, 'unixepoch') AS at, p.name AS method,
    printf('%.2f', r.value / 100.0) AS value, printf('%.2f', r.change / 100.0) AS change, u.name AS user, r.note
    FROM receipts r JOIN orders o ON o.id = r.orderId JOIN payments p ON p.id = r.paymentId
    LEFT JOIN users u ON u.id = r.userId ORDER BY r.id`,
};

const invoiceQuery =
  "SELECT id, dueDate, detail, printf('%.2f', value / 100.0) AS value, status, datetime(paidAt / 1000, 'unixepoch') AS paidAt FROM invoices WHERE companyId = ? ORDER BY id";

/** Writes them as CSV files of a folder, row by row. Returns their names. */
export function writeReadable(
  folder: string,
  company: Database,
  control: Database,
  companyId: number,
): string[] {
  for (const [name, sql] of Object.entries(tables)) writeCsv(`${folder}/${name}.csv`, company, sql);
  writeCsv(`${folder}/invoices.csv`, control, invoiceQuery, companyId);
  return [...Object.keys(tables), "invoices"].map((name) => `${name}.csv`);
}

function writeCsv(path: string, sqlite: Database, sql: string, ...values: number[]) {
  const query = sqlite.query<Record<string, string | number | null>, number[]>(sql);
  const file = openSync(path, "wx", 0o600);
  try {
    // With a byte order mark, which spreadsheets look for.
    writeSync(file, `\ufeff${query.columnNames.join(",")}\r\n`);
    for (const row of query.iterate(...values))
      writeSync(file, `${Object.values(row).map(cell).join(",")}\r\n`);
  } finally {
    closeSync(file);
  }
}

// A spreadsheet would run a text that begins like a formula.
function cell(value: string | number | null): string {
  if (typeof value === "number") return String(value);
  const text = (value ?? "").replace(/^[=+\-@\t\r]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
