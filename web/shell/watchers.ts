import { startDrafts } from "../inbox/draft.ts";
import { watchOpenHours } from "../session/open-hours.ts";
import { watchAnnouncements } from "./announcements.ts";
import { watchChats } from "./chat-alerts.ts";
import { watchHealth } from "./health-alerts.ts";
import { watchLateWaits } from "./late-alerts.ts";
import { watchNewMessages } from "./new-messages.ts";
import { watchOwnNotifications } from "./notification-alerts.ts";
import { watchNotifications } from "./notifications.ts";
import { watchPendingOrders } from "./pending-orders.ts";
import { watchRecent } from "./recent-tickets.ts";
import { watchReminders } from "./reminder-alerts.ts";
import { unlockSound } from "./sound.ts";
import { shareTicketInView } from "./tabs.ts";
import { watchUnread } from "./unread.ts";
import { watchWaiting } from "./waiting-count.ts";
import { watchWebhooks } from "./webhook-alerts.ts";

/** Starts all watchers of a signed-in page. Returns a function that ends them. */
export function startWatchers() {
  startDrafts();
  const closers = [
    unlockSound(),
    shareTicketInView(),
    watchUnread(),
    watchWaiting(),
    watchNotifications(),
    watchNewMessages(),
    watchRecent(),
    watchAnnouncements(),
    watchPendingOrders(),
    watchChats(),
    watchWebhooks(),
    watchHealth(),
    watchReminders(),
    watchOpenHours(),
    watchOwnNotifications(),
    watchLateWaits(),
    watchAppLater(),
  ];
  return () => closers.forEach((close) => close());
}

/** Nothing on the first screen needs it. */
function watchAppLater() {
  let end = () => {};
  const start = async () => {
    const { watchApp } = await import("./app.ts");
    end = watchApp();
  };
  const timer = setTimeout(() => start().catch(() => undefined), 3000);
  return () => {
    clearTimeout(timer);
    end();
  };
}
