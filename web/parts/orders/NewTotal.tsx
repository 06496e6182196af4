import { useEffect, useState } from "react";
import type { Problem } from "../../../src/pricing/terms.ts";
import { amountOf, centsOf } from "../../../src/shared/money.ts";
import { api, ApiError } from "../../kit/api.ts";
import { errorText, money, t, useTranslation } from "../../kit/text.ts";
import { sumsOf } from "./sums.ts";
import type { FullOrder } from "./types.ts";
import "./texts.ts";

/** The pause after the last change before the total is computed, in ms. */
const pause = 250;

type Figures = Pick<FullOrder, "subTotal" | "discount" | "freight" | "total" | "orderItems">;

/**
 * The order's total with the form's values, or the reason why there is none. The server computes
 * it, since promised pieces keep their price. A null body is not sent.
 */
export function useNewTotal(order: FullOrder, body: object | null) {
  const [figures, setFigures] = useState<Figures>(order);
  const [refused, setRefused] = useState("");
  const [problems, setProblems] = useState<Problem[]>([]);
  const json = JSON.stringify(body);

  useEffect(() => {
    if (body === null) return;
    let isLate = false;
    const ask = async () => {
      try {
        const worked = await api.post<Figures>(`/orders/${order.id}/preview`, JSON.parse(json));
        if (isLate) return;
        setFigures(worked);
        setRefused("");
        setProblems([]);
      } catch (error) {
        if (isLate) return;
        const isCart = error instanceof ApiError && error.code === "ERR_BUDGET_PROBLEMS";
        setRefused(isCart ? t("orders.notLikeThis") : errorText(error));
        setProblems(isCart ? (error.details as { problems: Problem[] }).problems : []);
      }
    };
    const timer = setTimeout(() => void ask(), pause);
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [order.id, json]);

  return { figures, refused, problems };
}

type Props = {
  figures: Omit<Figures, "orderItems">;
  before: string;
  refused: string;
  /** The delivery address is missing, so the freight is unknown. */
  isOpen?: boolean;
  changeFor?: string;
};

export function NewTotalView({
  figures: { total, ...figures },
  before,
  refused,
  isOpen = false,
  changeFor = "0.00",
}: Props) {
  const { t } = useTranslation();
  const change = isOpen || refused ? 0 : centsOf(changeFor) - centsOf(total);
  return (
    <div
      data-new-total
      className="bg-base-200 border-line tabular mt-3 flex flex-wrap items-end gap-x-4 gap-y-1 rounded-lg border px-3 py-2"
    >
      <dl className="text-muted text-small grid flex-1 grid-cols-[auto_1fr] gap-x-2">
        {sumsOf(isOpen ? { ...figures, freight: null } : figures).map(({ label, text }) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd className="whitespace-nowrap">{text}</dd>
          </div>
        ))}
      </dl>
      <p role="status" className="text-right">
        <span className="text-muted text-small block">
          {total === before && !isOpen
            ? t("orders.total")
            : t("orders.totalBefore", { before: money(before) })}
        </span>
        <strong className="text-title font-semibold">{isOpen ? "–" : money(total)}</strong>
      </p>
      {change > 0 && (
        <p className="text-small basis-full">
          {t("orders.changeFor", { amount: money(changeFor), change: money(amountOf(change)) })}
        </p>
      )}
      {isOpen && <p className="text-muted text-small basis-full">{t("orders.addressFirst")}</p>}
      {refused && !isOpen && <p className="text-error text-small basis-full">{refused}</p>}
    </div>
  );
}
