import { Banknote, Check, Printer } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { amountOf } from "../../../../src/shared/money.ts";
import { Kbds } from "../../../kit/Kbd.tsx";
import { money, useTranslation } from "../../../kit/text.ts";
import { AwaitedPix } from "../../../parts/orders/PixPanel.tsx";
import { ReceiveDialog } from "../../../parts/orders/ReceiveDialog.tsx";
import type { FullOrder } from "../../../parts/orders/types.ts";
import { useOrder } from "../../../parts/orders/use-order.ts";
import type { Done } from "./sale.ts";
import { sideContent, sideFoot } from "./side.ts";

type Props = { done: Done; onPrint: () => void; onNext: () => void };

/** The sale is over: the change is the largest thing until the next code is read. */
export function SaleDone(props: Props) {
  const { order } = props.done;
  return Number(order.owed) === 0 ? <Ended {...props} order={order} /> : <Owed {...props} />;
}

/** A sale that is not paid yet turns to paid as soon as its money is booked. */
function Owed(props: Props) {
  const { order } = useOrder(props.done.order.id);
  return <Ended {...props} order={order ?? props.done.order} />;
}

function Ended({ order, done, onPrint, onNext }: Props & { order: FullOrder }) {
  const { t } = useTranslation();
  const isPaid = Number(order.owed) === 0;
  const isLater = !isPaid && !done.awaitsPix;
  return (
    <>
      <div className={sideContent}>
        <div role="status" className="flex flex-col items-center gap-1 pt-4 text-center">
          <span className="bg-primary text-primary-content mb-2 grid size-14 place-items-center rounded-full">
            <Check size={28} aria-hidden />
          </span>
          <p className="text-title font-semibold">
            {t(isPaid ? "counter.paid" : "counter.sold", { number: order.number })}
          </p>
          <p className="text-muted tabular">{money(order.total)}</p>
        </div>
        {done.change > 0 && (
          <p className="card-quiet bg-base-200 tabular p-4 text-center">
            <span className="text-muted block">{t("counter.changeBack")}</span>
            <span data-change className="text-[2.75rem] leading-12 font-semibold">
              {money(amountOf(done.change))}
            </span>
          </p>
        )}
        {done.awaitsPix && !isPaid && <AwaitedPix order={order} />}
        <dl className="tabular flex flex-col gap-1.5">
          {order.receipts.map(({ id, payment, value }) => (
            <div key={id} className="flex justify-between gap-2">
              <dt className="text-muted">{payment.name}</dt>
              <dd>{money(value)}</dd>
            </div>
          ))}
          {!isPaid && (
            <div className="text-waiting flex justify-between gap-2">
              <dt className="min-w-0 break-words">
                {isLater
                  ? [t("orders.receive.later"), order.contact?.name].filter(Boolean).join(" · ")
                  : t("counter.missing")}
              </dt>
              <dd>{money(order.owed)}</dd>
            </div>
          )}
        </dl>
        <Actions order={order} isPaid={isPaid} onPrint={onPrint} />
      </div>
      <footer className={sideFoot}>
        <button type="button" className="btn btn-primary h-13 w-full text-base" onClick={onNext}>
          {t("counter.next")}
          <Kbds keys={["Enter"]} />
        </button>
        <p className="text-muted text-small mt-2 text-center">{t("counter.nextHint")}</p>
      </footer>
    </>
  );
}

type ActionsProps = { order: FullOrder; isPaid: boolean; onPrint: () => void };

function Actions({ order, isPaid, onPrint }: ActionsProps) {
  const { t } = useTranslation();
  const [isReceiving, setIsReceiving] = useState(false);
  return (
    <div className="flex flex-wrap gap-2">
      <button type="button" className="btn btn-sm" onClick={onPrint}>
        <Printer size={16} aria-hidden />
        {t("counter.print")}
      </button>
      {!isPaid && (
        <button type="button" className="btn btn-sm" onClick={() => setIsReceiving(true)}>
          <Banknote size={16} aria-hidden />
          {t("orders.receive.title")}
        </button>
      )}
      <Link href={`/orders/${order.id}`} className="btn btn-ghost btn-sm">
        {t("orders.open")}
      </Link>
      {isReceiving && <ReceiveDialog {...order} onClose={() => setIsReceiving(false)} />}
    </div>
  );
}
