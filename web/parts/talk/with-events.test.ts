import { expect, test } from "bun:test";
import type { TimelineItem } from "./timeline.ts";
import type { TicketEvent } from "../../inbox/ticket-events.ts";
import { withEvents } from "./with-events.ts";

const at = (minute: number) => `2026-11-20T12:${String(minute).padStart(2, "0")}:00.000Z`;
const bubble = (id: number, minute: number) =>
  ({
    kind: "bubble",
    key: `m${id}`,
    first: false,
    bubble: { id, at: at(minute), cameAt: at(minute), unsent: false },
  }) as TimelineItem;
const event = (id: number, minute: number, more: Partial<TicketEvent> = {}) =>
  ({ id, at: at(minute), kind: "tagged", from: null, detail: null, ...more }) as TicketEvent;
const shape = (items: ReturnType<typeof withEvents>) =>
  items.map((item) => (item.kind === "events" ? item.events.map(({ id }) => id) : item.key));
const whole = { isBegun: true, isEnded: true };

test("events stand between messages at their time, those at once after each other in one item", () => {
  const items = [bubble(1, 10), bubble(2, 20)];
  const events = [event(1, 5), event(2, 12), event(3, 13), event(4, 30)];
  expect(shape(withEvents(items, events, whole))).toEqual([[1], "m1", [2, 3], "m2", [4]]);
});

test("an event at the time of a message follows it", () => {
  expect(shape(withEvents([bubble(1, 10)], [event(1, 10)], whole))).toEqual(["m1", [1]]);
});

test("events outside of the loaded messages wait for them", () => {
  const events = [event(1, 5), event(2, 12), event(3, 30)];
  const part = { isBegun: false, isEnded: false };
  expect(shape(withEvents([bubble(1, 10), bubble(2, 20)], events, part))).toEqual([
    "m1",
    [2],
    "m2",
  ]);
});

test("a move and its undo leave no line, a transfer's note stays", () => {
  const from = {} as TicketEvent["from"];
  const undo = { from, detail: { cause: "undo" as const } };
  expect(shape(withEvents([], [event(1, 1, { from }), event(2, 2, undo)], whole))).toEqual([]);
  const noted = event(1, 1, { from, note: "Quer bolo" });
  expect(shape(withEvents([], [noted, event(2, 2, undo)], whole))).toEqual([[1]]);
});
