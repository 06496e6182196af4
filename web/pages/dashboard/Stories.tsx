import { GuideCard } from "./GuideCard.tsx";
import type {
  Ads,
  Attendant,
  Dashboard,
  Sales,
  Steps,
} from "../../../src/modules/dashboard/table.ts";
import { ApiError } from "../../kit/api.ts";
import type { Story } from "../../parts/story.ts";
import { AdsView } from "./AdsReport.tsx";
import { Checklist } from "./Checklist.tsx";
import { DashboardView } from "./Dashboard.tsx";
import { HourChart } from "./HourChart.tsx";
import { SalesView } from "./SalesFigures.tsx";

const day = [0, 0, 0, 0, 0, 2, 9, 21, 34, 41, 46, 58, 37, 29, 33, 48, 51, 44, 27, 12, 6, 3, 1, 0];
const hours = day.map((tickets, hour) => ({ hour, tickets }));
const still = hours.map(({ hour }) => ({ hour, tickets: 0 }));

const adsReport: Ads = {
  period: { from: "2026-11-01", to: "2026-11-27" },
  totals: { clicks: 9, customers: 8, orders: 3, total: "412.30" },
  ads: [
    {
      key: "1",
      sourceId: "120210000000000001",
      sourceUrl: "https://fb.me/promo",
      title: "Pão de queijo por R$ 19,90",
      text: "",
      clicks: 7,
      customers: 6,
      orders: 3,
      total: "412.30",
      people: ["Bia Nogueira", "Davi Prado"].map((name, index) => ({
        contactId: index,
        name,
        uuid: `gallery-${index}`,
        at: "2026-11-20T12:00:00Z",
        orders: 2 - index,
        total: index === 0 ? "320.00" : "92.30",
      })),
    },
    {
      key: "2",
      sourceId: "",
      sourceUrl: "https://fb.me/bolo-de-cenoura-com-cobertura-de-chocolate",
      title: "",
      text: "",
      clicks: 2,
      customers: 2,
      orders: 0,
      total: "0.00",
      people: [],
    },
  ],
};

const person = (id: number, name: string, change: Partial<Attendant> = {}): Attendant => ({
  id,
  name,
  avgSupportTime: null,
  tickets: 0,
  rating: null,
  ratings: 0,
  online: false,
  lastSeenAt: null,
  ...change,
});

const busy: Dashboard = {
  period: { from: "2026-11-01", to: "2026-11-20" },
  counters: {
    supportPending: 7,
    supportHappening: 18,
    supportFinished: 1204,
    leads: 312,
    avgSupportTime: 48.8,
    avgWaitTime: 6,
    medianSupportTime: 83.4,
    medianWaitTime: 4.5,
  },
  attendants: [
    person(1, "Ana", { tickets: 512, avgSupportTime: 45, rating: 2.83, ratings: 96, online: true }),
    person(2, "Fábio de Albuquerque Cavalcanti Neto", {
      tickets: 43,
      avgSupportTime: 127.2,
      rating: 1,
      ratings: 1,
    }),
    person(3, "Rui", { online: true }),
  ],
  hours,
  steps: { connection: true, queue: true, user: true, quickMessage: true, hours: true },
};
const begun: Steps = {
  connection: false,
  queue: true,
  user: false,
  quickMessage: false,
  hours: false,
};
const newCompany: Dashboard = {
  ...busy,
  hours: still,
  attendants: [person(1, "Zefa", { online: true })],
  steps: begun,
  counters: {
    supportPending: 0,
    supportHappening: 0,
    supportFinished: 0,
    leads: 0,
    avgSupportTime: null,
    avgWaitTime: null,
    medianSupportTime: null,
    medianWaitTime: null,
  },
};

const view = (board: Dashboard | null, error: unknown = null) => (
  <DashboardView data={board} error={error} filter={{}} onFilter={() => {}} onRetry={() => {}} />
);

