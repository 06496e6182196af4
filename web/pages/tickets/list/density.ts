import { habit } from "../write/habits.ts";

/** Whether the rows of the list are low. Remembered on this device. */
export const compact = habit("compactList", false);

/** How high (px) a row is, and the heading of a group. */
export const heights = { usual: 72, compact: 56, heading: 28 };
