import { centsOf } from "../../../src/shared/money.ts";
import { choices } from "../../forms/choices.ts";
import { t } from "../../kit/text.ts";
import type { OrderPayment, Payment } from "./types.ts";
import "./texts.ts";

/** The company's payment methods, with their instalment rules. Null until loaded. */
export const payments = choices<Payment>("/payments/list", "paymentMethod");

/** The name of an agreed method, or that the contact pays later. */
export const methodNameOf = ({ payment }: OrderPayment) =>
  payment.id === null ? t("orders.receive.later") : payment.name;

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
