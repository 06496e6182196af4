import { asc, eq, inArray, sql } from "drizzle-orm";
import { escaped } from "../../kit/files/markup.ts";
import type { Tx } from "../../kit/db/company-db.ts";
import { itemLine } from "../../shared/item-line.ts";
import { list, section, text, time } from "../personal-data/html.ts";
import {
  moveRows,
  moveTicketRows,
  part,
  type Leftovers,
  type Person,
  type PersonalData,
} from "../personal-data/register.ts";
import { couriers } from "../couriers/table.ts";
import { receipts } from "../tills/table.ts";
import { stockMovements } from "../stock/table.ts";
import { payments } from "../payments/table.ts";
import { pixCharges } from "../pix-accounts/table.ts";
import { emitOrder } from "./orders.ts";
import { orderHistory, orderItems, orders } from "./table.ts";

const withOrder = "they go with their order";

const titles = { ptBR: "Pedidos", en: "Orders", es: "Pedidos" };

const wantedLabel = { ptBR: "para", en: "for", es: "para" };

const courierLabel = { ptBR: "entregador:", en: "courier:", es: "repartidor:" };

const itemTitles = { ptBR: "Itens dos pedidos", en: "Ordered items", es: "Artículos pedidos" };

const receiptTitles = { ptBR: "Pagamentos", en: "Payments", es: "Pagos" };

export const orderData: PersonalData[] = [
  {
    table: orders,
    erase: eraseWords,
    export: part({
      name: "orders",
      read: (db, { id }) =>
        db
          .select({
            number: orders.number,
            emission: orders.emission,
            total: orders.total,
            contactAddress: orders.contactAddress,
            notes: orders.notes,
            wantedAt: orders.wantedAt,
            courier: couriers.name,
          })
          .from(orders)
          .leftJoin(couriers, eq(couriers.id, orders.courierId))
          .where(eq(orders.contactId, id))
          .orderBy(asc(orders.id))
          .all(),
      section: (all, { language, dates }) =>
        section(
          titles[language],
          list(
            all.map(({ number, emission, total, contactAddress, notes, wantedAt, courier }) =>
              [
                `<b>#${number}</b>`,
                time(emission, dates.moment),
                `R$ ${escaped(total)}`,
                ...(wantedAt ? [`${wantedLabel[language]} ${time(wantedAt, dates.moment)}`] : []),
                ...(courier ? [`${courierLabel[language]} ${text(courier)}`] : []),
                ...[
                  contactAddress &&
                    Object.values(contactAddress)
                      .filter((part) => typeof part === "string" && part)
                      .join(", "),
                  notes,
                ].flatMap((field) => (field ? [text(field)] : [])),
              ].join(" · "),
            ),
          ),
        ),
    }),
    merge: moveRows(orders),
    mergeTickets: moveTicketRows(orders),
    remove: forgetContact,
  },
  {
    table: receipts,
    erase: eraseNotes,
    export: part({
      name: "receipts",
      read: (db, { id }) =>
        db
          .select({
            number: orders.number,
            method: payments.name,
            value: receipts.value,
            change: receipts.change,
            note: receipts.note,
            at: receipts.at,
          })
          .from(receipts)
          .innerJoin(orders, eq(orders.id, receipts.orderId))
          .innerJoin(payments, eq(payments.id, receipts.paymentId))
          .where(eq(orders.contactId, id))
          .orderBy(asc(receipts.id))
          .all(),
      section: (all, { language, dates }) =>
        section(
          receiptTitles[language],
          list(
            all.map(({ number, method, value, note, at }) =>
              [
                `<b>#${number}</b>`,
                time(at, dates.moment),
                `R$ ${escaped(value)}`,
                text(method),
                ...(note ? [text(note)] : []),
              ].join(" · "),
            ),
          ),
        ),
    }),
    merge: withOrder,
  },
  {
    table: orderItems,
    erase: eraseWishes,
    export: part({
      name: "orderItems",
      read: (db, { id }) =>
        db
          .select({
            number: orders.number,
            name: orderItems.name,
            amount: orderItems.amount,
            unit: orderItems.unit,
            options: orderItems.options,
            note: orderItems.note,
          })
          .from(orderItems)
          .innerJoin(orders, eq(orders.id, orderItems.orderId))
          .where(eq(orders.contactId, id))
          .orderBy(asc(orders.id), asc(orderItems.position))
          .all(),
      section: (all, { language }) =>
        section(
          itemTitles[language],
          list(
            all.map(({ number, name, amount, unit, options, note }) =>
              [
                `<b>#${number}</b>`,
                text(itemLine({ amount, unit, product: { name } })),
                ...options.map((option) => text(option.name)),
                ...(note ? [text(note)] : []),
              ].join(" · "),
            ),
          ),
        ),
    }),
    merge: withOrder,
  },
  {
    table: stockMovements,
    erase: "what went out is counted",
    export: "the order says what was sold",
    merge: withOrder,
  },
  {
    table: pixCharges,
    erase: "it says an amount, and who paid is in no column",
    export: "the payments say what came",
    merge: withOrder,
  },
  {
    table: orderHistory,
    erase: "it says what staff did",
    export: "the team's own steps",
    merge: withOrder,
  },
];

/** Sold items stay, for the figures; the address and the notes go. */
function eraseWords(tx: Tx, { id }: Person, { announce }: Leftovers) {
  const changed = tx
    .update(orders)
    .set({ contactAddress: null, contactAddressId: null, notes: "" })
    .where(eq(orders.contactId, id))
    .returning({ id: orders.id })
    .all();
  announce.push(() => {
    for (const order of changed) emitOrder(tx, "update", order.id);
  });
}

/** The items are counted; the wishes may say something of the person. */
function eraseWishes(tx: Tx, { id }: Person) {
  const theirs = tx.select({ id: orders.id }).from(orders).where(eq(orders.contactId, id));
  tx.update(orderItems).set({ note: "" }).where(inArray(orderItems.orderId, theirs)).run();
}

/** The sums stay; the notes may say something of the person. */
function eraseNotes(tx: Tx, { id }: Person) {
  const theirs = tx.select({ id: orders.id }).from(orders).where(eq(orders.contactId, id));
  tx.update(receipts).set({ note: "" }).where(inArray(receipts.orderId, theirs)).run();
}

/**
 * The orders of a deleted contact lose their contact. Their tickets and budgets go with the
 * contact, and the event comes before.
 */
function forgetContact(tx: Tx, { id: contactId }: Person) {
  const [ticketId, budgetId] = [
    sql`(SELECT id FROM tickets WHERE id = ${orders.ticketId} AND contactId <> ${contactId})`,
    sql`(SELECT id FROM budgets WHERE id = ${orders.budgetId} AND contactId <> ${contactId})`,
  ];
  const changed = tx
    .update(orders)
    .set({ contactId: null, contactAddress: null, contactAddressId: null, ticketId, budgetId })
    .where(eq(orders.contactId, contactId))
    .returning({ id: orders.id, userId: orders.userId, storeId: orders.storeId })
    .all();
  for (const { id, ...order } of changed) emitOrder(tx, "update", id, { ...order, contactId });
}
