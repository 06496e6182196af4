/** To whom a queue hands its waiting tickets. rules.md#share-of-load */
export const shareModes = ["off", "fewest", "turns"] as const;
export type ShareMode = (typeof shareModes)[number];

/** The most open tickets that a person may be limited to. */
export const highestShareLimit = 200;

/** The longest time until a ticket is taken back, in minutes: a day. */
export const longestTakeBack = 1440;
