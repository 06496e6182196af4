import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { z } from "zod";
import { id, idParam } from "../kit/http/fields.ts";
import { create, findBudget, load, remove, update } from "../modules/budgets/budgets.ts";
import { budgetBody } from "../modules/budgets/price.ts";
import { budgets } from "../modules/budgets/table.ts";
import { confirm } from "../modules/orders/confirm.ts";
import { changeStatus } from "../modules/orders/change-status.ts";
import { orderStatus } from "../modules/order-status/table.ts";
import { find } from "../modules/orders/orders.ts";
import { receiptBody, receive } from "../modules/orders/receive.ts";
import { saleBody, sell } from "../modules/orders/sell.ts";
import { orderTexts } from "../modules/orders/texts.ts";
import { orders } from "../modules/orders/table.ts";
import { refuseForeignContact } from "./own-contact.ts";
import { changesQuery, idsByChange, pageOf } from "./page.ts";
import { budgetRow, done, listedOrderRow, orderRow } from "./rows.ts";
import { v1Route } from "./route.ts";

const idQuery = z.coerce.number().int().positive().optional();
const readOrders = { group: "orders", scope: "orders:read", plan: "useSales" } as const;
const writeOrders = { group: "orders", scope: "orders:write", plan: "useSales" } as const;
const readBudgets = { group: "budgets", scope: "budgets:read", plan: "useSales" } as const;
const writeBudgets = { group: "budgets", scope: "budgets:write", plan: "useSales" } as const;
const one = { params: idParam } as const;

// A program sells for someone: it is no seller itself.
const seller = { userId: id };
const cart = {
  storeId: 1,
  userId: 2,
  contactId: 1,
  typeRoute: "RETIRADA",
  paymentId: 1,
  orderItems: [{ productId: 1, amount: 6 }],
};

const orderRoutes = [
  v1Route({
    ...readOrders,
    method: "GET",
    path: "/orders",
    summary: { pt: "Listar pedidos", en: "List orders" },
    query: changesQuery.extend({
      statusId: idQuery,
      statusCode: z.coerce.number().int().optional(),
      storeId: idQuery,
      contactId: idQuery,
      number: idQuery,
    }),
    answer: pageOf(listedOrderRow),
    handle({ db, query: { statusId, statusCode, storeId, contactId, number, ...page } }) {
      const ofCode =
        statusCode === undefined
          ? undefined
          : inArray(
              orders.statusId,
              db
                .select({ id: orderStatus.id })
                .from(orderStatus)
                .where(eq(orderStatus.code, statusCode)),
            );
      const where = and(
        statusId ? eq(orders.statusId, statusId) : undefined,
        ofCode,
        storeId ? eq(orders.storeId, storeId) : undefined,
        contactId ? eq(orders.contactId, contactId) : undefined,
        number ? eq(orders.number, number) : undefined,
      );
      const { ids, next } = idsByChange(db, orders, where, page);
      return {
        data: orderTexts(db)
          .some(ids)
          .map((order) => order.read()),
        next,
      };
    },
  }),
  v1Route({
    ...readOrders,
    ...one,
    method: "GET",
    path: "/orders/:id",
    summary: { pt: "Ler um pedido", en: "Read an order" },
    answer: orderRow,
    handle: ({ db, me, params }) => find(db, me, params.id),
  }),
  v1Route({
    ...writeOrders,
    method: "POST",
    path: "/orders",
    summary: { pt: "Vender", en: "Sell" },
    description: {
      pt: "O preço é calculado aqui. Um valor enviado que não bate com o nosso é recusado.",
      en: "The price is worked out here. A figure of yours that differs from ours is refused.",
    },
    body: saleBody.extend(seller),
    status: 201,
    answer: orderRow,
    example: cart,
    handle({ db, me, caller, body }) {
      refuseForeignContact(db, caller, body.contactId ?? null);
      return sell(db, me, body);
    },
  }),
  v1Route({
    ...writeOrders,
    method: "PUT",
    path: "/orders/:id/status",
    params: idParam,
    summary: { pt: "Mudar a situação", en: "Change the status" },
    body: z.object({ statusId: id }),
    answer: orderRow,
    example: { statusId: 2 },
    handle({ db, me, caller, params, body }) {
      refuseForeignContact(db, caller, find(db, me, params.id).contactId);
      return changeStatus(db, me, params.id, body.statusId);
    },
  }),
  v1Route({
    ...writeOrders,
    ...one,
    scope: "payments:write",
    method: "POST",
    path: "/orders/:id/receipts",
    summary: { pt: "Registrar um recebimento", en: "Book a receipt" },
    body: receiptBody,
    status: 201,
    answer: orderRow,
    example: { paymentId: 2, value: "27.00" },
    handle: ({ db, me, params, body }) => receive(db, me, params.id, body),
  }),
];

const budgetRoutes = [
  v1Route({
    ...readBudgets,
    method: "GET",
    path: "/budgets",
    summary: { pt: "Listar orçamentos", en: "List budgets" },
    query: changesQuery.extend({
      contactId: idQuery,
      state: z.enum(["open", "closed"]).optional(),
    }),
    answer: pageOf(budgetRow),
    handle({ db, query: { contactId, state, ...page } }) {
      const where = and(
        contactId ? eq(budgets.contactId, contactId) : undefined,
        state === "open" ? isNull(budgets.closedAt) : undefined,
        state === "closed" ? isNotNull(budgets.closedAt) : undefined,
      );
      const { ids, next } = idsByChange(db, budgets, where, page);
      return { data: ids.map((each) => load(db, each)), next };
    },
  }),
  v1Route({
    ...readBudgets,
    ...one,
    method: "GET",
    path: "/budgets/:id",
    summary: { pt: "Ler um orçamento", en: "Read a budget" },
    answer: budgetRow,
    handle: ({ db, me, params }) => findBudget(db, me, params.id),
  }),
  v1Route({
    ...writeBudgets,
    method: "POST",
    path: "/budgets",
    summary: { pt: "Fazer um orçamento", en: "Create a budget" },
    body: budgetBody.extend(seller),
    status: 201,
    answer: budgetRow,
    example: cart,
    handle: ({ db, me, body }) => create(db, me, body),
  }),
  v1Route({
    ...writeBudgets,
    ...one,
    method: "PUT",
    path: "/budgets/:id",
    summary: { pt: "Refazer um orçamento", en: "Replace a budget" },
    body: budgetBody.extend(seller),
    answer: budgetRow,
    example: cart,
    handle: ({ db, me, params, body }) => update(db, me, params.id, body),
  }),
  v1Route({
    ...writeBudgets,
    ...one,
    method: "POST",
    path: "/budgets/:id/confirm",
    scope: "orders:write",
    summary: { pt: "Confirmar: vira pedido", en: "Confirm: it becomes an order" },
    answer: orderRow,
    handle({ db, me, caller, params }) {
      refuseForeignContact(db, caller, findBudget(db, me, params.id).contactId);
      return confirm(db, me, params.id);
    },
  }),
  v1Route({
    ...writeBudgets,
    ...one,
    method: "DELETE",
    path: "/budgets/:id",
    summary: { pt: "Excluir um orçamento", en: "Delete a budget" },
    answer: done,
    handle: ({ db, me, params }) => remove(db, me, params.id),
  }),
];

export const saleRoutes = [...orderRoutes, ...budgetRoutes];
