import { batch, signal } from "@preact/signals-react";
import { useEffect } from "react";
import { scheduleTypes } from "../../../src/shared.ts";
import { api } from "../../kit/api.ts";
import { toast } from "../../kit/Toast.tsx";
import { live } from "../../live.ts";

/** A setting as a screen offers it. A switch says "enabled" and "disabled"; a number is whole. */
export type Option = { key: string } & ({ kind: "switch" } | { kind: "select"; values: readonly string[] } | { kind: "number"; max: number });

/** All settings, in the order of a day at the desk. Texts: `settings.keys.{key}.name` and `.does`. doc 1 §3 */
export const sections: { name: string; options: Option[] }[] = [
  {
    name: "attendance",
    options: [
      { key: "userRating", kind: "switch" },
      { key: "sendGreetingAccepted", kind: "switch" },
      { key: "sendMsgTransfTicket", kind: "switch" },
    ],
  },
  {
    name: "bot",
    options: [
      { key: "scheduleType", kind: "select", values: scheduleTypes },
      { key: "sendGreetingMessageOneQueues", kind: "switch" },
      { key: "chatBotType", kind: "select", values: ["text"] },
      { key: "iaMonthlyLimit", kind: "number", max: 1_000_000 },
      { key: "disableBot", kind: "switch" },
    ],
  },
  {
    name: "whatsapp",
    options: [
      // "enabled" ignores groups. doc 4 §1.35.2
      { key: "CheckMsgIsGroup", kind: "switch" },
      // "disabled" refuses calls. doc 4 §1.35.3
      { key: "call", kind: "switch" },
    ],
  },
  { name: "access", options: [{ key: "singleSession", kind: "switch" }] },
];

/** Every setting's value by its key. Null until they are here. */
export const values = signal<Record<string, string> | null>(null);
export const failed = signal<unknown>(null);
/** What became of the last change of a setting. */
export const saves = signal<Record<string, "saving" | "saved">>({});

export function useSettings() {
  useEffect(() => {
    void read();
    const closers = [live.on("settings", ({ setting }) => hear(setting as { key: string; value?: string })), live.onReset(() => void read())];
    return () => closers.forEach((close) => close());
  }, []);
}

export async function read() {
  try {
    const rows = await api.get<{ key: string; value: string }[]>("/settings");
    batch(() => {
      values.value = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
      failed.value = null;
    });
  } catch (problem) {
    failed.value = problem;
  }
}

/** Changes a setting at once on the screen, and back when the server refuses. */
export async function change(key: string, value: string) {
  const before = values.peek()?.[key] ?? "";
  const mine = (rounds.get(key) ?? 0) + 1;
  rounds.set(key, mine);
  put(key, value);
  mark(key, "saving");
  try {
    await api.put(`/settings/${key}`, { value });
    if (rounds.get(key) !== mine) return;
    mark(key, "saved");
    setTimeout(() => rounds.get(key) === mine && mark(key), 3000);
  } catch (problem) {
    if (rounds.get(key) !== mine) return;
    batch(() => {
      put(key, before);
      mark(key);
    });
    toast.error(problem);
  }
}

const rounds = new Map<string, number>();

function hear({ key, value }: { key: string; value?: string }) {
  if (value !== undefined && saves.peek()[key] !== "saving") put(key, value);
}

function put(key: string, value: string) {
  values.value = { ...values.peek(), [key]: value };
}

function mark(key: string, state?: "saving" | "saved") {
  const { [key]: _, ...others } = saves.peek();
  saves.value = state ? { ...others, [key]: state } : others;
}
