const hour = 3_600_000;

/** How long (ms) free text is taken after the customer's last message. rules.md#window */
export const windowLength = 24 * hour;

/** The age (ms) that practice gives a conversation to end its window. */
export const passedDay = windowLength + 1;

/** The same after a message that an ad brought, once the shop answered it within a day. */
export const adWindowLength = 72 * hour;

/** The end (epoch ms) of a window; undefined when the customer never wrote. */
export const windowEnd = (
  lastMessageAt: number | null,
  answeredAdAt: number | null,
): number | undefined =>
  lastMessageAt === null
    ? undefined
    : Math.max(lastMessageAt + windowLength, (answeredAdAt ?? -Infinity) + adWindowLength);

/** Whether free text may leave at this time (epoch ms). */
export const isWindowOpen = (end: number | undefined, now: number) =>
  end !== undefined && now <= end;
