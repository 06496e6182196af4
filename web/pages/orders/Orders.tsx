import { useSignals } from "@preact/signals-react/runtime";
import { ClipboardList, Columns3, SearchX } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { paymentStates, type PaymentState } from "../../../src/shared/receipts.ts";
import { Chip } from "../../kit/Chip.tsx";
import { Empty } from "../../kit/Empty.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { Page } from "../../kit/Page.tsx";
import { money, useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import { LoadMore, SearchBox } from "../../lists/ListPage.tsx";
import { type List, useList } from "../../lists/list.ts";
import type { Column, Listing } from "../../lists/listing.ts";
import { ListRows } from "../../lists/ListRows.tsx";
import { CourierRounds } from "../../parts/couriers/CourierRounds.tsx";
import { DeleteOrder } from "../../parts/orders/DeleteOrder.tsx";
import { EditOrder } from "../../parts/orders/EditOrder.tsx";
import { NewSale } from "../../parts/orders/NewSale.tsx";
import { methodNameOf } from "../../parts/orders/payments.ts";
import { PaymentChip } from "../../parts/orders/PaymentChip.tsx";
import type { Order } from "../../parts/orders/types.ts";
import { can } from "../../session/can.ts";
import "../../parts/orders/texts.ts";
import { type ComingDay, ComingDays, useComingDays } from "./ComingDays.tsx";
import { customerAndTime, numberAndDate, subTotalAndDiscount } from "./OrderCells.tsx";
import texts from "./texts.json";

addTexts(texts);

/** All orders, newest first. */
export function Orders() {
  const [state, setState] = useState<PaymentState | null>(null);
  const [day, setDay] = useState<string | null>(null);
  const query = { ...(state && { paymentState: state }), ...(day && { wantedDay: day }) };
  const list = useList<Order>("orders", state || day ? { query, filtered: true } : {});
  return (
    <OrdersView
      list={list}
      state={state}
      onState={setState}
      coming={useComingDays()}
      day={day}
      onDay={setDay}
    />
  );
}

const amounts = "text-right tabular";

const columns = {
  number: { label: "orders.number", cell: numberAndDate },
  status: {
    label: "orders.status",
    hideLabel: true,
    cell: ({ status }) => <Chip color={status.color}>{status.name}</Chip>,
  },
  contact: {
    label: "orders.contact",
    hideLabel: true,
    cell: customerAndTime,
  },
  paid: {
    label: "orders.paid.column",
    hideLabel: true,
    cell: (order) => <PaymentChip order={order} short />,
  },
  payment: {
    label: "orders.payment",
    className: "max-[75rem]:hidden",
    cell: ({ payments }) => (payments[0] ? methodNameOf(payments[0]) : "–"),
  },
  subTotal: {
    label: "orders.subTotal",
    className: `${amounts} max-lg:hidden`,
    cell: subTotalAndDiscount,
  },
  freight: {
    label: "orders.freight",
    className: `${amounts} max-lg:hidden`,
    cell: ({ freight }) => money(freight),
  },
  total: { label: "orders.total", className: amounts, cell: ({ total }) => money(total) },
  store: {
    label: "orders.store",
    className: "max-lg:hidden",
    cell: ({ store }) => <span className="line-clamp-2">{store.name}</span>,
  },
  seller: {
    label: "orders.seller",
    className: "max-[75rem]:hidden",
    cell: ({ user }) => <span className="line-clamp-2">{user?.name ?? "–"}</span>,
  },
} satisfies Record<string, Column<Order>>;

const { number, status, contact, total, payment, paid } = columns;

const listing: Listing<Order> = {
  name: "orders",
  icon: ClipboardList,
  write: "orders.write",
  canDelete: () => can("orders.delete"),
  fields: [],
  nameOf: (order) => [order.number, order.contact?.name].filter(Boolean).join(" · "),
  columns: Object.values(columns),
  // A tap on the card shows the other fields.
  cardColumns: [
    {
      ...number,
      cell: (order) => (
        <span className="flex items-center gap-3">
          {number.cell(order)}
          {status.cell(order)}
        </span>
      ),
    },
    contact,
    total,
    paid,
    payment,
  ],
};

type ViewProps = {
  list: List<Order>;
  state?: PaymentState | null;
  onState?: (state: PaymentState | null) => void;
  coming?: ComingDay[];
  /** The wanted day to which the list is narrowed. */
  day?: string | null;
  onDay?: (day: string | null) => void;
};

export function OrdersView({
  list,
  state = null,
  onState = () => {},
  coming = [],
  day = null,
  onDay = () => {},
}: ViewProps) {
  useSignals();
  const { t } = useTranslation();
  const [editing, setEditing] = useState<Order | null>(null);
  const [deleting, setDeleting] = useState<Order | null>(null);
  return (
    <Page
      title={t("orders.title")}
      lead={t("orders.lead")}
      actions={
        <>
          <Link href="/kanbanOrders" className="btn">
            <Columns3 size={18} aria-hidden />
            <span className="max-phone:sr-only">{t("orders.board.title")}</span>
          </Link>
          <CourierRounds />
          <NewSale />
        </>
      }
      filters={
        <>
          <SearchBox
            label={t("orders.searchLabel")}
            value={list.search.value}
            busy={list.loading.value && list.rows.value.length > 0}
            onChange={(typed) => (list.search.value = typed)}
          />
          <PaidFilter value={state} onChange={onState} />
          <ComingDays days={coming} value={day} onChange={onDay} />
        </>
      }
      counted={list.loading.value ? "" : t("orders.counted", { count: list.count.value })}
    >
      <ListRows
        listing={listing}
        list={list}
        empty={
          <NoOrders
            list={list}
            text={t(day ? "orders.coming.none" : "orders.paid.none")}
            onAll={state || day ? () => (onState(null), onDay(null)) : undefined}
          />
        }
        onEdit={setEditing}
        onDelete={setDeleting}
      />
      <LoadMore list={list} />
      {editing && (
        <EditOrder id={editing.id} number={editing.number} onClose={() => setEditing(null)} />
      )}
      {deleting && <DeleteOrder order={deleting} onClose={() => setDeleting(null)} />}
    </Page>
  );
}

function PaidFilter({
  value,
  onChange,
}: {
  value: PaymentState | null;
  onChange: (state: PaymentState | null) => void;
}) {
  const { t } = useTranslation();
  return (
    <label className="flex items-center gap-2">
      <span className="text-muted">{t("orders.paid.title")}</span>
      <select
        className="select w-auto"
        value={value ?? ""}
        onChange={({ target }) =>
          onChange(paymentStates.find((state) => state === target.value) ?? null)
        }
      >
        <option value="">{t("orders.paid.all")}</option>
        {paymentStates.map((state) => (
          <option key={state} value={state}>
            {t(`orders.paid.${state}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

type NoOrdersProps = { list: List<Order>; text: string; onAll?: () => void };

/** `onAll` ends the filters, where one is set; `text` says what they left out. */
function NoOrders({ list, text, onAll }: NoOrdersProps) {
  useSignals();
  const { t } = useTranslation();
  const search = list.search.value.trim();
  if (list.failed.value) return <LoadError error={list.failed.value} onRetry={list.reload} />;
  if (!search && !onAll)
    return (
      <Empty icon={ClipboardList} title={t("orders.emptyTitle")} text={t("orders.emptyText")} />
    );
  const clear = (
    <button
      type="button"
      className="btn"
      onClick={() => {
        list.search.value = "";
        onAll?.();
      }}
    >
      {t("common.clear")}
    </button>
  );
  return (
    <Empty
      icon={SearchX}
      title={t("common.noMatch")}
      text={search ? t("common.noMatchText", { search }) : text}
      action={clear}
    />
  );
}
