import { answer, show } from "../../../../src/testing/screen/page.tsx";
import { signedIn } from "../../../../src/testing/screen/signed-in.ts";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { eventually } from "../../../../src/testing/screen/screen.ts";
import { defaultPreferences, type Preferences } from "../../../../src/shared/preferences.ts";
import type { TicketGroup } from "../../../../src/shared/ticket-list.ts";
import { putTicket, ticketLists } from "../../../inbox/list-state.ts";
import { sampleTicket } from "../../../parts/tickets/samples.ts";
import { clock } from "../../../kit/text.ts";
import { me } from "../../../session/session.ts";
import type { Ticket } from "../../../types.ts";
import "../../../session/texts.ts";
import "../texts.ts";
import { groupsOf } from "./groups.ts";

signedIn({ preferences: defaultPreferences });

let stored: Ticket[] = [];
let saved: Partial<Preferences>[] = [];

const groupOf = ({ snoozedUntil, waitingSince }: Ticket): TicketGroup =>
  snoozedUntil ? "snoozed" : waitingSince ? "waiting" : "other";

beforeEach(() => {
  saved = [];
  clock.value = Date.now() + 1000;
  answer(({ path, query, body }) => {
    if (path === "/preferences") {
      saved.push(body as Partial<Preferences>);
      return { ...me.peek()!.preferences, ...(body as object) };
    }
    const folded = JSON.parse(query.get("folded") ?? "[]") as TicketGroup[];
    const rows = stored.filter((ticket) => !folded.includes(groupOf(ticket)));
    return {
      tickets: rows.slice(0, 40),
      hasMore: rows.length > 40,
      count: stored.length,
      first: stored.filter((ticket) => groupOf(ticket) === "waiting").length,
      snoozed: stored.filter((ticket) => groupOf(ticket) === "snoozed").length,
      longestWait: Date.now() - 21 * minute,
      oldestOther: Date.now() - 3 * day,
      nextWake: Date.now() + 60 * minute,
    };
  });
});
afterEach(() => ticketLists.assigned.clear());

const minute = 60_000;
const day = 86_400_000;
const mine = (id: number, place: number, change: Partial<Ticket> = {}) =>
  sampleTicket(id, `Cliente ${id}`, "open", id, { userId: 2, place, ...change });
const waits = (id: number, minutes: number) =>
  mine(id, id, { waitingSince: new Date(Date.now() - minutes * minute).toISOString() });
const answered = (id: number) => mine(id, 1000 + id);
const snoozed = (id: number) =>
  mine(id, 4000 + id, { snoozedUntil: new Date(Date.now() + id * minute).toISOString() });

const headings = () =>
  groupsOf("assigned").map(({ name, count, from, isFolded }) => ({ name, count, from, isFolded }));
const folds = (...foldedGroups: Preferences["foldedGroups"]) =>
  void (me.value = { ...me.peek()!, preferences: { ...defaultPreferences, foldedGroups } });

test("each group has its heading before its first row, its count and what matters of it", async () => {
  folds();
  stored = [waits(1, 21), waits(2, 3), answered(3), snoozed(60)];
  await ticketLists.assigned.load();
  expect(headings()).toEqual([
    { name: "waiting", count: 2, from: 0, isFolded: false },
    { name: "other", count: 1, from: 2, isFolded: false },
    { name: "snoozed", count: 1, from: 3, isFolded: false },
  ]);
  expect(groupsOf("assigned")[0]!.summary).toBe("mais antigo há 21 min");
  putTicket({
    ...waits(2, 3),
    snoozedUntil: "reply",
    place: 5000,
    updatedAt: new Date().toISOString(),
  });
  expect(headings().map(({ name, count }) => [name, count])).toEqual([
    ["waiting", 1],
    ["other", 1],
    ["snoozed", 2],
  ]);
});

test("a folded group keeps its heading and its count, and its rows are left out", async () => {
  folds("assigned.other", "assigned.waiting");
  stored = [waits(1, 21), answered(3), answered(4), snoozed(60)];
  await ticketLists.assigned.load();
  expect(headings()).toEqual([
    { name: "waiting", count: 1, from: 0, isFolded: true },
    { name: "other", count: 2, from: 0, isFolded: true },
    { name: "snoozed", count: 1, from: 0, isFolded: false },
  ]);
  expect(ticketLists.assigned.rows.value.map(({ id }) => id)).toEqual([60]);
  expect(ticketLists.assigned.total.value).toBe(4);
  expect(
    groupsOf("assigned")
      .map(({ summary }) => summary)
      .slice(0, 2),
  ).toEqual(["mais antigo há 21 min", "mais antigo há 3 d"]);
  // A ticket that comes into a folded group is counted by the server, and no row appears.
  stored.push(answered(5));
  putTicket(answered(5));
  expect(ticketLists.assigned.rows.value).toHaveLength(1);
  await eventually(() => ticketLists.assigned.total.value === 5, "the new count");
});

test("a press on a heading folds the group, on the server", async () => {
  folds();
  stored = [waits(1, 21), answered(3)];
  await ticketLists.assigned.load();
  const { TicketList } = await import("./TicketList.tsx");
  await show(<TicketList name="assigned" />);
  const heading = [...document.querySelectorAll("h2 button")].find((button) =>
    button.textContent.includes("Aguardando cliente"),
  ) as HTMLButtonElement;
  expect(heading.getAttribute("aria-expanded")).toBe("true");
  heading.click();
  await eventually(() => saved.length === 1, "the preference");
  expect(saved).toEqual([{ foldedGroups: ["assigned.other"] }]);
  expect(me.value?.preferences.foldedGroups).toEqual(["assigned.other"]);
});
