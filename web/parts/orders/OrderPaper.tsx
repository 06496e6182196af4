import { useSignals } from "@preact/signals-react/runtime";
import { type Paper, Printout } from "../../kit/Printout.tsx";
import { dateTime, money, phone, useTranslation } from "../../kit/text.ts";
import { me } from "../../session/session.ts";
import { countedName } from "../products/ItemWishes.tsx";
import { times } from "../products/amounts.ts";
import { customerOf } from "./customer.ts";
import { AddressLines } from "./OrderDetails.tsx";
import { PaymentLines } from "./PaymentLines.tsx";
import { wantedText } from "./wanted.ts";
import { lineTotal, sumsOf } from "./sums.ts";
import type { FullOrder } from "./types.ts";
import "./texts.ts";

/** A printed order, for the counter and the delivery. */
export const PrintedOrder = ({
  order,
  paper,
  onDone,
}: {
  order: FullOrder;
  paper: Paper;
  onDone: () => void;
}) => (
  <Printout paper={paper} onDone={onDone}>
    <OrderPaper order={order} />
  </Printout>
);

export function OrderPaper({ order }: { order: FullOrder }) {
  useSignals();
  const { t } = useTranslation();
  const company = me.value?.company.name;
  return (
    <article className="flex flex-col gap-2 [&>section]:border-t [&>section]:border-dashed [&>section]:border-black [&>section]:pt-2">
      <header className="text-center">
        <p className="font-semibold break-words">{company ?? order.store.name}</p>
        {company && company !== order.store.name && (
          <p className="break-words">{order.store.name}</p>
        )}
        <h1 className="text-title font-bold">{t("orders.one", { number: order.number })}</h1>
        <p className="tabular">{dateTime(order.emission)}</p>
        {order.user && <p>{t("orders.soldBy", { name: order.user.name })}</p>}
      </header>
      <section>
        <p className="font-semibold break-words">{customerOf(order)}</p>
        {order.contact && <p className="tabular">{phone(order.contact.number)}</p>}
      </section>
      <section>
        <p className="font-bold uppercase">{t(`orders.routes.${order.typeRoute}`)}</p>
        {order.wantedAt && <p className="tabular font-bold">{wantedText(order.wantedAt)}</p>}
        {order.courier && (
          <p>
            {t("orders.courier.title")}: {order.courier.name}
          </p>
        )}
        {order.typeRoute === "ENTREGA" && order.contactAddress && (
          <AddressLines address={order.contactAddress} />
        )}
      </section>
      <section>
        <ul className="flex flex-col gap-1">
          {order.orderItems.map((item, index) => (
            <li key={index} className="flex break-inside-avoid gap-2">
              <span className="min-w-0 flex-1 break-words">
                <b className="tabular">{times(item.amount, item.unit)}</b> {item.product.name}
                {item.amount !== 1 && (
                  <span className="tabular">
                    {` (${money(item.unitary)}${item.unit === "un" ? "" : `/${item.unit}`})`}
                  </span>
                )}
                <Wishes item={item} />
              </span>
              <span className="tabular shrink-0">{money(lineTotal(item))}</span>
            </li>
          ))}
        </ul>
      </section>
      <section className="break-inside-avoid">
        {sumsOf(order, order.coupon).map(({ label, text }) => (
          <p key={label} className="tabular flex justify-between gap-2">
            <span>{label}</span>
            <span className="shrink-0 whitespace-nowrap">{text}</span>
          </p>
        ))}
        <p className="tabular text-talk flex justify-between gap-2 font-bold">
          <span>{t("orders.total")}</span>
          <span>{money(order.total)}</span>
        </p>
      </section>
      <section className="break-inside-avoid">
        {order.payments.map((payment, index) => (
          <PaymentLines key={index} payment={payment} />
        ))}
      </section>
      {order.notes && (
        <section className="break-inside-avoid">
          <p className="font-semibold">{t("orders.notes")}</p>
          <p className="break-words whitespace-pre-wrap">{order.notes}</p>
        </section>
      )}
    </article>
  );
}

/** Options, parts of a kit, and the wish, as the kitchen reads them. */
function Wishes({ item: { options, kit, note } }: { item: FullOrder["orderItems"][number] }) {
  const named = [...options, ...(kit ?? [])].map(countedName);
  return (
    <>
      {named.length > 0 && <span className="block pl-4">{named.join(", ")}</span>}
      {note !== "" && <b className="block pl-4">» {note}</b>}
    </>
  );
}
