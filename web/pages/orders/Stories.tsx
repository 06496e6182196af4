import { listStates } from "../../parts/ListStories.tsx";
import { NewTotalView } from "../../parts/orders/NewTotal.tsx";
import { LoadView } from "../../parts/couriers/LoadView.tsx";
import { RunSheet } from "../../parts/couriers/RunSheet.tsx";
import { OrderPaper } from "../../parts/orders/OrderPaper.tsx";
import { sampleOrders } from "../../parts/orders/samples.ts";
import type { Story } from "../../parts/story.ts";
import { OrderView } from "./OrderPage.tsx";
import { OrdersView } from "./Orders.tsx";

const [order, pickup] = sampleOrders(2) as [
  ReturnType<typeof sampleOrders>[number],
  ReturnType<typeof sampleOrders>[number],
];

const load = {
  courier: { id: 1, name: "Beto" },
  orders: sampleOrders(3),
  cash: "38.40",
  change: "11.60",
};

/** The orders' list and one order, for the gallery. */
export const orderStories: Story[] = [
  ...Object.entries(listStates(sampleOrders(8))).map(([state, list]) => ({
    name: `orders ${state}`,
    show: () => (
      <OrdersView list={list} coming={[{ day: "2026-11-28", count: 3, total: "145.20" }]} />
    ),
  })),
  {
    name: "courier's load",
    show: () => <LoadView load={load} isMarked={({ owed }) => owed !== "0.00"} onMark={() => {}} />,
  },
  {
    name: "courier's run sheet",
    show: () => (
      <div className="w-72 bg-white p-3 text-black text-small">
        <RunSheet load={load} />
      </div>
    ),
  },
  {
    name: "order",
    show: () => (
      <OrderView
        order={{ ...order, discount: "2.00", coupon: { id: 1, code: "VOLTE10" } }}
        onDeleted={() => {}}
      />
    ),
  },
  {
    name: "order to fetch",
    show: () => <OrderView order={{ ...pickup, contact: null, user: null }} onDeleted={() => {}} />,
  },
  {
    name: "order's new total",
    show: () => (
      <NewTotalView figures={{ ...order, total: "41.50" }} before={order.total} refused="" />
    ),
  },
  {
    name: "order's new total refused",
    show: () => (
      <NewTotalView figures={order} before={order.total} refused="Estoque insuficiente" />
    ),
  },
  {
    name: "order on a roll",
    show: () => (
      <div className="w-72 bg-white p-3 text-black text-small">
        <OrderPaper order={order} />
      </div>
    ),
  },
];
