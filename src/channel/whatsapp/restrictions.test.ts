import type { NewChatMessageCapInfo, WASocket } from "@whiskeysockets/baileys";
import { EventEmitter } from "node:events";
import { expect, test } from "bun:test";
import type { ChannelRestriction } from "../channel.ts";
import { Restrictions } from "./restrictions.ts";

type Answers = { timelock: object | Error; quota: object | Error };

/** A number that WhatsApp restricts, and the reports about it. */
function restricted({ timelock, quota }: Answers) {
  const ev = new EventEmitter();
  const answer = async (value: object | Error) => {
    if (value instanceof Error) throw value;
    return value;
  };
  const socket = {
    ev,
    fetchAccountReachoutTimelock: async () => {
      const reachoutTimeLock = await answer(timelock);
      ev.emit("connection.update", { reachoutTimeLock });
    },
    fetchNewChatMessageCap: () => answer(quota),
  };
  const reports: (ChannelRestriction | null)[] = [];
  const restrictions = new Restrictions(
    socket as unknown as WASocket,
    (restriction) => reports.push(restriction),
    () => {},
  );
  return { ev, restrictions, reports };
}

const free = { isActive: false };
const capped = { capping_status: "CAPPED", total_quota: 10, used_quota: 10 };

test("one answer to both questions is one report", async () => {
  const { restrictions, reports } = restricted({ timelock: free, quota: capped });
  await restrictions.ask();
  expect(reports).toEqual([{ kind: "quota", until: null, used: 10, of: 10 }]);
});

test("nothing is reported where WhatsApp does not answer: what it said last may hold", async () => {
  const away = new Error("timed out");
  const { restrictions, reports, ev } = restricted({ timelock: free, quota: away });
  await restrictions.ask();
  expect(reports).toEqual([]);
  ev.emit("connection.update", { reachoutTimeLock: { isActive: true } });
  expect(reports).toEqual([{ kind: "reachout", until: null, used: null, of: null }]);
});

test.each([
  [{ capping_status: "NONE", total_quota: 10, used_quota: 3 }, null],
  [{}, null],
  [
    { capping_status: "FIRST_WARNING", total_quota: "100", used_quota: "80" },
    { kind: "quota", until: null, used: 80, of: 100 },
  ],
  [
    { capping_status: "CAPPED", total_quota: 10, used_quota: 1e15, cycle_end_timestamp: "9e15" },
    { kind: "quota", until: null, used: 1_000_000, of: 10 },
  ],
  [
    { capping_status: "CAPPED", total_quota: 10, cycle_end_timestamp: "1800000000" },
    { kind: "quota", until: 1_800_000_000_000, used: 10, of: 10 },
  ],
] as [object, ChannelRestriction | null][])(
  "a quota is read whatever it says: %j",
  (quota, expected) => {
    const { ev, reports } = restricted({ timelock: free, quota: {} });
    ev.emit("message-capping.update", quota as NewChatMessageCapInfo);
    expect(reports).toEqual([expected]);
  },
);
