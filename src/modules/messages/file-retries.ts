const second = 1000;
const hour = 3600 * second;

/** What a file waits (ms) after each try that failed: a day in all. */
const waits = [...Array.from({ length: 11 }, (_, index) => 2 ** (index + 1) * second), ...Array<number>(23).fill(hour)];

/** The longest that a file waits (ms) for its next try. */
export const longestWait = hour;

/** How long (ms) a file that failed so often waits; undefined when it was tried for a day. rules.md#files-are-tried-for-a-day */
export const waitAfter = (failures: number): number | undefined => waits[failures - 1];

/** Whether a file has kept people waiting long enough to be told of it. Times in epoch ms. */
export const isLate = (since: Date, now: number) => now - since.getTime() >= 30 * second;
