import { expect, test } from "bun:test";
import { shareOut, type SharePerson, type ShareSettings, type WaitingTicket } from "./share.ts";

const now = 1000;
const ticket = (id: number, change: Partial<WaitingTicket> = {}): WaitingTicket => ({
  id,
  isWaiting: true,
  withBot: false,
  isSnoozed: false,
  isGroup: false,
  takenFrom: [],
  ...change,
});
const person = (id: number, open: number, change: Partial<SharePerson> = {}): SharePerson => ({
  id,
  isOnline: true,
  isAway: false,
  mayServe: true,
  open,
  handedAt: null,
  ...change,
});
const fewest: ShareSettings = { share: "fewest", shareLimit: 3 };
const turns: ShareSettings = { share: "turns", shareLimit: 3 };
const [ana, bia] = [1, 2];

/** Each situation, and who gets which ticket. */
const situations: [string, ShareSettings, WaitingTicket[], SharePerson[], [number, number][]][] = [
  ["off", { share: "off", shareLimit: 3 }, [ticket(1)], [person(ana, 0)], []],
  ["nobody waits", fewest, [], [person(ana, 0)], []],
  ["nobody is there", fewest, [ticket(1)], [], []],
  ["one person", fewest, [ticket(1)], [person(ana, 0)], [[1, ana]]],
  ["fewest first", fewest, [ticket(1)], [person(ana, 2), person(bia, 1)], [[1, bia]]],
  [
    "fewest, evened out",
    fewest,
    [ticket(1), ticket(2), ticket(3)],
    [person(ana, 0), person(bia, 1)],
    [
      [1, ana],
      [2, bia],
      [3, ana],
    ],
  ],
  [
    "as few: whose last hand-out is longer ago",
    fewest,
    [ticket(1)],
    [person(ana, 1, { handedAt: 9 }), person(bia, 1, { handedAt: 8 })],
    [[1, bia]],
  ],
  [
    "in turns, whatever they have",
    turns,
    [ticket(1), ticket(2), ticket(3)],
    [person(ana, 2, { handedAt: 5 }), person(bia, 0, { handedAt: 9 })],
    [
      [1, ana],
      [2, bia],
      [3, bia],
    ],
  ],
  [
    "in turns, who never had one first",
    turns,
    [ticket(1)],
    [person(ana, 0, { handedAt: 5 }), person(bia, 2)],
    [[1, bia]],
  ],
  ["one below the limit", fewest, [ticket(1)], [person(ana, 2)], [[1, ana]]],
  ["at the limit", fewest, [ticket(1)], [person(ana, 3)], []],
  ["above the limit", fewest, [ticket(1)], [person(ana, 4)], []],
  [
    "up to the limit, the longest wait first",
    fewest,
    [ticket(7), ticket(5), ticket(6)],
    [person(ana, 1)],
    [
      [7, ana],
      [5, ana],
    ],
  ],
  [
    "without a limit",
    { share: "fewest", shareLimit: null },
    [ticket(1)],
    [person(ana, 90)],
    [[1, ana]],
  ],
  ["offline", fewest, [ticket(1)], [person(ana, 0, { isOnline: false })], []],
  ["away", fewest, [ticket(1)], [person(ana, 0, { isAway: true })], []],
  ["without the right", fewest, [ticket(1)], [person(ana, 0, { mayServe: false })], []],
  [
    "the one who is there",
    turns,
    [ticket(1)],
    [person(ana, 0, { isOnline: false }), person(bia, 2)],
    [[1, bia]],
  ],
  ["with a bot", fewest, [ticket(1, { withBot: true })], [person(ana, 0)], []],
  ["put away", fewest, [ticket(1, { isSnoozed: true })], [person(ana, 0)], []],
  ["a group", fewest, [ticket(1, { isGroup: true })], [person(ana, 0)], []],
  ["answered on the phone", fewest, [ticket(1, { isWaiting: false })], [person(ana, 0)], []],
  ["taken back from the only one", fewest, [ticket(1, { takenFrom: [ana] })], [person(ana, 0)], []],
  [
    "taken back from one of two",
    fewest,
    [ticket(1, { takenFrom: [ana] }), ticket(2)],
    [person(ana, 0), person(bia, 2)],
    [
      [1, bia],
      [2, ana],
    ],
  ],
  [
    "one that is left out holds up no other",
    fewest,
    [ticket(1, { withBot: true }), ticket(2)],
    [person(ana, 0)],
    [[2, ana]],
  ],
];

for (const [name, settings, tickets, people, expected] of situations)
  test(`share of load: ${name}`, () => {
    expect(
      shareOut(settings, tickets, people, now).map(({ ticketId, userId }) => [ticketId, userId]),
    ).toEqual(expected);
  });

test("a hand-out says how many tickets the person had", () => {
  expect(shareOut(fewest, [ticket(1), ticket(2)], [person(ana, 1)], now)).toEqual([
    { ticketId: 1, userId: ana, open: 1 },
    { ticketId: 2, userId: ana, open: 2 },
  ]);
});