function salesOf(count: number): Sales {
  const days = Array.from({ length: count }, (_, index) => ({
    date: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    orders: (index * 7) % 11,
    total: (((index * 7) % 11) * 37.5).toFixed(2),
  }));
  return {
    period: { from: days[0]!.date, to: days.at(-1)!.date },
    totals: { orders: 96, total: "3612.50", averageTicket: "37.63", budgets: 128, ordered: 93 },
    days,
    sellers: [
      { id: 1, name: "Ana", orders: 61, total: "2410.00" },
      { id: 2, name: "Fábio de Albuquerque Cavalcanti Neto", orders: 30, total: "1100.50" },
      { id: null, name: "", orders: 5, total: "102.00" },
    ],
    payments: [
      { id: 2, name: "Pix", orders: 61, total: "3120.40" },
      { id: 1, name: "Dinheiro", orders: 38, total: "1480.00" },
    ],
    stores: [
      { id: 1, name: "Padaria Pão Quente Centro", orders: 80, total: "3012.50" },
      { id: 2, name: "Fábrica", orders: 16, total: "600.00" },
    ],
    products: ["Pão de queijo", "Bolo de fubá com goiabada e cobertura de coco", "Café coado"].map(
      (name, index) => ({
        id: index + 1,
        name,
        amount: 410 - index * 150,
        total: (1845 - index * 640).toFixed(2),
      }),
    ),
  };
}

/** The dashboard in its states. */
export const dashboardStories: Story[] = [
  {
    name: "guide card",
    show: () => (
      <GuideCard
        guide={{
          isOpen: true,
          steps: {
            company: true,
            address: true,
            line: true,
            queue: false,
            copies: false,
            message: false,
          },
        }}
        onClose={() => {}}
      />
    ),
  },
  { name: "dashboard", show: () => view(busy) },
  { name: "dashboard of a new company", show: () => view(newCompany) },
  {
    name: "dashboard by dates",
    show: () => (
      <DashboardView
        data={busy}
        error={null}
        updating
        filter={{ date_from: "2026-11-01", date_to: "2026-11-20" }}
        onFilter={() => {}}
        onRetry={() => {}}
      />
    ),
  },
  { name: "dashboard loading", show: () => view(null) },
  {
    name: "dashboard refused",
    show: () => view(null, new ApiError(500, { error: "ERR_INTERNAL" })),
  },
  {
    name: "hours of one ticket",
    show: () => <HourChart hours={still.with(23, { hour: 23, tickets: 1 })} />,
  },
  { name: "sales", show: () => <SalesView sales={salesOf(20)} filter={{}} onRetry={() => {}} /> },
  {
    name: "sales of a year",
    show: () => <SalesView sales={salesOf(365)} filter={{}} onRetry={() => {}} />,
  },
  {
    name: "no sales",
    show: () => (
      <SalesView
        sales={{
          ...salesOf(3),
          totals: { orders: 0, total: "0.00", averageTicket: "0.00", budgets: 0, ordered: 0 },
          days: salesOf(3).days.map((day) => ({ ...day, orders: 0, total: "0.00" })),
        }}
        filter={{}}
        onRetry={() => {}}
      />
    ),
  },
  {
    name: "sales refused",
    show: () => (
      <SalesView
        sales={null}
        error={new ApiError(500, { error: "ERR_INTERNAL" })}
        filter={{}}
        onRetry={() => {}}
      />
    ),
  },
  {
    name: "ads",
    show: () => <AdsView report={adsReport} withSales onRetry={() => {}} />,
  },
  {
    name: "ads refused, and without sales",
    show: () => (
      <>
        <AdsView
          report={null}
          error={new ApiError(500, { error: "ERR_INTERNAL" })}
          withSales
          onRetry={() => {}}
        />
        <AdsView report={adsReport} withSales={false} onRetry={() => {}} />
      </>
    ),
  },
  { name: "first steps", show: () => <Checklist steps={begun} /> },
];
