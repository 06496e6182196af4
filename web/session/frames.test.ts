import { beforeEach, expect, test } from "bun:test";
import { beginAt, dispatch, dispatchAll, forgetSeq, lastSeq, on, onReset } from "./frames.ts";

let resets = 0;
onReset(() => (resets += 1));

beforeEach(() => {
  forgetSeq();
  resets = 0;
});

/** Records the numbers of an event's frames from now on. */
function received(event: string) {
  const numbers: unknown[] = [];
  const stop = on(event, ({ seq, n }) => numbers.push(seq ?? n));
  return { numbers, stop };
}

test("a frame is given once, in order, to those who listen to its event", () => {
  const { numbers, stop } = received("ticket");
  const others = received("contact");
  dispatch({ event: "ready", seq: 4 });
  for (const seq of [5, 5, 4, 6]) dispatch({ event: "ticket", seq });
  dispatch({ event: "ticket", n: "without a number" });
  expect([numbers, others.numbers, lastSeq()]).toEqual([[5, 6, "without a number"], [], 6]);
  stop();
  dispatch({ event: "ticket", seq: 7 });
  expect([numbers.length, lastSeq()]).toEqual([3, 7]);
});

test("a first connection resets what was read before; a later one does not", () => {
  dispatch({ event: "ready", seq: 4 });
  dispatch({ event: "ready", seq: 9 });
  expect([resets, lastSeq()]).toEqual([1, 4]);
});

test("a page that says as of when it read needs no reset", () => {
  beginAt(7);
  beginAt(3);
  dispatch({ event: "ready", seq: 9 });
  expect([resets, lastSeq()]).toEqual([0, 7]);
});

test("missed frames reset the lists, and the count goes on from there", () => {
  dispatch({ event: "ready", seq: 4 });
  dispatch({ event: "reset", seq: 20 });
  const { numbers, stop } = received("ticket");
  dispatch({ event: "ticket", seq: 20 });
  dispatch({ event: "ticket", seq: 21 });
  stop();
  expect([resets, numbers]).toEqual([2, [21]]);
  dispatch({ event: "reset" });
  expect([resets, lastSeq()]).toEqual([3, undefined]);
});

test("the frames of a poll share a number", () => {
  const { numbers, stop } = received("ticket");
  dispatchAll(
    [
      { event: "ticket", n: 1 },
      { event: "ticket", n: 2 },
    ],
    12,
  );
  stop();
  expect([numbers, lastSeq()]).toEqual([[1, 2], 12]);
});

test("a transient frame waits for its first listener; a numbered one is read elsewhere", async () => {
  for (let n = 1; n <= 501; n += 1) dispatch({ event: "typing", n });
  dispatch({ event: "typing", seq: 1 });
  const { numbers, stop } = received("typing");
  expect(numbers).toEqual([]);
  await Promise.resolve();
  expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([500, 2, 501]);
  stop();
  const again = received("typing");
  await Promise.resolve();
  again.stop();
  expect(again.numbers).toEqual([]);
  dispatch({ event: "recording", n: 1 });
  forgetSeq();
  const forgotten = received("recording");
  await Promise.resolve();
  expect(forgotten.numbers).toEqual([]);
});
