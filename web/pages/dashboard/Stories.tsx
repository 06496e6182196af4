import type {
  Ads,
  DashboardNow,
  DayFigures,
  Need,
  Sales,
  Steps,
  WeekHours,
} from "../../../src/modules/dashboard/table.ts";
import { ApiError } from "../../kit/api.ts";
import type { Story } from "../../parts/story.ts";
import { AdsView } from "./AdsReport.tsx";
import { Checklist } from "./Checklist.tsx";
import { CountedView } from "./Counted.tsx";
import { DashboardView, type Loaded } from "./Dashboard.tsx";
import { GuideCard } from "./GuideCard.tsx";
import { SalesView } from "./SalesFigures.tsx";

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

const begun: Steps = {
  connection: false,
  queue: true,
  user: false,
  quickMessage: false,
  hours: false,
};
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const queue = (
  id: number,
  name: string,
  color: string,
  [waiting, unassigned, assigned]: [number, number, number],
  [customer, minutes]: [string, number],
) => ({
  id,
  name,
  color,
  waiting,
  unassigned,
  assigned,
  longest: { uuid: `gallery-${id}`, name: customer, since: ago(minutes) },
});

const need = (kind: Need["kind"], change: Partial<Need>): Need => ({
  kind,
  key: kind,
  count: 1,
  names: [],
  total: null,
  since: null,
  uuid: null,
  storeId: null,
  ...change,
});

const busyNow: DashboardNow = {
  at: ago(6),
  team: { count: 9, since: ago(35) },
  customer: { count: 14, overDay: 2 },
  bot: { count: 3, since: ago(4) },
  snoozed: { count: 2, next: ago(-73) },
  queues: [
    queue(1, "Encomendas", "#b45309", [3, 2, 1], ["Teo Martins", 35]),
    queue(2, "Atendimento", "#0f766e", [3, 1, 2], ["Otto Ramos", 21]),
    queue(3, "Doces e festas", "#a21caf", [1, 0, 1], ["Maria Aparecida dos Santos Figueiredo", 14]),
    queue(4, "Entregas", "#1d4ed8", [1, 1, 0], ["Bia Nogueira", 7]),
    queue(5, "Financeiro", "#4d7c0f", [1, 1, 0], ["Mercearia São Bento Ltda.", 3]),
  ],
  quietQueues: ["Atacado", "Currículos", "Eventos"].map((name, index) => ({
    id: 10 + index,
    name,
    color: "#64748b",
  })),
  lastAnswer: null,
  needs: [
    need("connection", { count: 3, names: ["Balcão da padaria"], since: ago(20) }),
    need("stock", {
      key: "stock-gone-1",
      count: 4,
      names: ["Pão de queijo", "Centro"],
      storeId: 1,
    }),
    need("unpaid", { count: 3, total: "1234.56", since: ago(2880) }),
    need("unhappy", { names: ["Carlos Eduardo"], since: ago(40), uuid: "gallery-1" }),
  ],
};

const calmNow: DashboardNow = {
  ...busyNow,
  team: { count: 0, since: null },
  queues: [],
  lastAnswer: { at: ago(2), user: "Ana", name: "Bia Nogueira", uuid: "gallery-4" },
  needs: [],
};

const arrivals = [2, 5, 8, 9, 7, 6, 4, 5, 8, 10, 0, 0, 0, 0];
const arrivalsBefore = [3, 5, 7, 8, 8, 5, 4, 5, 7, 7, 9, 12, 10, 4];
const sales = [96, 310, 388, 264, 182, 240, 168, 205, 512, 482, 0, 0, 0, 0];
const salesBefore = [120, 260, 300, 280, 210, 190, 230, 150, 300, 350, 420, 610, 540, 180];

const goals = (
  id: number | null,
  name: string,
  answer: [number, number],
  resolution: [number, number],
) => ({
  id,
  name,
  answer: { met: answer[0], missed: answer[1] },
  resolution: { met: resolution[0], missed: resolution[1] },
});

const compared = (now: number, before: number) => ({ now, before });

