import { batch, signal } from "@preact/signals-react";
import { useEffect } from "react";
import { api } from "../../kit/api.ts";
import { live } from "../../session/live.ts";

/** The period: a number of days, dates (YYYY-MM-DD), or nothing for the current month. */
export type Filter = { days?: number; date_from?: string; date_to?: string };

/**
 * The delay of a refresh after an event, the least interval between two, and the regular interval,
 * in ms.
 */
const refreshPace = { soon: 1000, apart: 5000, always: 60_000 };

/** The figures of a period from a path. These events reload them. */
export function figuresOf<Figures>(path: string, events: string[]) {
  /** Null until the figures are loaded. */
  const data = signal<Figures | null>(null);
  const failed = signal<unknown>(null);
  /** Whether another period is loading. */
  const isChanging = signal(false);
  let round = 0;

  async function read(filter: Filter) {
    const thisRound = ++round;
    try {
      const answer = await api.get<Figures>(path, filter);
      if (thisRound === round)
        batch(() => ((data.value = answer), (failed.value = null), (isChanging.value = false)));
    } catch (error) {
      if (thisRound === round) batch(() => ((failed.value = error), (isChanging.value = false)));
    }
  }

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
    const soon = () =>
      void (timer ??= setTimeout(
        refresh,
        Math.max(refreshPace.soon, readAt + refreshPace.apart - Date.now()),
      ));
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

  return {
    data,
    failed,
    isChanging,
    read,
    /** Loads the figures, and refreshes them while they are visible and wanted. */
    use(filter: Filter, isWanted = true) {
      const key = JSON.stringify(filter);
      useEffect(() => (isWanted ? watch(JSON.parse(key) as Filter) : undefined), [key, isWanted]);
    },
  };
}
