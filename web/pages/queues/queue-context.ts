import { effect, signal } from "@preact/signals-react";
import { useEffect } from "react";
import type { Holiday } from "../../../src/shared/hours.ts";
import { scheduleTypes } from "../../../src/shared/settings.ts";
import { api } from "../../kit/api.ts";
import { live } from "../../session/live.ts";
import { me } from "../../session/session.ts";
import { queues } from "../../lists/company-lists.ts";
import type { QueueOption, ScheduleType } from "./types.ts";

/** Whether the company's or the queues' hours apply; null until it is loaded. */
export const scheduleType = signal<ScheduleType | null>(null);
export const holidays = signal<Holiday[]>([]);

/** How many options a queue has, by its id. */
export const optionCounts = signal<Record<number, number>>({});

/** Loads the settings of opening hours and the holidays, and keeps them current. */
export function useHoursSettings() {
  useEffect(() => {
    void readHours();
    const closers = [
      live.on("settings", () => void readHours()),
      live.onReset(() => void readHours()),
    ];
    return () => closers.forEach((close) => close());
  }, []);
}

/** Counts the options of each queue, and counts again when the queue changes. */
export function useCounts() {
  useEffect(() => {
    const stop = watchQueues();
    const unhear = live.on(
      "queue",
      ({ queue }) => queue !== undefined && void count((queue as { id: number }).id),
    );
    return () => {
      stop();
      unhear();
    };
  }, []);
}

function watchQueues() {
  const counted = new Set<number>();
  return effect(() => {
    for (const { id } of queues.rows.value ?? []) {
      if (counted.has(id)) continue;
      counted.add(id);
      void count(id);
    }
  });
}

async function count(queueId: number) {
  const options = await api.get<QueueOption[]>("/queue-options", { queueId }).catch(() => null);
  if (options) optionCounts.value = { ...optionCounts.peek(), [queueId]: options.length };
}

async function readHours() {
  const [settings, hours] = await Promise.all([
    api.get<{ key: string; value: string }[]>("/settings").catch(() => null),
    api
      .get<{ holidays: Holiday[] }>(`/companies/${me.peek()?.companyId}/schedules`)
      .catch(() => null),
  ]);
  if (settings)
    scheduleType.value =
      scheduleTypes.find(
        (one) => one === settings.find(({ key }) => key === "scheduleType")?.value,
      ) ?? "disabled";
  if (hours) holidays.value = hours.holidays;
}
