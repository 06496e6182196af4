import { centsOf } from "../../../src/shared/money.ts";
import { choices } from "../../forms/choices.ts";
import type { Payment } from "./types.ts";

/** The company's payment methods, with their instalment rules. Null until loaded. */
export const payments = choices<Payment>("/payments/list", "paymentMethod");

/** The most instalments of an amount. */
export const mostInstallments = (payment: Payment | undefined, amount: string) =>
  payment?.typePayment.installments
    ? Math.max(
        1,
        ...payment.paymentDetails
          .filter(({ minimumValue }) => centsOf(amount) >= centsOf(minimumValue))
          .map(({ installments }) => installments),
      )
    : 1;
