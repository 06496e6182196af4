import { signal } from "@preact/signals-react";
import type { Restriction } from "../../../src/shared/restrictions.ts";
import { api } from "../../kit/api.ts";
import { t } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";

type Fault = {
  disconnect?: boolean;
  failNext?: number;
  reason?: string;
  delayMs?: number;
  logout?: boolean;
  mediaAway?: boolean;
  restriction?: Restriction | null;
  passkey?: boolean;
  /** A customer who wrote a day longer ago. */
  dayPassed?: string;
};

/** Restrictions to try, each for an hour. */
export const restrictions = ["none", "reachout", "quotaLow", "quotaOver"] as const;
export type RestrictionChoice = (typeof restrictions)[number];

export const restrictionOf = (choice: RestrictionChoice): Restriction | null => {
  const until = new Date(Date.now() + 3_600_000).toISOString();
  if (choice === "none") return null;
  return choice === "reachout"
    ? { kind: "reachout", until, used: null, of: null }
    : { kind: "quota", until, used: choice === "quotaLow" ? 95 : 100, of: 100 };
};

/** The choice that leads to a connection's restriction. */
export const choiceOf = (restriction: Restriction | null): RestrictionChoice => {
  if (!restriction) return "none";
  if (restriction.kind === "reachout") return "reachout";
  return (restriction.used ?? 0) < (restriction.of ?? 0) ? "quotaLow" : "quotaOver";
};

/** Delays to choose from, ms. */
export const delays = [0, 2000, 10_000] as const;

export const delay = signal(0);
/** Whether the network stops all files. */
export const mediaAway = signal(false);
export const busy = signal(false);

/** Injects a fault into the practice connection, or ends it. */
export async function injectFault(whatsappId: number, fault: Fault, successKey: string) {
  await run(async () => {
    await api.post(`/practice/${whatsappId}/faults`, fault);
    if (fault.delayMs !== undefined) delay.value = fault.delayMs;
    if (fault.mediaAway !== undefined) mediaAway.value = fault.mediaAway;
  }, successKey);
}

/** Types a pairing code on the phone. The server refuses another phone's code, on the field. */
export async function pair(whatsappId: number, code: string) {
  await api.post(`/practice/${whatsappId}/scan`, { code });
  toast.success(t("practice.connected"));
}

/** The phone reads the QR code. */
export const scan = (whatsappId: number) =>
  run(() => api.post(`/practice/${whatsappId}/scan`), "practice.connected");

async function run(call: () => Promise<unknown>, doneText: string) {
  busy.value = true;
  try {
    await call();
    toast.success(t(doneText));
  } catch (error) {
    toast.error(error);
  } finally {
    busy.value = false;
  }
}
