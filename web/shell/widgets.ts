import { watchAnnounced } from "./announced.ts";
import { watchArrivals } from "./arrivals.ts";
import { watchNotices } from "./notices.ts";
import { watchRecent } from "./recent.ts";
import { unlockSound } from "./sound.ts";
import { shareSight } from "./tabs.ts";
import { watchUnread } from "./unread.ts";

/** All that watches while one is signed in, whatever page is shown. Returns what ends it. */
export function startWidgets() {
  const closers = [unlockSound(), shareSight(), watchUnread(), watchNotices(), watchArrivals(), watchRecent(), watchAnnounced()];
  return () => closers.forEach((close) => close());
}
