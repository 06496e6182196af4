import { expect, test } from "bun:test";
import { nextStep, fatalLimit, type SocketEnd } from "./reconnect.ts";

const closed = (code: number, more: Partial<SocketEnd> = {}): SocketEnd => ({
  code,
  paired: true,
  failures: 0,
  fatal: 0,
  replacedBefore: false,
  ...more,
});
const verdict = (code: number, more?: Partial<SocketEnd>) => nextStep(closed(code, more), 0.5);

test("each way a session ends has its own answer", () => {
  expect(verdict(515)).toEqual({ status: "TIMEOUT", reason: "restarting", after: 0 });
  expect(verdict(515, { paired: false })).toEqual({
    status: "PAIRING",
    reason: "restarting",
    after: 0,
  });
  for (const code of [401, 406])
    expect(verdict(code)).toEqual({ status: "DISCONNECTED", reason: "loggedOut", wipe: true });
  expect(verdict(402)).toEqual({ status: "DISCONNECTED", reason: "paused", after: 86_400_000 });
  expect(verdict(402, { banEnds: 5000 })).toEqual({
    status: "DISCONNECTED",
    reason: "paused",
    after: 5000,
  });
  for (const code of [403, 409])
    expect(verdict(code)).toEqual({ status: "DISCONNECTED", reason: "banned" });
  expect(verdict(405)).toEqual({ status: "TIMEOUT", reason: "outdated", after: 3_600_000 });
  expect(verdict(411)).toEqual({ status: "DISCONNECTED", reason: "downgraded" });
  expect(verdict(400)).toEqual({ status: "DISCONNECTED", reason: "forged" });
  for (const code of [408, 428])
    expect(verdict(code)).toEqual({ status: "TIMEOUT", reason: "network", after: 2000 });
  expect(nextStep(closed(408, { failures: 1 }), 0.5, 250).after).toBe(500);
  expect(verdict(503)).toEqual({ status: "TIMEOUT", reason: "network", after: 30_000 });
  for (const code of [500, 501, 0, 999])
    expect(verdict(code)).toEqual({ status: "TIMEOUT", reason: "failing", after: 2000 });
});

test("only what says that the link is gone forgets it", () => {
  const forgets = Array.from({ length: 1000 }, (_, code) => code).filter(
    (code) => verdict(code).wipe,
  );
  expect(forgets).toEqual([401, 406]);
});

test("it waits longer each time, from two seconds to five minutes, and never in step with others", () => {
  expect([0, 1, 2, 5, 7, 8, 50].map((failures) => verdict(428, { failures }).after)).toEqual([
    2000, 4000, 8000, 64_000, 256_000, 300_000, 300_000,
  ]);
  expect([0, 1].map((chance) => nextStep(closed(428), chance).after)).toEqual([1500, 2500]);
});

test("another session is not fought: one try after a minute, then a person decides", () => {
  expect(verdict(440).after).toBeGreaterThanOrEqual(60_000);
  expect(verdict(440, { replacedBefore: true })).toEqual({
    status: "DISCONNECTED",
    reason: "replaced",
  });
});

test("a fault that keeps coming asks for a person", () => {
  expect(verdict(500, { fatal: fatalLimit - 1 }).after).toBeDefined();
  expect(verdict(500, { fatal: fatalLimit })).toEqual({
    status: "DISCONNECTED",
    reason: "failing",
  });
});
