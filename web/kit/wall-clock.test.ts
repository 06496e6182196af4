import { expect, test } from "bun:test";
import { instantOf, wallClock } from "./wall-clock.ts";

test("a time of a place is an instant, wherever the browser is", () => {
  for (const [zone, instant] of [
    ["America/Sao_Paulo", "2026-11-22T02:00:00Z"],
    ["Asia/Tokyo", "2026-11-21T14:00:00Z"],
    ["UTC", "2026-11-21T23:00:00Z"],
  ] as const) {
    expect(instantOf("2026-11-21", "23:00", zone)).toBe(Date.parse(instant));
    expect(wallClock(Date.parse(instant), zone)).toEqual({ date: "2026-11-21", time: "23:00" });
  }
  expect([
    instantOf("2026-11", "", "UTC"),
    wallClock(Date.parse("2026-11-21T03:04:00Z"), "America/Sao_Paulo").time,
  ]).toEqual([NaN, "00:04"]);
});

test("a day is read from its parts, however a browser writes it", () => {
  const { prototype } = Intl.DateTimeFormat;
  const written = Object.getOwnPropertyDescriptor(prototype, "format")!;
  Object.defineProperty(prototype, "format", {
    configurable: true,
    value: () => "11/21/2026, 11:00 PM",
  });
  try {
    expect(wallClock(Date.parse("2026-11-22T02:00:00Z"), "America/Sao_Paulo")).toEqual({
      date: "2026-11-21",
      time: "23:00",
    });
  } finally {
    Object.defineProperty(prototype, "format", written);
  }
});
