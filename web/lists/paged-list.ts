import { batch, signal } from "@preact/signals-react";

export type Row = { id: number };

export type Page<R> = { rows: R[]; hasMore: boolean; count: number };

type Options<R, P> = {
  /** The number of rows in a page. */
  size: number;
  read: (pageNumber: number) => Promise<P>;
  /**
   * The limit of rows in memory: further scrolling drops rows at the other end, and `start` counts
   * them. Without it `rows` begins with the list's first row.
   */
  most?: number;
  /** Orders the loaded rows and the newly loaded ones, which come last, without duplicates. */
  arrange?: (rows: R[]) => R[];
  /** Receives the rest of a page, in the batch that shows its rows. */
  onPage?: (page: P) => void;
};

/**
 * A list that loads by pages and that events change. The rows in memory have no gap. Its methods
 * need no `this`, so callers may detach them.
 */
export class PagedList<R extends Row, P extends Page<R> = Page<R>> {
  readonly rows = signal<R[]>([]);
  /** The number of rows before the first one of `rows`. */
  readonly start = signal(0);
  readonly count = signal(0);
  readonly hasMore = signal(false);
  readonly state = signal<"new" | "loading" | "ready" | "failed">("new");
  /** True until the first page of the current query has loaded or failed. */
  readonly loading = signal(true);
  /** The error of the last load. */
  readonly problem = signal<unknown>(null);
  /** Counts the loads from the top. */
  readonly resultVersion = signal(0);
  /** The scroll position in px; each new result resets it. */
  offset = 0;

  readonly #options: Options<R, P>;
  #round = 0;
  #isBusy = false;
  /** Changes that arrived during a load, whose answer may be older. */
  #missed: (() => void)[] | undefined;

  constructor(options: Options<R, P>) {
    this.#options = options;
  }

  /** Reloads the rows in memory. */
  load = (): Promise<void> => {
    const { size } = this.#options;
    const above = Math.floor(this.start.peek() / size);
    const last = Math.ceil((this.start.peek() + this.rows.peek().length) / size);
    return this.#read(above + 1, Math.max(1, last - above), false);
  };

  /** Loads the first page of a new query. The old rows stay until the answer. */
  loadFromTop = (): Promise<void> => {
    this.offset = 0;
    this.loading.value = true;
    return this.#read(1, 1, true);
  };

  /** Loads the page after the last row. */
  more = async (): Promise<void> => {
    if (!this.hasMore.peek()) return;
    const { size, most } = this.#options;
    const end = this.start.peek() + this.rows.peek().length;
    if (most !== undefined) return this.#extend(Math.floor((end - 1) / size) + 1, "last");
    await this.#whileFree((isStale) => this.#append(Math.floor(end / size) + 1, isStale));
  };

  /** Loads the pages of an index before the first row. */
  before = async (index: number): Promise<void> => {
    if (this.start.peek() === 0) return;
    const place = Math.min(index, this.start.peek() - 1);
    await this.#extend(Math.floor(place / this.#options.size) + 1, "first");
  };

  /** Removes the rows of the old query. */
  clear = (): void => {
    this.#round += 1;
    this.#isBusy = false;
    this.offset = 0;
    batch(() => {
      this.rows.value = [];
      this.start.value = 0;
      this.state.value = "new";
      this.loading.value = true;
      this.hasMore.value = false;
    });
  };

  /** Changes the rows now, and again after the answer of a running load. */
  change = (apply: () => void): void => {
    this.#missed?.push(apply);
    if (this.state.peek() === "ready") apply();
  };

  /** Removes a row and lowers the count. Returns whether the row was loaded. */
  remove = (id: number): boolean => {
    const left = this.rows.peek().filter((row) => row.id !== id);
    if (left.length === this.rows.peek().length) return false;
    batch(() => {
      this.rows.value = left;
      this.count.value = Math.max(left.length, this.count.peek() - 1);
    });
    return true;
  };

