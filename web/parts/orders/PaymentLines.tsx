import { amountOf, centsOf } from "../../../src/shared/money.ts";
import { money, useTranslation } from "../../kit/text.ts";
import { methodNameOf } from "./payments.ts";
import type { OrderPayment } from "./types.ts";
import "./texts.ts";

/** An order's payment: method, instalments, and requested change. */
export function PaymentLines({ payment }: { payment: OrderPayment }) {
  const { t } = useTranslation();
  const { installments, changeFor, value } = payment;
  return (
    <>
      <p>
        {methodNameOf(payment)}
        {installments > 1 && ` · ${t("orders.installments", { n: installments })}`}
        <span className="tabular"> · {money(value)}</span>
      </p>
      {Number(changeFor) > 0 && (
        <p>
          {t("orders.changeFor", {
            amount: money(changeFor),
            change: money(amountOf(centsOf(changeFor) - centsOf(value))),
          })}
        </p>
      )}
    </>
  );
}
