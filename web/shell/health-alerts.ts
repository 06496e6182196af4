import { computed, signal } from "@preact/signals-react";
import type { Finding } from "../../src/shared/health.ts";
import { live } from "../session/live.ts";
import { can } from "../session/can.ts";
import { readPart } from "../session/shell-parts.ts";

/** The health findings about the box, for its owner. */
const findings = signal<Finding[]>([]);

/**
 * The number of problems of the box. Warnings about copies do not count: a second place for them is
 * optional, and a new box has none yet. rules.md#health
 */
export const healthTroubles = computed(
  () =>
    findings.value.filter(
      ({ check, state }) =>
        state === "fail" || (state === "warn" && check !== "away" && check !== "copies"),
    ).length,
);

/** Loads the findings and follows them. Returns a function that ends this. */
export function watchHealth() {
  if (!can("logs.read")) return () => {};
  void read();
  const closers = [live.on("health", () => void read()), live.on("ready", () => void read())];
  return () => closers.forEach((close) => close());
}

async function read() {
  findings.value = await readPart<{ findings: Finding[] }>("health").then(
    ({ findings }) => findings,
    () => findings.peek(),
  );
}
