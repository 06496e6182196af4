import { useSignals } from "@preact/signals-react/runtime";
import { useChoices } from "../../forms/choices.ts";
import { dateTime, money, useTranslation } from "../../kit/text.ts";
import { orderStatuses } from "./statuses.ts";
import type { OrderChange } from "./types.ts";
import "./texts.ts";

/** Lists each change of an order: its user, time, new status, and the total after it. */
export function OrderHistory({ changes }: { changes: OrderChange[] }) {
  useSignals();
  const { t } = useTranslation();
  useChoices(orderStatuses);
  const colors = new Map(orderStatuses.rows.value?.map(({ id, color }) => [id, color]));
  return (
    <ol className="flex flex-col">
      {changes.map(({ id, at, statusId, name, user, told, changes, totalBefore, totalAfter }) => (
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
              {changes
                ? t("orders.history.changed", {
                    parts: changes.map((part) => t(`orders.history.parts.${part}`)).join(", "),
                  })
                : name}
            </span>
            <span className="text-muted">
              {" · "}
              {user?.name ?? t("common.someone")}
            </span>
            <span className="text-muted text-small block">
              <time dateTime={at}>{dateTime(at)}</time>
              {told && ` · ${t("orders.history.told")}`}
              {totalBefore !== null && totalAfter !== null && (
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
      ))}
    </ol>
  );
}