const busyDay: DayFigures = {
  period: { from: "2026-11-27", to: "2026-11-27" },
  until: ago(0),
  compare: { from: "2026-11-20", to: "2026-11-20" },
  isComparable: true,
  arrived: compared(64, 57),
  firstAnswer: { ...compared(130, 170), high: 840, waiting: 9 },
  longest: { seconds: 2100, at: ago(60), queue: "Encomendas", uuid: "gallery-1" },
  resolution: { ...compared(1080, 900), high: 6120 },
  resolved: compared(52, 48),
  byBot: compared(16, 13),
  sales: { total: "2846.90", before: "2434.60", orders: 23, byTalk: 14 },
  goals: {
    queues: [goals(2, "Encomendas", [21, 6], [14, 3]), goals(1, "Atendimento", [30, 1], [0, 0])],
    people: [goals(2, "Ana", [33, 2], [11, 1]), goals(null, "", [0, 5], [0, 2])],
  },
  hours: Array.from({ length: 24 }, (_, hour) => ({
    hour,
    arrived: arrivals[hour - 6] ?? 0,
    arrivedBefore: arrivalsBefore[hour - 6] ?? 0,
    sold: (sales[hour - 6] ?? 0).toFixed(2),
    soldBefore: (salesBefore[hour - 6] ?? 0).toFixed(2),
  })),
  open: { from: 6, to: 20 },
  people: [
    person(2, "Ana", [4, 18, 92], "1482.40"),
    person(3, "Caio", [0, 11, 168], "964.50"),
    person(4, "Joana Albuquerque", [0, 7, 185], "400.00"),
    person(null, "", [5, 0, null], "0.00"),
  ],
  ratings: [1, 3, 14],
  words: [
    {
      rate: 1,
      words: "Esperei quarenta minutos e a torta veio sem as velinhas que eu pedi.",
      contact: "Carlos Eduardo Vasconcelos",
      user: "Caio",
      uuid: "gallery-1",
      at: ago(40),
    },
    {
      rate: 3,
      words: "Melhor pão de queijo da Vila, e ainda lembraram do meu aniversário!",
      contact: "Elisa Prates",
      user: "Ana",
      uuid: "gallery-2",
      at: ago(85),
    },
  ],
  handOvers: [
    { queueId: 1, name: "Encomendas", count: 9, reason: "pediu para falar com alguém" },
    { queueId: 2, name: "Atendimento", count: 3, reason: null },
  ],
};

function person(
  id: number | null,
  name: string,
  [waiting, resolved, firstAnswer]: [number, number, number | null],
  sold: string,
) {
  return { id, name, online: true, waiting, resolved, firstAnswer, sold };
}

const usualWeek: WeekHours = {
  from: "2026-10-30",
  to: "2026-11-26",
  weeks: 4,
  arrived: Array.from({ length: 7 }, (_, weekday) =>
    Array.from({ length: 24 }, (_, hour) =>
      hour < 6 || hour > 19 ? 0 : ((hour * 5 + weekday * 3) % 13) + (weekday === 5 ? 2 : 0),
    ),
  ),
  wait: Array.from({ length: 7 }, (_, weekday) =>
    Array.from({ length: 24 }, (_, hour) =>
      hour < 6 || hour > 19 ? null : ((hour * 37 + weekday * 53) % 600) + 30,
    ),
  ),
};

/** A day of a company that has none before it. */
const firstDay: DayFigures = {
  ...busyDay,
  isComparable: false,
  arrived: compared(1, 0),
  firstAnswer: { now: null, before: null, high: null, waiting: 0 },
  longest: null,
  resolution: { now: null, before: null, high: null },
  resolved: compared(0, 0),
  byBot: compared(0, 0),
  sales: { total: "0.00", before: "0.00", orders: 0, byTalk: 0 },
  hours: busyDay.hours.map(({ hour }) => ({
    hour,
    arrived: hour === 9 ? 1 : 0,
    arrivedBefore: 0,
    sold: "0.00",
    soldBefore: "0.00",
  })),
  people: [person(null, "", [0, 0, null], "0.00")],
  ratings: [0, 0, 0],
  words: [],
  handOvers: [],
};

const loaded = <Figures,>(data: Figures | null, error: unknown = null): Loaded<Figures> => ({
  data,
  error,
  retry: () => {},
});
const refused = new ApiError(500, { error: "ERR_INTERNAL" });

