import { signal } from "@preact/signals-react";
import type { OpenHours, OpenSpan } from "../../src/shared/open-time.ts";
import { live } from "./live.ts";
import { readPart } from "./shell-parts.ts";

/** When the shop is open around now; null until it has loaded. */
export const openHours = signal<OpenHours | null>(null);

/** The open hours that a wait in a queue is counted in; undefined where all time counts. */
export function countedSpans(queueId: number | null): OpenSpan[] | undefined {
  const hours = openHours.value;
  if (!hours || hours.counted === "disabled") return undefined;
  if (hours.counted === "company") return hours.company;
  return hours.queues.find(({ id }) => id === queueId)?.spans;
}

/** Loads the hours and follows them. Returns a function that ends this. */
export function watchOpenHours() {
  void read();
  const closers = [
    live.on("ready", () => void read()),
    live.on("queue", () => void read()),
    live.on("settings", ({ setting }) => {
      const { key } = (setting ?? {}) as { key?: string };
      if (key === "schedules" || key === "scheduleType") void read();
    }),
  ];
  const timer = setInterval(() => void read(), refreshEvery);
  return () => {
    clearInterval(timer);
    closers.forEach((close) => close());
  };
}

/** The hours reach fifteen days ahead. */
const refreshEvery = 24 * 3_600_000;

const read = () =>
  readPart<OpenHours>("openHours").then(
    (hours) => void (openHours.value = hours),
    () => undefined,
  );
