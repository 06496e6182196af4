import { noteChanges, type Watched } from "./changes.ts";
import type { CompanyDb } from "./company-db.ts";
import { writeRow, type Written } from "./written.ts";

/**
 * A kind of rows. `madeOf`: the tables that they come from, with 0 for a change of all rows. `find`
 * reads some rows in their wire form, in any order. `span`: all rows are made anew every so many
 * ms.
 */
type Kind<Row> = {
  name: string;
  madeOf: Watched[];
  span?: number;
  find(db: CompanyDb, ids: number[]): Row[];
};

/** The cache holds at most twice as many texts of each kind and company. */
const half = 1000;

/** Rows in their wire form, encoded once and cached until a table that they are made of changes. */
export function textsOf<Row extends { id: number }>(kind: Kind<Row>) {
  const byDb = new WeakMap<CompanyDb, Texts<Row>>();
  return (db: CompanyDb): Texts<Row> => {
    const texts = byDb.get(db) ?? new Texts(db, kind);
    byDb.set(db, texts);
    return texts;
  };
}

class Texts<Row extends { id: number }> {
  #young = new Map<number, Written<Row>>();
  #old = new Map<number, Written<Row>>();
  #changed: (() => number[]) | undefined;
  #span = 0;

  constructor(
    private readonly db: CompanyDb,
    private readonly kind: Kind<Row>,
  ) {}

  /** Rows in the order of their ids, without those that are gone. */
  some(ids: number[]): Written<Row>[] {
    // Rows of an open transaction are not cached: it may be rolled back.
    if (this.db.sqlite.inTransaction) {
      const made = this.#find(ids);
      return ids.flatMap((id) => made.get(id) ?? []);
    }
    this.#forgetChanged();
    const cached = ids.map((id) => this.#kept(id));
    if (!cached.includes(undefined)) return cached as Written<Row>[];
    const made = this.#find(ids.filter((_, index) => !cached[index]));
    for (const [id, text] of made) this.#keep(id, text);
    return ids.flatMap((id, index) => cached[index] ?? made.get(id) ?? []);
  }

  one(id: number): Written<Row> | undefined {
    return this.some([id])[0];
  }

  #find(ids: number[]) {
    return new Map(this.kind.find(this.db, ids).map((row) => [row.id, writeRow(row)]));
  }

  #kept(id: number): Written<Row> | undefined {
    const text = this.#young.get(id);
    if (text) return text;
    const old = this.#old.get(id);
    if (old) this.#keep(id, old);
    return old;
  }

  #keep(id: number, text: Written<Row>) {
    if (this.#young.size >= half) [this.#old, this.#young] = [this.#young, new Map()];
    this.#young.set(id, text);
  }

  #forgetChanged() {
    this.#changed ??= noteChanges(this.db.sqlite, `${this.kind.name}Changed`, this.kind.madeOf);
    const changed = this.#changed();
    const span = Math.floor(this.db.now() / (this.kind.span ?? Infinity));
    if (changed.includes(0) || span !== this.#span)
      [this.#young, this.#old, this.#span] = [new Map(), new Map(), span];
    for (const id of changed) {
      this.#young.delete(id);
      this.#old.delete(id);
    }
  }
}
