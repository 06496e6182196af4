const second = 1000;
const hour = 3600 * second;

/** The wait (ms) after each failed try: a day in all. */
const waits = [
  ...Array.from({ length: 11 }, (_, index) => 2 ** (index + 1) * second),
  ...Array<number>(23).fill(hour),
];

/** The longest of these waits (ms). */
export const longestWait = hour;

/**
 * How long (ms) to wait after so many failures; undefined after a day of tries.
 * rules.md#file-retries
 */
export const waitAfter = (failures: number): number | undefined => waits[failures - 1];

/** Whether a file is late enough for its message to say so. Times in epoch ms. */
export const isLate = (since: Date, now: number) => now - since.getTime() >= 30 * second;
