import { useSignals } from "@preact/signals-react/runtime";
import type { ReactNode } from "react";
import { Chip } from "../../kit/Chip.tsx";
import { dateTime, money, phone, useTranslation } from "../../kit/text.ts";
import { maskZip } from "../contacts/addresses.ts";
import { ItemWishes } from "../products/ItemWishes.tsx";
import { quantity } from "../products/amounts.ts";
import { PaymentChip } from "./PaymentChip.tsx";
import { OrderHistory } from "./OrderHistory.tsx";
import { lineTotal, sumsOf } from "./sums.ts";
import { OrderMoney } from "./OrderMoney.tsx";
import type { FullOrder, OrderAddress, OrderItem } from "./types.ts";
import { customerOf } from "./customer.ts";
import "./texts.ts";

/** All data of an order, read-only. */
export function OrderDetails({ order }: { order: FullOrder }) {
  useSignals();
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-4">
      <dl className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Fact label={t("orders.status")}>
          <Chip color={order.status.color}>{order.status.name}</Chip>
        </Fact>
        {order.paymentState && (
          <Fact label={t("orders.paid.title")}>
            <PaymentChip order={order} />
          </Fact>
        )}
        <Fact label={t("orders.emission")}>
          <time dateTime={order.emission}>{dateTime(order.emission)}</time>
        </Fact>
        <Fact label={t("orders.store")}>{order.store.name}</Fact>
        <Fact label={t("orders.seller")}>{order.user?.name ?? "–"}</Fact>
        {order.budgetNumber !== null && (
          <Fact label={t("orders.budget")}>
            {t("orders.budgetNumber", { number: order.budgetNumber })}
          </Fact>
        )}
      </dl>
      <Items order={order} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Part title={t("orders.contact")}>
          <p>{customerOf(order)}</p>
          {order.contact && <p className="text-muted tabular">{phone(order.contact.number)}</p>}
        </Part>
        <Part title={t(`orders.routes.${order.typeRoute}`)}>
          {order.contactAddress && order.typeRoute === "ENTREGA" ? (
            <AddressLines address={order.contactAddress} />
          ) : (
            <p>{order.store.name}</p>
          )}
        </Part>
        <Part title={t("orders.payment")}>
          <OrderMoney order={order} />
        </Part>
        {order.notes && (
          <Part title={t("orders.notes")}>
            <p className="break-words whitespace-pre-wrap">{order.notes}</p>
          </Part>
        )}
      </div>
      <Part title={t("orders.history.title")}>
        <OrderHistory changes={order.history} receipts={order.receipts} />
      </Part>
    </div>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-muted text-small">{label}</dt>
    <dd className="flex h-6 items-center">{children}</dd>
  </div>
);

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="min-w-0">
    <h3 className="mb-1 font-semibold">{title}</h3>
    {children}
  </section>
);

export function Items({ order }: { order: FullOrder }) {
  const { t } = useTranslation();
  return (
    <div className="border-line rounded-card border">
      <table className="w-full text-left">
        <thead>
          <tr className="text-muted text-small border-line [&>th]:border-line [&>th]:border-b [&>th]:px-3 [&>th]:py-2 [&>th]:font-medium">
            <th scope="col">{t("orders.items.product")}</th>
            <th scope="col" className="text-right">
              {t("orders.items.amount")}
            </th>
            <th scope="col" className="text-right max-phone:hidden">
              {t("orders.items.unitary")}
            </th>
            <th scope="col" className="text-right">
              {t("orders.items.total")}
            </th>
          </tr>
        </thead>
        <tbody>
          {order.orderItems.map((item, index) => (
            <ItemRow key={index} item={item} />
          ))}
        </tbody>
      </table>
      <dl className="border-line tabular border-t px-3 py-2">
        {sumsOf(order, order.coupon).map((sum) => (
          <Sum key={sum.label} {...sum} />
        ))}
        <Sum label={t("orders.total")} text={money(order.total)} main />
      </dl>
    </div>
  );
}

const ItemRow = ({ item }: { item: OrderItem }) => (
  <tr className="[&>td]:px-3 [&>td]:py-1.5 [&>td]:align-top">
    <td className="break-words">
      {item.product.name}
      <ItemWishes item={item} />
    </td>
    <td className="tabular text-right whitespace-nowrap">{quantity(item.amount, item.unit)}</td>
    <td className="tabular text-right max-phone:hidden">
      {money(item.unitary)}
      {Number(item.unitaryGross) > Number(item.unitary) && (
        <s className="text-muted text-small block">{money(item.unitaryGross)}</s>
      )}
    </td>
    <td className="tabular text-right">{money(lineTotal(item))}</td>
  </tr>
);

const Sum = ({ label, text, main = false }: { label: string; text: string; main?: boolean }) => (
  <div className={`flex justify-between gap-4 py-0.5 ${main ? "text-talk font-semibold" : ""}`}>
    <dt className={main ? "" : "text-muted"}>{label}</dt>
    <dd className="shrink-0 whitespace-nowrap">{text}</dd>
  </div>
);

/** Street, place and postal code of an address, one per line. */
export const AddressLines = ({ address }: { address: OrderAddress }) => (
  <>
    <p className="break-words">
      {address.address}, {address.number}
      {address.complement && ` · ${address.complement}`}
    </p>
    <p>
      {address.neighborhood}, {address.city} – {address.state}
    </p>
    <p className="tabular">{maskZip(address.zipCode)}</p>
  </>
);
