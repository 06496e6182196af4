import { batch, signal } from "@preact/signals-react";
import { useEffect } from "react";
import type { Dashboard } from "../../../src/modules/dashboard/table.ts";
import { api } from "../../kit/api.ts";
import { live } from "../../live.ts";

/** The period: so many days, dates (YYYY-MM-DD), or nothing for the month so far. */
export type Filter = { days?: number; date_from?: string; date_to?: string };

/** The periods that are offered, in days. */
export const presets = [3, 7, 15, 30, 60, 90];

/** Null until it is here. */
export const dashboardData = signal<Dashboard | null>(null);
export const failed = signal<unknown>(null);
/** Another period is on its way. */
export const isChanging = signal(false);

/** The events that may change the numbers or the first steps. */
const events = ["ticket", "user", "queue", "whatsapp", "quickmessage", "settings", "company"];

/** The delay of a refresh after an event, the least interval between two, and the regular interval, in ms. */
const refreshPace = { soon: 1000, apart: 5000, always: 60_000 };

/** Reads the dashboard, and keeps it current while it is shown. */
export function useDashboardData(filter: Filter) {
  const key = JSON.stringify(filter);
  useEffect(() => watch(JSON.parse(key) as Filter), [key]);
}

export async function read(filter: Filter) {
  const thisRound = ++round;
  try {
    const answer = await api.get<Dashboard>("/dashboard", filter);
    if (thisRound === round) batch(() => ((dashboardData.value = answer), (failed.value = null), (isChanging.value = false)));
  } catch (error) {
    if (thisRound === round) batch(() => ((failed.value = error), (isChanging.value = false)));
  }
}

let round = 0;

function watch(filter: Filter) {
  let readAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stale = false;
  const refresh = () => {
    clearTimeout(timer);
    timer = undefined;
    stale = document.hidden;
    if (stale) return;
    readAt = Date.now();
    void read(filter);
  };
  const soon = () => void (timer ??= setTimeout(refresh, Math.max(refreshPace.soon, readAt + refreshPace.apart - Date.now())));
  const seen = () => stale && refresh();
  isChanging.value = true;
  refresh();
  const tick = setInterval(soon, refreshPace.always);
  document.addEventListener("visibilitychange", seen);
  const closers = [...events.map((event) => live.on(event, soon)), live.onReset(refresh)];
  return () => {
    round++;
    clearTimeout(timer);
    clearInterval(tick);
    document.removeEventListener("visibilitychange", seen);
    for (const close of closers) close();
  };
}
