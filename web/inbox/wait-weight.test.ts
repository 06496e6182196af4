import { signedIn } from "../../src/testing/screen/signed-in.ts";
import { beforeEach, expect, test } from "bun:test";
import { clock } from "../kit/text.ts";
import { openHours } from "../session/open-hours.ts";
import type { Me } from "../session/session.ts";
import { waitWeight } from "./wait-weight.ts";

const minute = 60_000;
const now = Date.parse("2026-11-20T12:00:00Z");
const limits = (waitAttention: string, waitLimit: string) =>
  signedIn({
    company: {
      settings: [
        { key: "waitAttention", value: waitAttention },
        { key: "waitLimit", value: waitLimit },
      ],
    } as Me["company"],
  });
const after = (ms: number, queueId: number | null = 1) =>
  waitWeight({ waitingSince: new Date(now - ms).toISOString(), queueId });

beforeEach(() => {
  clock.value = now;
  openHours.value = null;
});

test("a wait weighs more from the first limit on, and most from the second on", () => {
  limits("5", "15");
  expect([5 * minute - 1, 5 * minute, 15 * minute - 1, 15 * minute].map((ms) => after(ms))).toEqual(
    ["plain", "attention", "attention", "late"],
  );
});

test("a limit of 0 is never reached", () => {
  limits("0", "15");
  expect([after(15 * minute - 1), after(15 * minute)]).toEqual(["plain", "late"]);
  limits("5", "0");
  expect(after(1000 * minute)).toBe("attention");
});

test("only open hours count, by the company or by the queue", () => {
  limits("5", "15");
  const opened: [number, number][] = [[now - 10 * minute, now + 60 * minute]];
  openHours.value = { counted: "company", company: opened, queues: [] };
  expect([after(600 * minute), after(5 * minute - 1)]).toEqual(["attention", "plain"]);
  openHours.value = { counted: "queue", company: [], queues: [{ id: 1, spans: [] }] };
  expect([after(600 * minute), after(600 * minute, 2)]).toEqual(["plain", "late"]);
  openHours.value = { counted: "disabled", company: [], queues: [] };
  expect(after(600 * minute)).toBe("late");
});
