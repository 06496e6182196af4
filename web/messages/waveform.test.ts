import { expect, test } from "bun:test";
import { waveformBars, durationText, waveformOf } from "./waveform.ts";

test("bars keep the peaks when there are fewer of them, and repeat when there are more", () => {
  expect(waveformBars([0, 100, 20, 40], 2)).toEqual([1, 0.4]);
  expect(waveformBars([50, 100], 4)).toEqual([0.5, 0.5, 1, 1]);
  expect(waveformBars([-5, 250], 2)).toEqual([0, 1]);
});

test("what nobody measured, or heard nothing, has no bars", () => {
  expect([
    waveformBars(null, 8),
    waveformBars(undefined, 8),
    waveformBars([], 8),
    waveformBars([0, 0, 0], 8),
  ]).toEqual([[], [], [], []]);
});

test("a quiet voice fills the wave as a loud one does", () => {
  const quiet = waveformOf([0, 0.01, 0.02]);
  expect(quiet).toHaveLength(64);
  expect([Math.min(...quiet), Math.max(...quiet)]).toEqual([0, 100]);
  expect(quiet).toEqual(waveformOf([0, 0.4, 0.8]));
  expect(waveformOf(Array.from({ length: 900 }, (_, index) => index / 900)).at(-1)).toBe(100);
});

test("silence is flat, and nothing at all too", () => {
  expect(new Set(waveformOf([0, 0]))).toEqual(new Set([0]));
  expect(waveformOf([])).toHaveLength(64);
});

test("seconds read as on a clock", () => {
  expect(
    [0, 5.4, 59.6, 760, 3723, Number.NaN, Number.POSITIVE_INFINITY, -3].map(durationText),
  ).toEqual(["0:00", "0:05", "1:00", "12:40", "1:02:03", "0:00", "0:00", "0:00"]);
});
