import type { ReactNode } from "react";
import type { Attendant, Dashboard, Steps } from "../../../src/modules/dashboard/table.ts";
import { ApiError } from "../../kit/api.ts";
import { Checklist } from "./Checklist.tsx";
import { DashboardView } from "./Dashboard.tsx";
import { HourChart } from "./HourChart.tsx";

const day = [0, 0, 0, 0, 0, 2, 9, 21, 34, 41, 46, 58, 37, 29, 33, 48, 51, 44, 27, 12, 6, 3, 1, 0];
const hours = day.map((tickets, hour) => ({ hour, tickets }));
const still = hours.map(({ hour }) => ({ hour, tickets: 0 }));

const person = (id: number, name: string, change: Partial<Attendant> = {}): Attendant => ({ id, name, avgSupportTime: null, tickets: 0, rating: null, ratings: 0, online: false, ...change });

const busy: Dashboard = {
  period: { from: "2026-11-01", to: "2026-11-20" },
  counters: { supportPending: 7, supportHappening: 18, supportFinished: 1204, leads: 312, avgSupportTime: 48.8, avgWaitTime: 6, medianSupportTime: 83.4, medianWaitTime: 4.5 },
  attendants: [
    person(1, "Ana", { tickets: 512, avgSupportTime: 45, rating: 2.83, ratings: 96, online: true }),
    person(2, "Fábio de Albuquerque Cavalcanti Neto", { tickets: 43, avgSupportTime: 127.2, rating: 1, ratings: 1 }),
    person(3, "Rui", { online: true }),
  ],
  hours,
  steps: { connection: true, queue: true, user: true, quickMessage: true, hours: true },
};
const begun: Steps = { connection: false, queue: true, user: false, quickMessage: false, hours: false };
const newCompany: Dashboard = {
  ...busy, hours: still, attendants: [person(1, "Zefa", { online: true })], steps: begun,
  counters: { supportPending: 0, supportHappening: 0, supportFinished: 0, leads: 0, avgSupportTime: null, avgWaitTime: null, medianSupportTime: null, medianWaitTime: null },
};

const view = (board: Dashboard | null, error: unknown = null) => <DashboardView data={board} error={error} filter={{}} onFilter={() => {}} onRetry={() => {}} />;

/** The dashboard in its states. */
export const dashboardStories: { name: string; show: () => ReactNode }[] = [
  { name: "dashboard", show: () => view(busy) },
  { name: "dashboard of a new company", show: () => view(newCompany) },
  { name: "dashboard by dates", show: () => <DashboardView data={busy} error={null} updating filter={{ date_from: "2026-11-01", date_to: "2026-11-20" }} onFilter={() => {}} onRetry={() => {}} /> },
  { name: "dashboard loading", show: () => view(null) },
  { name: "dashboard refused", show: () => view(null, new ApiError(500, { error: "ERR_INTERNAL" })) },
  { name: "hours of one ticket", show: () => <HourChart hours={still.with(23, { hour: 23, tickets: 1 })} /> },
  { name: "first steps", show: () => <Checklist steps={begun} /> },
];
