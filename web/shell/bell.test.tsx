import { answer, show } from "../../src/testing/screen/page.tsx";
import { signedIn } from "../../src/testing/screen/signed-in.ts";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { eventually, screen } from "../../src/testing/screen/screen.ts";
import { openTicket } from "../inbox/open-ticket.ts";
import { Toasts } from "../kit/Toast.tsx";
import {
  handOvers,
  type StoredNotification,
  notifications,
  unreadNotifications,
} from "../parts/notifications/notifications.ts";
import { dispatch } from "../session/frames.ts";
import { sampleTicket } from "../parts/tickets/samples.ts";
import "../session/texts.ts";
import type { Ticket } from "../types.ts";
import { BellPanel } from "./BellPanel.tsx";
import { watchLateWaits } from "./late-alerts.ts";
import { watchOwnNotifications } from "./notification-alerts.ts";
import { path } from "./ticket-in-view.ts";
import { unreadCount, watchUnread } from "./unread.ts";

signedIn();

let stored: StoredNotification[] = [];
let reads: unknown[] = [];
let closers: (() => void)[] = [];

beforeEach(() => {
  stored = [];
  reads = [];
  answer((call) => {
    if (call.path === "/notifications/read") {
      reads.push(call.body);
      return { read: 1 };
    }
    if (call.path !== "/shell") return { tickets: [], count: 0, hasMore: false };
    const unread = stored.filter(({ readAt }) => readAt === null).length;
    return { notifications: { records: stored, unread } };
  });
});
afterEach(() => {
  for (const close of closers) close();
  openTicket.value = null;
  notifications.value = [];
  unreadNotifications.value = 0;
});

const ticket = { id: 7, uuid: "uuid-7", status: "open" } as Ticket;
const handOver = (id: number, more: Partial<StoredNotification> = {}): StoredNotification => ({
  id,
  kind: "handedOver",
  at: `2026-11-20T10:0${id}:00.000Z`,
  readAt: null,
  ticketId: 7,
  orderId: null,
  reminderId: null,
  whatsappId: null,
  byUserId: 2,
  note: "Quer trocar o sabor",
  text: "Tem *bolo*?",
  byUser: { id: 2, name: "Ana" },
  ticket: {
    id: 7,
    uuid: "uuid-7",
    status: "open",
    contact: { id: 1, name: "Bia", number: "", profilePicUrl: "", isGroup: false },
  },
  order: null,
  whatsapp: null,
  ...more,
});

/** Opens the bell with what is stored. */
async function opens() {
  closers = [watchUnread(), watchOwnNotifications(), watchLateWaits()];
  await show(
    <>
      <BellPanel onFilled={() => {}} />
      <Toasts />
    </>,
  );
  const unread = stored.filter(({ readAt }) => readAt === null).length;
  await eventually(() => notifications.peek().length === stored.length, "the notifications");
  await eventually(() => unreadCount.peek() === unread, "the count");
}

function arrives(notification: StoredNotification) {
  stored = [notification, ...stored];
  dispatch({ event: "notification", action: "create", notification: { id: notification.id } });
}

test("what was there before is in the bell without a word; all are read at once", async () => {
  stored = [handOver(2), handOver(1, { kind: "mention", ticketId: 8 })];
  await opens();
  expect(screen.all("button", "Abrir")).toEqual([]);
  expect(screen.all("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("Ana passou Bia para você"),
    expect.stringContaining("Ana mencionou você em Bia"),
  ]);
  await screen.press("Marcar todas como lidas");
  expect([reads, unreadCount.peek()]).toEqual([[{ all: true }], 0]);
});

test("a hand-over that comes is told with its note, and marks its row until it is opened", async () => {
  stored = [handOver(1, { ticketId: 3, readAt: "2026-11-20T10:02:00.000Z" })];
  await opens();
  expect([screen.text().includes("Marcar todas"), handOvers.peek().size]).toEqual([false, 0]);
  arrives(handOver(2));
  await screen.sees("Ana passou Bia para você: Quer trocar o sabor");
  await screen.sees("Tem bolo?");
  expect([unreadCount.peek(), handOvers.peek().get(7)?.note]).toEqual([1, "Quer trocar o sabor"]);

  openTicket.value = ticket;
  path.value = "/tickets/uuid-7";
  await eventually(() => reads.length > 0, "the notification to be read");
  expect(reads).toEqual([{ ticketId: 7 }]);
  expect([unreadCount.peek(), handOvers.peek().size]).toEqual([0, 0]);
});

test("one that is taken back leaves the bell, also while the box was away", async () => {
  stored = [handOver(1)];
  await opens();
  stored = [];
  dispatch({ event: "notification", action: "delete", notificationIds: [1] });
  await screen.sees("Nenhuma notificação");
  stored = [handOver(2)];
  dispatch({ event: "reset" });
  await screen.sees("Ana passou Bia para você: Quer trocar o sabor");
});

test("a wait that becomes late is shown to its agent, or to all while it is pending", async () => {
  await opens();
  const waits = (name: string, change: Partial<Ticket>) =>
    dispatch({
      event: "notification",
      action: "late",
      ticket: sampleTicket(9, name, "open", 20, change),
    });
  waits("Caio", { userId: 3 });
  waits("Davi", { status: "pending", userId: null, queueId: null, withBot: true });
  waits("Bia", { userId: 2 });
  await screen.sees("Bia espera há tempo demais");
  waits("Elis", { status: "pending", userId: null });
  await screen.sees("Elis espera há tempo demais");
  expect(screen.text()).not.toMatch(/(Caio|Davi) espera/);
});
