import { batch, computed, signal } from "@preact/signals-react";
import { api } from "../../kit/api.ts";
import { addDays, addMonths, noon, weeksOf } from "../../kit/days.ts";
import { t } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { dayAndTime } from "../../parts/schedules/moments.ts";
import { companyMoment, isEditable, type Schedule } from "../../parts/schedules/schedule.ts";
import { live } from "../../session/live.ts";

export const views = ["month", "week", "day", "list"] as const;
export type View = (typeof views)[number];

/**
 * A schedule at its time, or at a later repetition. `at` is in the company's time zone,
 * YYYY-MM-DDTHH:mm; `instant` is the same moment in ISO.
 */
export type Entry = {
  key: string;
  schedule: Schedule;
  at: string;
  instant: string;
  isRepeat: boolean;
};

export const view = signal<View>("month");
/** The calendar's current day, YYYY-MM-DD. */
export const day = signal("");
export const search = signal("");
/** The user whose schedules an admin sees; empty for all users. */
export const ofUser = signal("");
const rows = signal<Schedule[]>([]);
export const isLoading = signal(true);
export const failed = signal<unknown>(null);

/** The visible days; the second day is exclusive. */
const shownDays = computed<[from: string, to: string]>(() => {
  const at = day.value;
  switch (view.value) {
    case "month": {
      const days = weeksOf(at).flat();
      return [days[0]!, addDays(days.at(-1)!, 1)];
    }
    case "week":
      return [weekOf(at)[0]!, addDays(weekOf(at)[0]!, 7)];
    case "day":
      return [at, addDays(at, 1)];
    case "list":
      return [`${at.slice(0, 7)}-01`, addMonths(`${at.slice(0, 7)}-01`, 1)];
  }
});

/** The seven days of a week, Sunday first. */
export const weekOf = (at: string) =>
  Array.from({ length: 7 }, (_, index) => addDays(at, index - noon(at).getUTCDay()));

/** The visible entries, by time. */
export const entries = computed<Entry[]>(() => {
  const [from, to] = shownDays.value;
  const all = rows.value.flatMap((schedule) => [
    {
      key: String(schedule.id),
      schedule,
      at: companyMoment(schedule.sendAt),
      instant: schedule.sendAt,
      isRepeat: false,
    },
    ...(schedule.upcoming ?? []).map((next) => ({
      key: `${schedule.id}/${next}`,
      schedule,
      at: companyMoment(next),
      instant: next,
      isRepeat: true,
    })),
  ]);
  return all
    .filter(({ at }) => at >= from && at < to)
    .toSorted((one, other) =>
      one.at < other.at ? -1 : one.at > other.at ? 1 : one.schedule.id - other.schedule.id,
    );
});

/** The visible entries by day. */
export const entriesByDay = computed(() => Map.groupBy(entries.value, ({ at }) => at.slice(0, 10)));

/** Moves to earlier (-1) or later (1) days. */
export function turn(by: number) {
  const at = day.peek();
  const steps: Record<View, () => string> = {
    month: () => addMonths(at, by),
    list: () => addMonths(at, by),
    week: () => addDays(at, 7 * by),
    day: () => addDays(at, by),
  };
  day.value = steps[view.peek()]();
}

export const today = () => companyMoment(Date.now()).slice(0, 10);

let round = 0;

export async function load() {
  const thisRound = ++round;
  const [from, to] = shownDays.peek();
  try {
    const { schedules } = await api.get<{ schedules: Schedule[] }>("/schedules", {
      from: `${from}T00:00`,
      to: `${to}T00:00`,
      searchParam: search.peek().trim(),
      ...(ofUser.peek() && { userId: ofUser.peek() }),
    });
    if (thisRound !== round) return;
    batch(() => {
      rows.value = schedules;
      failed.value = null;
      isLoading.value = false;
    });
  } catch (error) {
    if (thisRound !== round) return;
    batch(() => {
      failed.value = error;
      isLoading.value = false;
    });
  }
}

/**
 * Loads the visible schedules, and again after other days, another search or a live event. Returns
 * a function that stops it.
 */
export function startCalendar(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void load(), ms);
  };
  const closers = [
    shownDays.subscribe(() => void load()),
    ofUser.subscribe(() => void load()),
    search.subscribe(() => soon(500)),
    live.on("schedule", () => soon(150)),
    // A contact may have a new name.
    live.on("contact", () => soon(500)),
    live.onReset(() => void load()),
  ];
  return () => {
    clearTimeout(timer);
    for (const close of closers) close();
  };
}

/**
 * Moves a schedule to another time of the company's time zone, on screen at once. A notice offers
 * to undo it.
 */
export async function move(schedule: Schedule, at: string) {
  const before = companyMoment(schedule.sendAt);
  if (at === before || !isEditable(schedule)) return;
  try {
    const moved = await put(schedule, at);
    toast.success(
      t("schedule.moved", { name: schedule.contact.name, when: dayAndTime(moved.sendAt) }),
      { label: t("tickets.undo"), run: () => void put(moved, before).catch(toast.error) },
    );
  } catch (problem) {
    toast.error(problem);
    void load();
  }
}

async function put(schedule: Schedule, at: string): Promise<Schedule> {
  const shift = (iso: string) =>
    new Date(
      Date.parse(iso) + Date.parse(`${at}Z`) - Date.parse(`${companyMoment(schedule.sendAt)}Z`),
    ).toISOString();
  rows.value = rows
    .peek()
    .map((row) =>
      row.id === schedule.id
        ? { ...row, sendAt: shift(row.sendAt), upcoming: row.upcoming?.map(shift) }
        : row,
    );
  const moved = await api.put<Schedule>(`/schedules/${schedule.id}`, { sendAt: at });
  await load();
  return moved;
}
