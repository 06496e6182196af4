import { storedToggle } from "../../../inbox/stored-toggle.ts";

/** Whether the rows of the list are low. Remembered on this device. */
export const compact = storedToggle("compactList", false);

/** How high (px) a row is, and the heading of a group. */
export const rowHeights = { usual: 72, compact: 56, heading: 24 };
