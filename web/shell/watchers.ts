import { watchAnnouncements } from "./announcements.ts";
import { watchNewMessages } from "./new-messages.ts";
import { watchNotifications } from "./notifications.ts";
import { watchRecent } from "./recent-tickets.ts";
import { unlockSound } from "./sound.ts";
import { shareTicketInView } from "./tabs.ts";
import { watchUnread } from "./unread.ts";

/** All that watches while one is signed in, whatever page is shown. Returns what ends it. */
export function startWatchers() {
  const closers = [unlockSound(), shareTicketInView(), watchUnread(), watchNotifications(), watchNewMessages(), watchRecent(), watchAnnouncements()];
  return () => closers.forEach((close) => close());
}
