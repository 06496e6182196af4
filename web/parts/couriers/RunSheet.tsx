import { useSignals } from "@preact/signals-react/runtime";
import { FileText, Printer, ReceiptText } from "lucide-react";
import { useState } from "react";
import { amountOf, centsOf } from "../../../src/shared/money.ts";
import { Menu } from "../../kit/Menu.tsx";
import { type Paper, Printout } from "../../kit/Printout.tsx";
import { clock, dateTime, money, phone, useTranslation } from "../../kit/text.ts";
import { me } from "../../session/session.ts";
import { customerOf } from "../orders/customer.ts";
import { AddressLines } from "../orders/OrderDetails.tsx";
import type { FullOrder } from "../orders/types.ts";
import { wantedText } from "../orders/wanted.ts";
import { itemText } from "../products/amounts.ts";
import { type CourierLoad, isOwed, methodOf } from "./load.ts";
import "../orders/texts.ts";
import "./texts.ts";

/** Prints a courier's orders on a counter printer's roll or on A4. */
export function PrintRun({ load }: { load: CourierLoad }) {
  const { t } = useTranslation();
  const [paper, setPaper] = useState<Paper | null>(null);
  return (
    <>
      <Menu
        label={t("rounds.print")}
        tip={false}
        className="btn"
        items={[
          {
            label: t("orders.print.receipt"),
            icon: ReceiptText,
            onSelect: () => setPaper("receipt"),
          },
          { label: t("orders.print.a4"), icon: FileText, onSelect: () => setPaper("a4") },
        ]}
      >
        <Printer size={18} aria-hidden />
        {t("rounds.print")}
      </Menu>
      {paper && (
        <Printout paper={paper} onDone={() => setPaper(null)}>
          <RunSheet load={load} />
        </Printout>
      )}
    </>
  );
}

/** The stops of a courier in their order, with what to receive at each. */
export function RunSheet({ load: { courier, orders, cash, change } }: { load: CourierLoad }) {
  useSignals();
  const { t } = useTranslation();
  const company = me.value?.company.name;
  return (
    <article className="flex flex-col gap-2 [&>section]:border-t [&>section]:border-dashed [&>section]:border-black [&>section]:pt-2">
      <header className="text-center">
        {company && <p className="font-semibold break-words">{company}</p>}
        <h1 className="text-title font-bold">{t("rounds.sheet", { name: courier.name })}</h1>
        <p className="tabular">{dateTime(new Date(clock.peek()).toISOString())}</p>
      </header>
      {orders.map((order) => (
        <Stop key={order.id} order={order} />
      ))}
      <section className="break-inside-avoid">
        <Line name={t("rounds.orders")} value={String(orders.length)} />
        <Line name={t("rounds.change")} value={money(change)} />
        <Line name={t("rounds.cash")} value={money(cash)} />
      </section>
    </article>
  );
}

function Stop({ order }: { order: FullOrder }) {
  const { t } = useTranslation();
  const { number, contact, contactAddress, wantedAt, orderItems, notes, owed, changeFor } = order;
  const coins = Math.max(0, centsOf(changeFor) - centsOf(owed));
  return (
    <section className="break-inside-avoid">
      <p className="flex justify-between gap-2 font-bold">
        <span className="min-w-0 break-words">
          {number} · {customerOf(order)}
        </span>
        <span className="tabular shrink-0">{wantedText(wantedAt)}</span>
      </p>
      {contact && <p className="tabular">{phone(contact.number)}</p>}
      {contactAddress && <AddressLines address={contactAddress} />}
      <p className="break-words">{orderItems.map(itemText).join(", ")}</p>
      {notes && <p className="font-semibold break-words whitespace-pre-wrap">{notes}</p>}
      <p className="tabular font-semibold">
        {isOwed(order)
          ? t("rounds.toReceive", { amount: money(owed), method: methodOf(order) })
          : t("rounds.nothingOwed")}
      </p>
      {isOwed(order) && coins > 0 && (
        <p className="tabular">
          {t("orders.changeFor", { amount: money(changeFor), change: money(amountOf(coins)) })}
        </p>
      )}
    </section>
  );
}

const Line = ({ name, value }: { name: string; value: string }) => (
  <p className="tabular flex justify-between gap-2">
    <span>{name}</span>
    <span className="shrink-0 whitespace-nowrap">{value}</span>
  </p>
);