const view = (change: Partial<Parameters<typeof DashboardView>[0]> = {}) => (
  <DashboardView
    now={loaded(busyNow)}
    day={loaded(busyDay)}
    week={loaded(usualWeek)}
    filter={{ days: 1 }}
    onFilter={() => {}}
    withSales
    {...change}
  />
);

function salesOf(count: number): Sales {
  const days = Array.from({ length: count }, (_, index) => ({
    date: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    orders: (index * 7) % 11,
    total: (((index * 7) % 11) * 37.5).toFixed(2),
  }));
  return {
    period: { from: days[0]!.date, to: days.at(-1)!.date },
    totals: {
      orders: 96,
      total: "3612.50",
      averageTicket: "37.63",
      received: "3180.40",
      owed: "432.10",
      profit: "2204.00",
      margin: 61,
      budgets: 128,
      ordered: 93,
      forgotten: 7,
      forgottenTotal: "412.00",
    },
    before: {
      from: "2025-12-12",
      to: "2025-12-31",
      orders: 84,
      total: "3240.00",
      averageTicket: "38.57",
    },
    days,
    hours: [7, 8, 11, 16, 18].map((hour, index) => ({
      hour,
      orders: 12 + index,
      total: (420 + 90 * index).toFixed(2),
    })),
    couriers: [{ id: 1, name: "Téo", orders: 12, total: "640.00" }],
    categories: [
      { id: 1, name: "Pães", orders: 80, total: "2100.00" },
      { id: null, name: "", orders: 9, total: "98.00" },
    ],
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
        unit: "un" as const,
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
  { name: "today", show: () => view({ isBackupLate: true }) },
  { name: "today, calm", show: () => view({ now: loaded(calmNow) }) },
  {
    name: "today, first days",
    show: () =>
      view({ now: loaded(calmNow), day: loaded(firstDay), steps: begun, withSales: false }),
  },
  { name: "today, offline", show: () => view({ isOffline: true }) },
  {
    name: "figures by dates",
    show: () =>
      view({
        day: loaded({
          ...busyDay,
          period: { from: "2026-11-01", to: "2026-11-20" },
          compare: { from: "2026-10-01", to: "2026-10-20" },
        }),
        filter: { date_from: "2026-11-01", date_to: "2026-11-20" },
        isUpdating: true,
      }),
  },
  {
    name: "today loading",
    show: () =>
      view({
        now: loaded<DashboardNow>(null),
        day: loaded<DayFigures>(null),
        week: loaded<WeekHours>(null),
      }),
  },
  {
    name: "today refused",
    show: () =>
      view({
        now: loaded<DashboardNow>(null, refused),
        day: loaded<DayFigures>(null, refused),
        week: loaded<WeekHours>(null, refused),
      }),
  },
  {
    name: "list behind a figure",
    show: () => (
      <CountedView
        of="firstAnswer"
        query={{ of: "firstAnswer", days: "1", hour: "15" }}
        title="Primeira resposta"
        rows={["Teo Martins", "Bia Nogueira", ""].map((name, id) => ({
          id,
          key: String(id),
          uuid: name ? `gallery-${id}` : null,
          orderId: null,
          name,
          queue: "Encomendas",
          user: id === 0 ? null : "Ana",
          at: ago(35 - id * 10),
          seconds: 2100 - id * 900,
          total: null,
          rate: null,
          words: null,
        }))}
        count={3}
        hasMore
        state="ready"
        onMore={() => {}}
      />
    ),
  },
  { name: "sales", show: () => <SalesView sales={salesOf(20)} onRetry={() => {}} /> },
  {
    name: "sales of a year",
    show: () => <SalesView sales={salesOf(365)} onRetry={() => {}} />,
  },
  {
    name: "no sales",
    show: () => (
      <SalesView
        sales={{
          ...salesOf(3),
          totals: {
            orders: 0,
            total: "0.00",
            averageTicket: "0.00",
            received: "0.00",
            owed: "0.00",
            profit: null,
            margin: null,
            budgets: 0,
            ordered: 0,
            forgotten: 0,
            forgottenTotal: "0.00",
          },
          days: salesOf(3).days.map((day) => ({ ...day, orders: 0, total: "0.00" })),
        }}
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
