import { insertTimestamps } from "../../kit/db/table.ts";
import type { Tx } from "../../kit/db/company-db.ts";
import { orderStatus } from "../order-status/table.ts";
import { payments } from "../payments/table.ts";

const statuses = [
  { code: 1, name: "Pendente", color: "#a16207" },
  { code: 2, name: "Em preparo", color: "#2563a8" },
  { code: 3, name: "Saiu para entrega", color: "#6d4fb3" },
  { code: 4, name: "Entregue", color: "#4d7c0f" },
  { code: 5, name: "Cancelado", color: "#9f1239", isCancelled: true },
];

const methods = [
  { name: "Dinheiro", typePaymentId: 1 },
  { name: "Pix", typePaymentId: 2 },
  { name: "Cartão de crédito", typePaymentId: 3 },
  { name: "Cartão de débito", typePaymentId: 4 },
] as const;

/**
 * Makes the order statuses, and a payment method of each kind, with which a new company can sell at
 * once.
 */
export function seedSales(tx: Tx) {
  const times = insertTimestamps(tx.now());
  tx.delete(orderStatus).run();
  tx.delete(payments).run();
  tx.insert(orderStatus)
    .values(statuses.map((status) => ({ ...status, ...times })))
    .run();
  tx.insert(payments)
    .values(methods.map((way) => ({ ...way, ...times })))
    .run();
}
