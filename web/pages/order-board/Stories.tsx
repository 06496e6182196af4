import { ApiError } from "../../kit/api.ts";
import { companyDay } from "../../parts/days/company-day.ts";
import { sampleOrders, sampleStatuses } from "../../parts/orders/samples.ts";
import type { Story } from "../../parts/story.ts";
import type { Order } from "../../parts/orders/types.ts";
import { OrderBoardView } from "./OrderBoard.tsx";

function SampleBoard({
  orders,
  error = null,
  onMore,
}: {
  orders: Order[] | null;
  error?: unknown;
  onMore?: () => Promise<unknown>;
}) {
  const today = companyDay(new Date());
  return (
    <div className="h-[40rem]">
      <OrderBoardView
        orders={orders}
        statuses={sampleStatuses}
        error={error}
        days={{ startDate: today, endDate: today }}
        today={today}
        onDays={() => {}}
        onRetry={() => {}}
        onMore={onMore}
        onMove={() => Promise.reject(new ApiError(409, { error: "ERR_CONFLICT" }))}
      />
    </div>
  );
}

/** The orders' board in each of its states, for the gallery. */
export const orderBoardStories: Story[] = [
  { name: "order board", show: () => <SampleBoard orders={sampleOrders(17)} /> },
  {
    name: "order board with more",
    show: () => <SampleBoard orders={sampleOrders(17)} onMore={() => Promise.resolve()} />,
  },
  { name: "order board empty", show: () => <SampleBoard orders={[]} /> },
  { name: "order board loading", show: () => <SampleBoard orders={null} /> },
  {
    name: "order board offline",
    show: () => <SampleBoard orders={null} error={new ApiError(0, { error: "ERR_NETWORK" })} />,
  },
];
