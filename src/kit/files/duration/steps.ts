/** The most boxes, pages, frames or samples that are read in one file. */
export const mostSteps = 5000;

/** Counts the steps of reading one file: each call is one. Throws at one too many. */
export function countSteps(most = mostSteps): () => void {
  let steps = 0;
  return () => {
    if (++steps > most) throw new Error("too many steps");
  };
}
