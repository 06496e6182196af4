import type { Database } from "bun:sqlite";

/**
 * The writes of one file, each all or nothing. Listeners get their notes after the commit, and
 * never after a rollback.
 */
export class Writes<Note> {
  readonly #sql;
  #notes: Note[] = [];
  #isWriting = false;
  #isWhole = false;
  #isShared = false;
  /** Settles with the next commit; undefined while nothing is open. */
  #commit: PromiseWithResolvers<void> | undefined;

  constructor(
    private readonly sqlite: Database,
    private readonly tell: (notes: Note[]) => void,
  ) {
    const named = (text: string) => sqlite.prepare<unknown, []>(text);
    this.#sql = {
      begin: named("BEGIN IMMEDIATE"),
      commit: named("COMMIT"),
      rollback: named("ROLLBACK"),
      save: named("SAVEPOINT step"),
      release: named("RELEASE step"),
      undo: named("ROLLBACK TO step"),
    };
  }

  /** Resolves once all writes so far are on disk; undefined when they are. */
  get settled(): Promise<void> | undefined {
    return this.#commit?.promise;
  }

  /** Runs a write. It is on disk when this returns, except for writes that `together` runs. */
  run<T>(work: () => T): T {
    if (this.#isWriting) throw new Error("a write inside a write");
    if (this.#isWhole && !this.sqlite.inTransaction)
      throw new Error("the writes before were rolled back");
    return this.#step(() => {
      this.#isWriting = true;
      try {
        return work();
      } finally {
        this.#isWriting = false;
      }
    });
  }

  /** Runs some work whose writes are one: all are on disk when this returns, or none. */
  whole<T>(work: () => T): T {
    if (this.#isWriting || this.#isWhole) throw new Error("a write inside a write");
    return this.#step(() => {
      this.#isWhole = true;
      try {
        return work();
      } finally {
        this.#isWhole = false;
      }
    });
  }

  #step<T>(work: () => T): T {
    // Another write, outside of this class, met a full disk and rolled back all that was open.
    if (this.#commit && !this.sqlite.inTransaction)
      this.#lose(new Error("the writes before were rolled back"));
    const isFirst = !this.#commit && !this.#isWhole;
    const noteCount = this.#notes.length;
    this.#sql[isFirst ? "begin" : "save"].run();
    let result: T;
    try {
      result = work();
      if (!isFirst) this.#sql.release.run();
    } catch (thrown) {
      this.#notes.length = noteCount;
      this.#undo(isFirst, thrown);
      throw thrown;
    }
    if (this.#isWhole) return result;
    if (this.#isShared) this.#commit ??= this.#later();
    else this.#end();
    return result;
  }

  /**
   * Runs some work whose writes share one commit with the others in this turn of the event loop.
   * Settles after the commit.
   */
  async together<T>(work: () => T): Promise<T> {
    const before = this.#isShared;
    this.#isShared = true;
    let result: T;
    try {
      result = work();
    } finally {
      this.#isShared = before;
    }
    await this.settled;
    return result;
  }

  /** Commits the open writes, now. It does nothing inside a write. */
  flush() {
    if (this.#commit && !this.#isWriting && !this.#isWhole) this.#end();
  }

  note(note: Note) {
    if (!this.#isWriting) throw new Error("an event outside of a write");
    this.#notes.push(note);
  }

  #end() {
    const [commit, notes] = [this.#commit, this.#notes];
    this.#commit = undefined;
    this.#notes = [];
    try {
      this.#sql.commit.run();
      if (notes.length > 0) this.tell(notes);
      commit?.resolve();
    } catch (thrown) {
      if (this.sqlite.inTransaction) this.#sql.rollback.run();
      commit?.reject(thrown);
      throw thrown;
    }
  }

  #undo(isFirst: boolean, thrown: unknown) {
    // On a full disk SQLite has rolled back all open writes.
    if (!this.sqlite.inTransaction) return this.#lose(thrown);
    if (isFirst) return void this.#sql.rollback.run();
    this.#sql.undo.run();
    this.#sql.release.run();
  }

  #lose(thrown: unknown) {
    this.#notes = [];
    this.#commit?.reject(thrown);
    this.#commit = undefined;
  }

  #later(): PromiseWithResolvers<void> {
    const commit = Promise.withResolvers<void>();
    // Callers that wait get the error; without any it must not count as unhandled.
    commit.promise.catch(() => {});
    setImmediate(() => {
      try {
        if (this.#commit === commit) this.#end();
      } catch {}
    });
    return commit;
  }
}
