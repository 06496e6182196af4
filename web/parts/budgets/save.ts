import type { Quote } from "../../../src/pricing/terms.ts";
import { amountOf } from "../../../src/shared/money.ts";
import { saveEdit } from "../../forms/save-edit.ts";
import { api } from "../../kit/api.ts";
import type { BudgetDraft } from "./draft.ts";
import type { Budget } from "../../inbox/open-budgets.ts";

/**
 * Saves a draft with the figures on screen. Throws `ApiError`: 422 with the server's figures when
 * they differ.
 */
export async function saveBudget(
  draft: BudgetDraft,
  quoted: Quote,
  ticketId: number,
): Promise<Budget> {
  const { budgetId, updatedAt } = draft;
  const row = budgetId === null ? null : ({ id: budgetId, updatedAt } as Budget);
  // The server computes the whole budget each time.
  return saveEdit("/budgets", { row, before: null }, bodyOf(draft, quoted, ticketId));
}

export const confirmBudget = ({ id }: Pick<Budget, "id">) =>
  api.post<{ id: number; number: number }>(`/budgets/${id}/confirm`);

/**
 * The whole budget for the request. The server reads the choices, and compares the figures with its
 * own.
 */
export function bodyOf(draft: BudgetDraft, quoted: Quote, ticketId: number | null) {
  const { storeId, userId, contactId, contactAddressId, paymentId, typeRoute, coupon, changeFor } =
    draft;
  const { lines, subTotal, freight, discount, total, installments } = quoted;
  return {
    ticketId,
    contactId,
    storeId,
    userId,
    typeRoute,
    paymentId,
    channel: draft.counter?.channel ?? "WHATSAPP",
    contactAddressId: typeRoute === "ENTREGA" ? contactAddressId : null,
    couponId: coupon?.id ?? null,
    wantedAt: draft.wantedAt ?? null,
    subTotal: amountOf(subTotal),
    freight: amountOf(freight),
    discount: amountOf(discount),
    increase: "0.00",
    total: amountOf(total),
    ...(paymentId !== null && {
      payments: {
        prepaid: "0.00",
        pending: amountOf(total),
        methods: [
          { id: paymentId, value: amountOf(total), changeFor: amountOf(changeFor), installments },
        ],
      },
    }),
    orderItems: lines.map((line) => ({
      productId: line.productId,
      amount: line.amount,
      note: line.note,
      options: line.options.map(({ optionId, amount }) => ({ optionId, amount })),
      unitary: amountOf(line.unitary),
      unitaryGross: amountOf(line.unitaryGross),
      discount: amountOf(line.discount),
      total: amountOf(line.total),
    })),
  };
}
