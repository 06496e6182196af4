import "../../src/testing/screen/page.tsx";
import { signedIn } from "../../src/testing/screen/signed-in.ts";
import { expect, setSystemTime, test } from "bun:test";
import { eventually } from "../../src/testing/screen/screen.ts";
import { openTicket } from "../inbox/open-ticket.ts";
import type { Ticket } from "../types.ts";
import { isInView, joinElection, shareTicketInView } from "./tabs.ts";

signedIn();
/** Another tab of this browser, as its broadcasts show it. */
const other = new BroadcastChannel("ticketInView");
const announced: { ticketId: number | null }[] = [];
other.onmessage = ({ data }: MessageEvent<{ ticketId: number | null }>) =>
  void announced.push(data);

test("a ticket is in view where any tab shows it, and no longer once that tab left it", async () => {
  const stop = shareTicketInView();
  expect(isInView(7)).toBe(false);
  other.postMessage({ tab: "other", ticketId: 7 });
  await eventually(() => isInView(7), "the other tab's ticket");
  other.postMessage({ tab: "other", ticketId: 8 });
  await eventually(() => isInView(8), "its next ticket");
  expect(isInView(7)).toBe(false);
  other.postMessage({ tab: "other", ticketId: null });
  await eventually(() => !isInView(8), "it to leave");

  history.pushState(null, "", "/tickets/uuid-9");
  openTicket.value = { id: 9, uuid: "uuid-9" } as Ticket;
  expect(isInView(9)).toBe(true);
  await eventually(() => announced.at(-1)?.ticketId === 9, "the others to hear of it");
  stop();
  await eventually(() => announced.at(-1)?.ticketId === null, "the others to hear that it closed");
  openTicket.value = null;
  history.pushState(null, "", "/");
});

test("a tab that says nothing for 20 s is believed no more", async () => {
  const stop = shareTicketInView();
  other.postMessage({ tab: "other", ticketId: 7 });
  await eventually(() => isInView(7), "the other tab's ticket");
  const now = Date.now();
  setSystemTime(now + 19_000);
  expect(isInView(7)).toBe(true);
  setSystemTime(now + 21_000);
  expect(isInView(7)).toBe(false);
  setSystemTime();
  stop();
  other.close();
});

test("with locks the tab that holds the lock does the task", async () => {
  const waiting: (() => unknown)[] = [];
  putLocks({ request: (_: string, hold: () => unknown) => void waiting.push(hold) });
  const isMine = joinElection("bell");
  expect(isMine()).toBe(false);
  void waiting[0]!();
  expect([isMine(), joinElection("bell")()]).toEqual([true, true]);
  expect(waiting).toHaveLength(1);
});

test("without locks the first tab signs, and another takes over 90 s after it fell silent", () => {
  putLocks(undefined);
  const key = "task:sound";
  const by = (tab: string, at: number) => localStorage.setItem(key, JSON.stringify({ tab, at }));
  by("other", Date.now());
  const isMine = joinElection("sound");
  expect(isMine()).toBe(false);
  by("other", Date.now() - 89_000);
  expect(isMine()).toBe(false);
  by("other", Date.now() - 91_000);
  expect(isMine()).toBe(true);
  window.dispatchEvent(new Event("pagehide"));
  expect(localStorage.getItem(key)).toBeNull();
  by("other", Date.now());
  expect(isMine()).toBe(false);
  window.dispatchEvent(new Event("pagehide"));
  expect(localStorage.getItem(key)).toContain("other");
});

const putLocks = (value: object | undefined) =>
  Object.defineProperty(navigator, "locks", { value, configurable: true });
