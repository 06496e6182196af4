import { storedToggle } from "../../../inbox/stored-toggle.ts";

/** Whether the list has low rows. Stored on this device. */
export const compact = storedToggle("compactList", false);

/** The height (px) of a row, and of a group's heading. */
export const rowHeights = { usual: 72, compact: 56, heading: 26, headingOnTouch: 36 };
