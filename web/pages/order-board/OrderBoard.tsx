import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { BoardLanes } from "../../../src/shared/preferences.ts";
import { useChoices } from "../../forms/choices.ts";
import { Board } from "../../kit/board/Board.tsx";
import type { Lane } from "../../kit/board/board.ts";
import { clock, useTranslation } from "../../kit/text.ts";
import { LoadError } from "../../kit/LoadError.tsx";
import { Page } from "../../kit/Page.tsx";
import { toast } from "../../kit/Toast.tsx";
import { useWidth } from "../../kit/use-width.ts";
import { addTexts } from "../../kit/translations.ts";
import { companyDay } from "../../parts/days/company-day.ts";
import { DayFilter } from "../../parts/days/DayFilter.tsx";
import { type Days, useDays } from "../../parts/days/use-days.ts";
import { useMoveOrder } from "../../parts/orders/MoveOrder.tsx";
import { customerOf } from "../../parts/orders/customer.ts";
import { CourierRounds } from "../../parts/couriers/CourierRounds.tsx";
import { NewSale } from "../../parts/orders/NewSale.tsx";
import { OrderDialog } from "../../parts/orders/OrderDialog.tsx";
import { orderStatuses } from "../../parts/orders/statuses.ts";
import type { Order, OrderStatus } from "../../parts/orders/types.ts";
import { can } from "../../session/can.ts";
import { changePreferences, preferences } from "../../session/preferences.ts";
import {
  failed,
  olderThan,
  orders,
  put,
  readOlder,
  readOrders,
  useBoardOrders,
} from "./board-orders.ts";
import { BoardFilters, noFilters, passesFilters } from "./BoardFilters.tsx";
import { foldedIn, lanesOf, withLane } from "./lanes.ts";
import { OrderCard } from "./OrderCard.tsx";
import "../../parts/orders/texts.ts";
import texts from "./texts.json";

addTexts(texts);

/** The orders of a day in lanes by status. rules.md#order-board */
export function OrderBoard() {
  useSignals();
  const today = companyDay(clock.value);
  const [days, setDays] = useDays(today);
  useBoardOrders(days);
  useChoices(orderStatuses);
  // An undo may come seconds later, when the board already shows other days.
  const now = useRef(days);
  useLayoutEffect(() => void (now.current = days));
  const { move, question } = useMoveOrder((order) => put(order, now.current));
  return (
    <OrderBoardView
      orders={orders.value}
      statuses={orderStatuses.rows.value}
      error={failed.value ?? (orderStatuses.failed.value || null)}
      days={days}
      today={today}
      onDays={setDays}
      onRetry={() => {
        void orderStatuses.load();
        void readOrders(days);
      }}
      onMore={olderThan.value === null ? undefined : () => readOlder(days)}
      onMove={can("orders.write") ? (order, { id }) => move(order, id) : undefined}
      question={question}
    />
  );
}

type Props = {
  orders: Order[] | null;
  statuses: OrderStatus[] | null;
  error: unknown;
  days: Days;
  today: string;
  onDays: (days: Days) => void;
  onRetry: () => void;
  /** Undefined when there are no older orders. */
  onMore?: () => Promise<unknown>;
  onMove?: (order: Order, lane: Lane) => Promise<unknown>;
  question?: ReactNode;
};

export function OrderBoardView({
  orders,
  statuses,
  error,
  days,
  today,
  onDays,
  onRetry,
  onMore,
  onMove,
  question,
}: Props) {
  useSignals();
  const { t, tag } = useTranslation();
  const [openOrder, setOpenOrder] = useState<Order | null>(null);
  const [filters, setFilters] = useState(noFilters);
  const visible = useMemo(
    () => orders?.filter((order) => passesFilters(order, filters)) ?? none,
    [orders, filters],
  );
  const lanes = useMemo(() => lanesOf(statuses ?? [], visible), [statuses, visible, tag]);
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const chosen = preferences.value.boardLanes ?? allOpen;
  const folded = useMemo(
    () => foldedIn(lanes, statuses ?? [], width, chosen),
    [lanes, statuses, width, chosen],
  );
  return (
    <Page
      title={t("orders.board.title")}
      actions={
        <>
          <CourierRounds />
          <NewSale />
        </>
      }
      filters={
        <>
          <DayFilter days={days} today={today} onChange={onDays} />
          <BoardFilters orders={orders ?? none} filters={filters} onChange={setFilters} />
        </>
      }
      counted={onMore || !orders ? "" : t("orders.counted", { count: visible.length })}
      width="full"
      fill
    >
      {onMore && orders && !error && <More count={orders.length} onMore={onMore} />}
      {error ? (
        <div className="card-quiet">
          <LoadError error={error} onRetry={onRetry} />
        </div>
      ) : (
        <div ref={box} className="h-full">
          <Board
            label={t("orders.board.title")}
            lanes={lanes}
            cards={visible}
            laneOf={laneOf}
            nameOf={(order) =>
              t("orders.cardName", {
                number: order.number,
                contact: customerOf(order),
              })
            }
            content={OrderCard}
            cardHeight={150}
            onOpen={setOpenOrder}
            onMove={onMove}
            empty={t("orders.board.empty")}
            loading={orders === null || statuses === null}
            folded={folded}
            onFold={fold}
          />
        </div>
      )}
      {openOrder && (
        <OrderDialog
          id={openOrder.id}
          number={openOrder.number}
          onClose={() => setOpenOrder(null)}
        />
      )}
      {question}
    </Page>
  );
}

/** Warns that the board does not show all orders of these days, and loads more. */
function More({ count, onMore }: { count: number; onMore: () => Promise<unknown> }) {
  const { t, tag } = useTranslation();
  const [isReading, setIsReading] = useState(false);
  const read = () => {
    setIsReading(true);
    void onMore()
      .catch(toast.error)
      .finally(() => setIsReading(false));
  };
  return (
    <div className="card-quiet mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
      <p role="status" className="min-w-56 flex-1">
        {t("orders.board.partly", { shown: count.toLocaleString(tag) })}
      </p>
      <button type="button" className="btn btn-sm" disabled={isReading} onClick={read}>
        {isReading && <span aria-hidden className="loading loading-spinner loading-xs" />}
        {t("orders.board.older")}
      </button>
    </div>
  );
}

const none: Order[] = [];
const allOpen: BoardLanes = { folded: [], open: [] };

const fold = ({ id }: Lane, isFolded: boolean) =>
  void changePreferences({
    boardLanes: withLane(preferences.peek().boardLanes ?? allOpen, id, isFolded),
  });

const laneOf = ({ statusId }: Order) => statusId;
