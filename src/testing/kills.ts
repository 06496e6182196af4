/** How often a story kills its box: at most three times, or its own number with `KILLS=all`. */
export const kills = (all: number) => (process.env.KILLS === "all" ? all : Math.min(3, all));