  /** Reloads the count without the rows. */
  recount = async (): Promise<void> => {
    const round = this.#round;
    const page = await this.#options.read(1).catch(() => undefined);
    if (!page || round !== this.#round) return;
    batch(() => {
      this.count.value = page.count;
      this.hasMore.value = page.count > this.start.peek() + this.rows.peek().length;
      this.#options.onPage?.(page);
    });
  };

  /** Whether some rows of the list are not in memory. */
  isPartial = (): boolean => this.hasMore.peek() || this.start.peek() > 0;

  async #read(from: number, many: number, isNew: boolean): Promise<void> {
    const round = ++this.#round;
    if (this.state.peek() !== "ready" || (isNew && this.rows.peek().length === 0))
      this.state.value = "loading";
    // Pages of the new query must not follow rows of the old one.
    this.#isBusy = isNew;
    this.#missed = [];
    try {
      const pages = await this.#pages(from, many);
      if (round !== this.#round) return;
      const rows = pages.flatMap((page) => page.rows);
      const last = pages.at(-1)!;
      if (rows.length === 0 && last.count > 0 && from > 1) return await this.#read(1, 1, isNew);
      batch(() => {
        this.#show(rows, (from - 1) * this.#options.size, last);
        if (isNew) this.resultVersion.value += 1;
        this.#applyMissed();
      });
    } catch (error) {
      if (round !== this.#round) return;
      this.#missed = undefined;
      batch(() => {
        if (isNew) this.clear();
        this.problem.value = error;
        this.loading.value = false;
        if (this.state.peek() !== "ready") this.state.value = "failed";
      });
    } finally {
      if (round === this.#round) this.#isBusy = false;
    }
  }

  #pages = (from: number, many: number) =>
    Promise.all(Array.from({ length: many }, (_, index) => this.#options.read(from + index)));

  #show(rows: R[], from: number, page: P) {
    const { arrange = unique, most, onPage } = this.#options;
    batch(() => {
      this.rows.value = arrange(rows);
      this.start.value = from;
      this.count.value = page.count;
      this.hasMore.value =
        most === undefined ? page.hasMore : from + this.rows.peek().length < page.count;
      this.loading.value = false;
      this.problem.value = null;
      onPage?.(page);
      this.state.value = "ready";
    });
  }

  #applyMissed() {
    const changes = this.#missed ?? [];
    this.#missed = undefined;
    for (const apply of changes) apply();
  }

  async #whileFree(run: (isStale: () => boolean) => Promise<void>) {
    if (this.#isBusy || this.state.peek() !== "ready") return;
    const round = this.#round;
    const isStale = () => round !== this.#round;
    this.#isBusy = true;
    try {
      await run(isStale);
    } catch (error) {
      if (!isStale()) this.problem.value = error;
    } finally {
      if (!isStale()) this.#isBusy = false;
    }
  }

  /** Loads pages until one has a new row. */
  async #append(pageNumber: number, isStale: () => boolean): Promise<void> {
    const page = await this.#options.read(pageNumber);
    if (isStale()) return;
    const before = this.rows.peek().length;
    this.#show([...this.rows.peek(), ...page.rows], 0, page);
    if (this.rows.peek().length === before && page.hasMore)
      await this.#append(pageNumber + 1, isStale);
  }

  #extend = (from: number, keep: "first" | "last") =>
    this.#whileFree(async (isStale) => {
      const pages = await this.#pages(from, 2);
      if (!isStale()) this.#join(pages, from, keep);
    });

  /**
   * Merges pages with the rows in memory. Rows move between two loads, so a shared row tells the
   * new start of `rows`. Pages without a shared row replace all.
   */
  #join(pages: P[], pageNumber: number, keep: "first" | "last") {
    const { size, most = Infinity } = this.#options;
    const read = pages.flatMap(({ rows }) => rows);
    const last = pages.at(-1)!;
    const from = (pageNumber - 1) * size;
    const here = new Map(this.rows.peek().map(({ id }, index) => [id, index]));
    const shared = read.findIndex(({ id }) => here.has(id));
    if (shared < 0) return this.#show(read, from, last);
    const start = from + shared - here.get(read[shared]!.id)!;
    batch(() => {
      this.#show(
        [...this.rows.peek(), ...read],
        this.start.peek() === 0 ? 0 : Math.max(0, Math.min(from, start)),
        last,
      );
      const excess = this.rows.peek().length - most;
      if (excess <= 0) return;
      const rows = this.rows.peek();
      this.rows.value = keep === "first" ? rows.slice(0, most) : rows.slice(excess);
      if (keep === "last") this.start.value += excess;
      this.hasMore.value = this.start.peek() + this.rows.peek().length < last.count;
    });
  }
}

const unique = <R extends Row>(rows: R[]) => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];
