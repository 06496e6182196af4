/**
 * A cache that outlives a socket: at most `max` values, each kept `age` ms from when it was set. It
 * needs no timer.
 */
export class Cache {
  readonly #kept = new Map<string, { value: unknown; until: number }>();

  constructor(
    private readonly age: number,
    private readonly max: number,
  ) {}

  get<T>(key: string): T | undefined {
    const entry = this.#kept.get(key);
    if (entry && entry.until > Date.now()) return entry.value as T;
    this.#kept.delete(key);
    return undefined;
  }

  set<T>(key: string, value: T) {
    this.#kept.delete(key);
    this.#kept.set(key, { value, until: Date.now() + this.age });
    if (this.#kept.size > this.max) this.#kept.delete(this.#kept.keys().next().value!);
  }

  del(key: string) {
    this.#kept.delete(key);
  }

  flushAll() {
    this.#kept.clear();
  }
}
