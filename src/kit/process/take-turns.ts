/**
 * The pause between the works of two users, in times of the first one's length. To send its answer
 * takes twice as long as the work itself.
 */
const pause = 5;

/**
 * Runs the works of several users one by one, as they came. While more than one user has work, the
 * rest of the box has more than half of the time.
 */
export function takeTurns(): <T>(who: unknown, work: () => T) => Promise<T> {
  const waiting: (() => void)[] = [];
  let last: unknown;
  let freeAt = 0;
  const callNext = () =>
    void setTimeout(() => waiting.shift()!(), Math.max(0, freeAt - performance.now()));
  return async (who, work) => {
    if (waiting.length > 0 || (who !== last && performance.now() < freeAt)) {
      await new Promise<void>((go) => {
        if (waiting.push(go) === 1) callNext();
      });
    }
    const began = performance.now();
    try {
      return work();
    } finally {
      last = who;
      freeAt = performance.now() + pause * (performance.now() - began);
      if (waiting.length > 0) callNext();
    }
  };
}
