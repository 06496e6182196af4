/** Timers of one connection, which end together. */
export class Timers {
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();

  after(ms: number, work: () => unknown) {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms);
    this.#timers.add(timer);
  }

  clear() {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}

/** Waits for work, but no longer than so many ms. */
export async function within(ms: number, work: Promise<unknown>) {
  const limit = Promise.withResolvers<void>();
  const timer = setTimeout(limit.resolve, ms);
  await Promise.race([work, limit.promise]);
  clearTimeout(timer);
}
