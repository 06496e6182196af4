import { useSignals } from "@preact/signals-react/runtime";
import { amountOf, centsOf } from "../../../src/shared/money.ts";
import { useChoices } from "../../forms/choices.ts";
import { dateTime, money, t, useTranslation } from "../../kit/text.ts";
import { orderStatuses } from "./statuses.ts";
import type { FullOrder, OrderChange } from "./types.ts";
import "./texts.ts";

/** Lists each change of an order: its user, time, new status, and the total after it. */
export function OrderHistory({
  changes,
  receipts,
}: {
  changes: OrderChange[];
  receipts: FullOrder["receipts"];
}) {
  useSignals();
  useTranslation();
  useChoices(orderStatuses);
  const colors = new Map(orderStatuses.rows.value?.map(({ id, color }) => [id, color]));
  return (
    <ol className="flex flex-col">
      {changes.map((change) => {
        const { id, at, statusId, name, user, told, changes, totalBefore, totalAfter } = change;
        const receipt = receipts.find((each) => each.id === change.receiptId);
        return (
          <li key={id} className="group relative flex gap-3 pb-3 last:pb-0">
            <span
              aria-hidden
              className="bg-line absolute top-4 bottom-0 left-[5px] w-px group-last:hidden"
            />
            <span
              aria-hidden
              className="bg-line ring-base-100 mt-1 size-[11px] shrink-0 rounded-full ring-2"
              style={{ background: colors.get(statusId ?? 0) }}
            />
            <p className="min-w-0 flex-1">
              <span className="font-medium">
                {receipt
                  ? receiptText(receipt)
                  : changes
                    ? t("orders.history.changed", {
                        parts: changes.map((part) => t(`orders.history.parts.${part}`)).join(", "),
                      })
                    : name}
              </span>
              <span className="text-muted">
                {" · "}
                {receipt?.byGateway
                  ? t("orders.receive.byGateway")
                  : (user?.name ?? t("common.someone"))}
              </span>
              <span className="text-muted text-small block">
                <time dateTime={at}>{dateTime(at)}</time>
                {told && ` · ${t("orders.history.told")}`}
                {changes?.includes("courier") && ` · ${couriersText(change)}`}
                {totalBefore !== null && totalAfter !== null && totalBefore !== totalAfter && (
                  <span className="tabular">
                    {" · "}
                    {t("orders.history.total", {
                      before: money(totalBefore),
                      after: money(totalAfter),
                    })}
                  </span>
                )}
              </span>
            </p>
          </li>
        );
      })}
    </ol>
  );
}

const couriersText = ({ courierBefore, courierAfter }: OrderChange) => {
  const none = t("orders.courier.none");
  return t("orders.history.courier", {
    before: courierBefore?.name ?? none,
    after: courierAfter?.name ?? none,
  });
};

const receiptText = ({ value, payment }: FullOrder["receipts"][number]) =>
  t(`orders.history.${Number(value) < 0 ? "refunded" : "received"}`, {
    amount: money(amountOf(Math.abs(centsOf(value)))),
    method: payment.name,
  });
