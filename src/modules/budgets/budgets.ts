import { and, desc, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import { canSee, type Me } from "../../kit/db/audience.ts";
import { Fault } from "../../kit/fault.ts";
import { notFound } from "../../kit/db/page.ts";
import type { Db } from "../../kit/db/queried-file.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import type { Quote } from "../../pricing/terms.ts";
import { amountOf } from "../../shared/money.ts";
import { amountOfMilli } from "../../shared/units.ts";
import { contacts } from "../contacts/table.ts";
import { findContact } from "../contacts/contacts.ts";
import { coupons } from "../coupons/table.ts";
import { payments } from "../payments/table.ts";
import { kitJson, wireKit } from "../products/kits.ts";
import { products } from "../products/table.ts";
import { stores } from "../stores/table.ts";
import { users } from "../users/table.ts";
import { salesAudience, salesVisibleTo } from "./access.ts";
import { nextNumber } from "./numbers.ts";
import { pixCodeOf } from "./pix.ts";
import { price, type BudgetBody, type CartBody } from "./price.ts";
import { wireLine } from "./refusals.ts";
import { choicesOf } from "./wanted.ts";
import { budgetItems, budgets, type Budget, type BudgetItem, type BudgetRow } from "./table.ts";

/** The most open budgets of one contact that a list shows. */
const longest = 200;

/** Items as they travel: in the file they are cents and thousandths. */
const itemsOf = sql<BudgetItem[]>`(SELECT coalesce(json_group_array(json_object(
    'productId', i.productId, 'product', json_object('name', p.name), 'unit', p.unit,
    'amount', i.amount, 'unitary', i.unitary, 'unitaryGross', i.unitaryGross,
    'discount', i.discount, 'total', i.total, 'note', i.note, 'options', json(i.options),
    'kit', json(${sql.raw(kitJson("i.productId"))})
  ) ORDER BY i.position), '[]')
  FROM ${budgetItems} i JOIN ${products} p ON p.id = i.productId WHERE i.budgetId = ${budgets.id})`.mapWith(
  wireBudgetItems,
);

const budgetsQuery = (db: Db) =>
  db
    .select({
      ...getTableColumns(budgets),
      contact: { id: contacts.id, name: contacts.name, number: contacts.number },
      store: {
        id: stores.id,
        name: stores.name,
        fantasy: stores.fantasy,
        address: stores.address,
        number: stores.number,
        neighborhood: stores.neighborhood,
        city: stores.city,
        state: stores.state,
        keyPix: stores.keyPix,
      },
      user: { id: users.id, name: users.name },
      coupon: { id: coupons.id, code: coupons.code },
      payment: { id: payments.id, name: payments.name, typePaymentId: payments.typePaymentId },
      orderItems: itemsOf,
    })
    .from(budgets)
    .innerJoin(contacts, eq(contacts.id, budgets.contactId))
    .innerJoin(stores, eq(stores.id, budgets.storeId))
    .leftJoin(payments, eq(payments.id, budgets.paymentId))
    .leftJoin(users, eq(users.id, budgets.userId))
    .leftJoin(coupons, eq(coupons.id, budgets.couponId))
    .$dynamic();

const byId = query((db) => budgetsQuery(db).where(eq(budgets.id, sql.placeholder("id"))));

/** A budget as it travels, without a permission check. Throws missing. */
export function load(db: CompanyDb, id: number): Budget {
  const row = byId(db).get({ id });
  if (!row) throw missing();
  return wireBudget(row);
}

/** A budget that `me` may see. Throws missing for any other. */
export function findBudget(db: CompanyDb, me: Me, id: number): Budget {
  const budget = load(db, id);
  if (!canSee(me, salesAudience(db, budget))) throw missing();
  return budget;
}

/** The open budgets of a contact that `me` may see, the newest first. Throws missing. */
export function openOf(db: CompanyDb, me: Me, contactId: number): Budget[] {
  findContact(db, contactId);
  const open = and(
    eq(budgets.contactId, contactId),
    isNull(budgets.closedAt),
    salesVisibleTo(me, budgets),
  );
  return budgetsQuery(db)
    .where(open)
    .orderBy(desc(budgets.id))
    .limit(longest)
    .all()
    .map(wireBudget);
}

/** Saves a cart as a budget with the next number. Throws what `price` throws. */
export const create = (db: CompanyDb, me: Me, body: BudgetBody): Budget =>
  db.write((tx) => saveBudget(tx, me, body));

/** The same within a write. */
export function saveBudget(tx: Tx, me: Me, body: BudgetBody & Pick<CartBody, "payLater">): Budget {
  const { quote, values } = price(tx, me, body);
  return addBudget(tx, quote, {
    ...values,
    contactId: body.contactId,
    channel: body.channel ?? "WHATSAPP",
    ...choicesOf(tx, body, body),
  });
}

type NewBudget = Omit<
  BudgetRow,
  "id" | "number" | "increase" | "orderId" | "closedAt" | "createdAt" | "updatedAt"
>;

/** Stores a priced cart as a budget with the next number. */
export function addBudget(tx: Tx, quote: Quote, values: NewBudget): Budget {
  const id = insertBudget(tx, {
    ...values,
    number: nextNumber(tx, "budget"),
    increase: "0.00",
    orderId: null,
    closedAt: null,
    ...insertTimestamps(tx.now()),
  });
  addItems(tx, id, quote);
  return emitBudget(tx, "create", id);
}

/**
 * Changes an open budget. Throws missing, a conflict when it was closed, and what `price` throws.
 */
export function update(db: CompanyDb, me: Me, id: number, body: BudgetBody): Budget {
  return db.write((tx) => {
    const before = findBudget(db, me, id);
    refuseClosed(before);
    const { quote, values } = price(tx, me, body, before);
    tx.update(budgets)
      .set({
        ...values,
        contactId: body.contactId,
        channel: body.channel ?? before.channel,
        ...choicesOf(tx, body, body, before),
        ticketId: values.ticketId ?? before.ticketId,
        ...updateTimestamps(db.now()),
      })
      .where(eq(budgets.id, id))
      .run();
    tx.delete(budgetItems).where(eq(budgetItems.budgetId, id)).run();
    addItems(tx, id, quote);
    return emitBudget(tx, "update", id, before);
  });
}

/** Deletes an open budget. Throws missing, a conflict when it was closed. */
export function remove(db: CompanyDb, me: Me, id: number) {
  return db.write((tx) => {
    const budget = findBudget(db, me, id);
    refuseClosed(budget);
    tx.delete(budgets).where(eq(budgets.id, id)).run();
    tx.emit("budget", "delete", { budgetId: id }, salesAudience(db, budget));
    return {};
  });
}

/** Emits a budget to users who may see it, and a deletion to users who no longer may. */
export function emitBudget(
  tx: Tx,
  action: "create" | "update",
  id: number,
  before?: Pick<BudgetRow, "userId" | "contactId">,
): Budget {
  const budget = load(tx, id);
  tx.emit(
    "budget",
    action,
    { budget },
    salesAudience(tx, budget),
    before && salesAudience(tx, before),
  );
  return budget;
}

export function refuseClosed({ closedAt, orderId }: Pick<BudgetRow, "closedAt" | "orderId">) {
  if (closedAt)
    throw new Fault("conflict", "ERR_BUDGET_CLOSED", {
      message: "Este orçamento já virou pedido",
      details: { orderId },
    });
}

const insertBudget = query.insert(budgets);

const insertItem = query.insert(budgetItems);

function addItems(tx: Tx, budgetId: number, { lines }: Quote) {
  for (const [position, line] of lines.entries())
    insertItem(tx, { budgetId, position, ...wireLine(line) });
}

/** Items in a JSON array, of a budget whose kits are not sold yet, in thousandths. */
function wireBudgetItems(json: string): BudgetItem[] {
  return wireItems(json).map((item) => ({ ...item, kit: wireKit(item.kit) }));
}

type StoredItem = Omit<BudgetItem, "unitary" | "unitaryGross" | "discount" | "total"> & {
  unitary: number;
  unitaryGross: number;
  discount: number;
  total: number;
};

export function wireItems(json: string): BudgetItem[] {
  return (JSON.parse(json) as StoredItem[]).map((item) => ({
    productId: item.productId,
    product: item.product,
    unit: item.unit,
    amount: amountOfMilli(item.amount),
    unitary: amountOf(item.unitary),
    unitaryGross: amountOf(item.unitaryGross),
    discount: amountOf(item.discount),
    total: amountOf(item.total),
    note: item.note,
    options: item.options,
    kit: item.kit,
  }));
}

type Row = ReturnType<ReturnType<typeof budgetsQuery>["all"]>[number];

function wireBudget({ payment, store: { keyPix, fantasy, ...store }, ...budget }: Row): Budget {
  const { total, changeFor, installments } = budget;
  return {
    ...budget,
    store,
    payments: {
      prepaid: "0.00",
      pending: total,
      methods: payment ? [{ ...payment, value: total, changeFor, installments }] : [],
    },
    pixCode: pixCodeOf({
      keyPix,
      name: fantasy || store.name,
      city: store.city ?? "",
      typePaymentId: payment?.typePaymentId ?? null,
      total,
      txid: `ORCAMENTO${budget.number}`,
    }),
  };
}

const missing = () => notFound("Orçamento não encontrado");
