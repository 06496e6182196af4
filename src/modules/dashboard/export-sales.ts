import { and, asc, eq, gt, gte, lt, sql } from "drizzle-orm";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { contacts } from "../contacts/table.ts";
import { amountCell, momentCell, sheetFile, type SheetCell } from "../../kit/files/xlsx.ts";
import { amountOf, centsOf } from "../../shared/money.ts";
import { fiado } from "../../shared/payments.ts";
import { owedOf } from "../../shared/receipts.ts";
import { couriers } from "../couriers/table.ts";
import { orderStatus } from "../order-status/table.ts";
import { orders } from "../orders/table.ts";
import { payments } from "../payments/table.ts";
import { stores } from "../stores/table.ts";
import { users } from "../users/table.ts";
import type { Period } from "./period.ts";

/** How many orders are read at a time. */
const pageSize = 500;

const columns = [
  "Número",
  "Data",
  "Status",
  "Cliente",
  "Vendedor",
  "Loja",
  "Pagamento",
  "Entrega",
  "Subtotal",
  "Desconto",
  "Frete",
  "Total",
  "Recebido",
  "A receber",
  "Canal",
  "Entregador",
  "Para quando",
];
const widths = [10, 18, 18, 30, 20, 24, 20, 12, 12, 12, 12, 12, 12, 12, 12, 20, 18];

/** The orders of a period as the bytes of an xlsx, cancelled ones too. Recorded in the audit. */
export function exportSales(
  db: CompanyDb,
  me: Me,
  period: Period,
): { name: string; body: AsyncGenerator<Uint8Array> } {
  db.write((tx) =>
    addAuditEntry(tx, {
      userId: me.id,
      action: "salesExported",
      subject: "orders",
      details: { from: period.from, to: period.to },
    }),
  );
  return {
    name: `vendas-${period.from}-${period.to}.xlsx`,
    body: sheetFile({ name: "Vendas", head: columns, widths, rows: rowsOf(db, period) }),
  };
}

const channelNames = {
  WHATSAPP: "WhatsApp",
  COUNTER: "Balcão",
  PHONE: "Telefone",
  WINDOW: "Janela",
} as const;

type Paid = { total: string; received: string | null; cancelledAt: Date | null };

const owedBy = ({ total, received, cancelledAt }: Paid) =>
  amountOf(
    owedOf({
      total: centsOf(total),
      received: received === null ? null : centsOf(received),
      refunded: 0,
      isCancelled: cancelledAt !== null,
    }),
  );

async function* rowsOf(
  db: CompanyDb,
  { since, until, timezone }: Period,
): AsyncGenerator<SheetCell[][]> {
  const { id, number, emission, typeRoute, subTotal, discount, freight, total } = orders;
  const page = db
    .select({
      id,
      number,
      emission,
      typeRoute,
      subTotal,
      discount,
      freight,
      total,
      status: orderStatus.name,
      contact: contacts.name,
      user: users.name,
      store: stores.name,
      payment: payments.name,
      received: orders.received,
      cancelledAt: orders.cancelledAt,
      channel: orders.channel,
      courier: couriers.name,
      wantedAt: orders.wantedAt,
    })
    .from(orders)
    .innerJoin(orderStatus, eq(orderStatus.id, orders.statusId))
    .innerJoin(stores, eq(stores.id, orders.storeId))
    .leftJoin(payments, eq(payments.id, orders.paymentId))
    .leftJoin(couriers, eq(couriers.id, orders.courierId))
    .leftJoin(contacts, eq(contacts.id, orders.contactId))
    .leftJoin(users, eq(users.id, orders.userId))
    .where(
      and(
        gte(emission, new Date(since)),
        lt(emission, new Date(until)),
        gt(id, sql.placeholder("after")),
      ),
    )
    .orderBy(asc(id))
    .limit(pageSize)
    .prepare();
  for (let after = 0; ; await new Promise(setImmediate)) {
    const rows = page.all({ after });
    yield rows.map((row) => [
      row.number,
      momentCell(row.emission, timezone),
      row.status,
      row.contact ?? "",
      row.user ?? "",
      row.store,
      row.payment ?? fiado.name,
      row.typeRoute,
      ...[row.subTotal, row.discount, row.freight, row.total].map(amountCell),
      // An order that is older than receipts has neither.
      ...(row.received === null ? ["", ""] : [row.received, owedBy(row)].map(amountCell)),
      channelNames[row.channel],
      row.courier ?? "",
      row.wantedAt ? momentCell(row.wantedAt, timezone) : "",
    ]);
    if (rows.length < pageSize) return;
    after = rows.at(-1)!.id;
  }
}
