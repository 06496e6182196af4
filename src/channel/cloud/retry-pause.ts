/** The pauses (ms) between tries while Graph cannot be reached: the first one, and the longest. */
const pauses = { first: 5000, most: 300_000 };

/** The pause (ms) after so many tries in vain. */
export const retryPause = (tries: number) => Math.min(pauses.first * 2 ** (tries - 1), pauses.most);
