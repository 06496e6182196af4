import { answer } from "../../src/testing/screen/page.tsx";
import { signedIn } from "../../src/testing/screen/signed-in.ts";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { eventually } from "../../src/testing/screen/screen.ts";
import { openTicket } from "../inbox/open-ticket.ts";
import { dispatch } from "../session/frames.ts";
import type { Ticket } from "../types.ts";
import { concernsMe, unreadCount, unreadTickets, watchUnread } from "./unread.ts";

signedIn();

let stored: Ticket[] = [];
let stop = () => {};
let calls = 0;

beforeEach(() => {
  calls = 0;
  answer(({ query }) => {
    calls += 1;
    const at = (Number(query.get("pageNumber") ?? 1) - 1) * 40;
    return {
      tickets: stored.slice(at, at + 40),
      count: stored.length,
      hasMore: stored.length > at + 40,
    };
  });
});
afterEach(() => {
  stop();
  openTicket.value = null;
});

const ticket = (id: number, more: Partial<Ticket> = {}) =>
  ({
    id,
    uuid: `uuid-${id}`,
    status: "open",
    userId: 2,
    queueId: 1,
    withBot: false,
    contactId: id,
    unreadMessages: 1,
    lastMessageAt: `2026-11-20T10:${String(id % 60).padStart(2, "0")}:00.000Z`,
    updatedAt: `2026-11-20T10:${String(id % 60).padStart(2, "0")}:00.000Z`,
    ...more,
  }) as Ticket;
const ids = () => unreadTickets.peek().map(({ id }) => id);
const badge = () => [ids(), unreadCount.peek()];
const happens = (more: object) => dispatch({ event: "ticket", action: "update", ...more });

async function watch(...tickets: Ticket[]) {
  stored = tickets;
  stop = watchUnread();
  await eventually(() => ids().length === tickets.length, "the unread tickets");
}

test("tickets with unread messages are counted, the latest first, until they are read or gone", async () => {
  await watch(ticket(1), ticket(2));
  expect(badge()).toEqual([[2, 1], 2]);
  dispatch({ event: "appMessage", action: "create", message: { ticketId: 3 }, ticket: ticket(3) });
  expect(badge()).toEqual([[3, 2, 1], 3]);
  happens({ action: "updateUnread", ticketId: 2 });
  happens({ action: "delete", ticketId: 3 });
  expect(badge()).toEqual([[1], 1]);
  happens({ ticket: ticket(1, { unreadMessages: 0, updatedAt: "2026-11-20T11:00:00.000Z" }) });
  expect(badge()).toEqual([[], 0]);
});

test("the mark of the tab changes with the first unread message", async () => {
  const mark = document.head.appendChild(document.createElement("link"));
  mark.rel = "icon";
  mark.setAttribute("href", "/public/favicon.svg");
  await watch(ticket(1));
  expect(mark.getAttribute("href")).toBe("/public/favicon-unread.svg");
  happens({ action: "updateUnread", ticketId: 1 });
  expect(mark.getAttribute("href")).toBe("/public/favicon.svg");
});

test("a ticket that one looks at is not counted, on its page and in a visible tab alone", async () => {
  await watch(ticket(1), ticket(2));
  openTicket.value = ticket(1);
  expect(ids()).toEqual([2, 1]);
  history.pushState(null, "", "/tickets/uuid-1");
  expect(badge()).toEqual([[2], 1]);
  history.pushState(null, "", "/contacts");
  expect(ids()).toEqual([2, 1]);
});

test.each<[string, Partial<Ticket>, boolean]>([
  ["one that I attend", { status: "open", userId: 2 }, true],
  ["another's", { status: "open", userId: 3 }, false],
  ["one that waits", { status: "pending", userId: null }, true],
  ["one in the bot's menu", { status: "pending", queueId: null, withBot: true }, false],
  ["one without a queue", { status: "pending", queueId: null, withBot: false }, true],
  ["one with a bot in a queue", { status: "pending", queueId: 1, withBot: true }, true],
  ["a closed one", { status: "closed", userId: 2 }, false],
])("who is rung for: %s", (_, more, concerned) => {
  expect(concernsMe(ticket(1, more))).toBe(concerned);
});

test("a ticket that another takes is not counted any more; a changed contact shows", async () => {
  await watch(ticket(1, { status: "pending", userId: null }), ticket(2));
  happens({ ticket: ticket(1, { userId: 3, updatedAt: "2026-11-20T11:00:00.000Z" }) });
  expect(ids()).toEqual([2]);
  dispatch({ event: "contact", action: "update", contact: { id: 2, name: "Bia Lima" } });
  expect(unreadTickets.peek()[0]?.contact.name).toBe("Bia Lima");
  dispatch({ event: "contact", action: "delete", contactId: 2 });
  expect(ids()).toEqual([2]);
});

test("two hundred tickets are read, and read again after missed frames", async () => {
  stored = Array.from({ length: 300 }, (_, index) => ticket(index + 1));
  stop = watchUnread();
  await eventually(() => ids().length === 200, "five pages");
  const before = calls;
  await Bun.sleep(20);
  expect([ids().length, calls]).toEqual([200, before]);
  stored = [ticket(1)];
  dispatch({ event: "reset" });
  await eventually(() => ids().length === 1, "the tickets anew");
});
