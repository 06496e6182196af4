type Waiting<T> = { match: (item: T) => boolean; found: (item: T) => void };

/** The items that came, in order, and the waits for the next ones. */
export class Recording<T> {
  readonly all: T[] = [];
  /** Called with each new item. */
  listener?: (item: T) => void;
  private waiting: Waiting<T>[] = [];

  add(item: T): void {
    this.all.push(item);
    this.listener?.(item);
    const met = this.waiting.filter(({ match }) => match(item));
    this.waiting = this.waiting.filter((one) => !met.includes(one));
    for (const { found } of met) found(item);
  }

  /**
   * The first matching item, past or future. Rejects after `patience` ms with the text of
   * `complaint`.
   */
  until(match: (item: T) => boolean, patience: number, complaint: () => string): Promise<T> {
    const past = this.all.find(match);
    if (past !== undefined) return Promise.resolve(past);
    return new Promise((resolve, reject) => {
      const settle = (item: T) => {
        clearTimeout(timer);
        resolve(item);
      };
      const one = { match, found: settle };
      const timer = setTimeout(() => {
        this.waiting = this.waiting.filter((other) => other !== one);
        reject(new Error(complaint()));
      }, patience);
      this.waiting.push(one);
    });
  }
}
