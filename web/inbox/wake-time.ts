import { comingDay, localDay, t, time } from "../kit/text.ts";

/** The hour at which a ticket wakes, with the day where it is another one. */
export function wakeTime(until: string): string {
  if (until === "reply") return t("tickets.snooze.onReply");
  return localDay(new Date(until)) === localDay()
    ? time(until)
    : `${comingDay(until)} ${time(until)}`;
}
