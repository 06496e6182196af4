import { PackageCheck } from "lucide-react";
import { Link } from "wouter";
import { Empty } from "../../kit/Empty.tsx";
import { Facts } from "../../kit/Facts.tsx";
import { money, useTranslation } from "../../kit/text.ts";
import { can } from "../../session/can.ts";
import { customerOf } from "../orders/customer.ts";
import type { FullOrder } from "../orders/types.ts";
import { wantedText } from "../orders/wanted.ts";
import { type CourierLoad, isOwed, methodOf, sumOwed } from "./load.ts";
import "../orders/texts.ts";
import "./texts.ts";

type Props = {
  load: CourierLoad;
  isMarked: (order: FullOrder) => boolean;
  onMark: (order: FullOrder, isOn: boolean) => void;
};

/** A courier's orders by wanted time; those that owe money can be marked as settled. */
export function LoadView({ load, isMarked, onMark }: Props) {
  const { t } = useTranslation();
  const { orders, cash, change } = load;
  if (orders.length === 0)
    return <Empty icon={PackageCheck} title={t("rounds.none")} text={t("rounds.noneText")} />;
  return (
    <>
      <Facts
        cells={[
          { label: t("rounds.orders"), value: orders.length },
          { label: t("rounds.owed"), value: money(sumOwed(orders)) },
          { label: t("rounds.cash"), value: money(cash) },
          { label: t("rounds.change"), value: money(change) },
        ]}
      />
      <div>
        <p className="text-muted text-small mb-1.5">{t("rounds.hint")}</p>
        <ul className="card-quiet divide-line divide-y">
          {orders.map((order) => (
            <Row key={order.id} order={order} isOn={isMarked(order)} onMark={onMark} />
          ))}
        </ul>
      </div>
    </>
  );
}

type RowProps = { order: FullOrder; isOn: boolean; onMark: Props["onMark"] };

function Row({ order, isOn, onMark }: RowProps) {
  const { t } = useTranslation();
  const at = order.contactAddress;
  return (
    <li className="flex items-start gap-3 px-4 py-2.5">
      <input
        type="checkbox"
        className={`checkbox checkbox-primary checkbox-sm mt-0.5 ${isOwed(order) ? "" : "invisible"}`}
        aria-label={t("rounds.mark", { number: order.number })}
        disabled={!can("orders.write")}
        checked={isOn}
        onChange={({ target }) => onMark(order, target.checked)}
      />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Link
            href={`/orders/${order.id}`}
            className="link link-primary tabular font-semibold no-underline hover:underline"
          >
            {order.number}
          </Link>
          <span className="min-w-0 font-medium break-words">{customerOf(order)}</span>
          <span className="text-muted text-small tabular">{wantedText(order.wantedAt)}</span>
        </p>
        {at && (
          <p className="text-muted text-small break-words">
            {at.address}, {at.number}
            {at.complement && ` · ${at.complement}`} · {at.neighborhood}
          </p>
        )}
      </div>
      <p className="shrink-0 text-right">
        <span className="tabular block font-semibold">
          {isOwed(order) ? money(order.owed) : Number(order.owed) === 0 && t("rounds.isPaid")}
        </span>
        <span className="text-muted text-small">{methodOf(order)}</span>
      </p>
    </li>
  );
}
