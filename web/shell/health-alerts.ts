import { computed, signal } from "@preact/signals-react";
import type { Finding } from "../../src/shared/health.ts";
import { live } from "../session/live.ts";
import { can } from "../session/can.ts";
import { readPart } from "../session/shell-parts.ts";

/** What was found about the box, for who owns it. */
const findings = signal<Finding[]>([]);

/**
 * How many things about the box want attention. A place for copies besides is a choice, which its
 * page asks for, and that a box of today has no copy yet is no news. rules.md#health
 */
export const healthTroubles = computed(
  () =>
    findings.value.filter(
      ({ check, state }) =>
        state === "fail" || (state === "warn" && check !== "away" && check !== "copies"),
    ).length,
);

/** Reads them, and follows them. Returns what ends that. */
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
