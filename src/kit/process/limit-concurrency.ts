/** Runs so many works at once; the others wait in line. */
export function limitConcurrency(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let busy = 0;
  return async (work) => {
    // The slot goes straight to the next in line, so that no newcomer takes it in between.
    if (busy >= max) await new Promise<void>((go) => waiting.push(go));
    else busy += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}
