import { batch, signal } from "@preact/signals-react";
import { useEffect } from "react";
import type { Dashboard } from "../../../src/modules/dashboard/table.ts";
import { api } from "../../kit/api.ts";
import { live } from "../../live.ts";

/** What is asked for: so many days, dates (YYYY-MM-DD), or nothing for the month so far. */
export type Filter = { days?: number; date_from?: string; date_to?: string };

/** doc 1 §9 */
export const presets = [3, 7, 15, 30, 60, 90];

/** Null until it is here. */
export const board = signal<Dashboard | null>(null);
export const failed = signal<unknown>(null);
/** Another period is on its way. */
export const turning = signal(false);

/** What moves the numbers, or the steps of a new house. */
const events = ["ticket", "user", "queue", "whatsapp", "quickmessage", "settings", "company"];

/** How soon after an event one looks again, how far apart at least, and how often anyhow, in ms. */
const pace = { soon: 1000, apart: 5000, always: 60_000 };

/** Reads the board, and keeps it right while someone looks. */
export function useBoard(filter: Filter) {
  const wish = JSON.stringify(filter);
  useEffect(() => follow(JSON.parse(wish) as Filter), [wish]);
}

export async function read(filter: Filter) {
  const mine = ++round;
  try {
    const answer = await api.get<Dashboard>("/dashboard", filter);
    if (mine === round) batch(() => ((board.value = answer), (failed.value = null), (turning.value = false)));
  } catch (error) {
    if (mine === round) batch(() => ((failed.value = error), (turning.value = false)));
  }
}

let round = 0;

function follow(filter: Filter) {
  let readAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stale = false;
  const look = () => {
    clearTimeout(timer);
    timer = undefined;
    stale = document.hidden;
    if (stale) return;
    readAt = Date.now();
    void read(filter);
  };
  const soon = () => void (timer ??= setTimeout(look, Math.max(pace.soon, readAt + pace.apart - Date.now())));
  const seen = () => stale && look();
  turning.value = true;
  look();
  const tick = setInterval(soon, pace.always);
  document.addEventListener("visibilitychange", seen);
  const closers = [...events.map((event) => live.on(event, soon)), live.onReset(look)];
  return () => {
    round++;
    clearTimeout(timer);
    clearInterval(tick);
    document.removeEventListener("visibilitychange", seen);
    for (const close of closers) close();
  };
}
