/** How often a story kills its box: at most three times, or its own number with `KILLS=all`. */
export const kills = (all: number) => (process.env.KILLS === "all" ? all : Math.min(3, all));

/** A few of something that a test tries, or all with `KILLS=all`. */
export const tries = (few: number, all: number) => (process.env.KILLS === "all" ? all : few);
