import { Database, type SQLQueryBindings } from "bun:sqlite";
import { Files } from "../../kit/files/files.ts";
import { CompanyDb } from "../../kit/db/company-db.ts";

export type Value = string | number | null;
export type Statement = { sql: string; values: Value[] };

type Runner = (...values: Value[]) => unknown;

/** Records every statement on a company's file, with its values, word for word. */
export class Tape {
  readonly db: CompanyDb;
  #heard: Statement[] = [];

  constructor(path: string, now: () => number) {
    const note = (statement: Statement) => this.#heard.push(statement);
    const sqlite = new (class extends Database {
      override prepare<Rows, Given extends SQLQueryBindings | SQLQueryBindings[]>(sql: string) {
        return noting(super.prepare<Rows, Given>(sql), (values) => note({ sql, values }));
      }
    })(path, { strict: true });
    this.db = new CompanyDb(1, sqlite, new Files(1, "", new Uint8Array(32), now), now, () => {});
  }

  /**
   * The statements of a piece of work, without those of the transaction and those that look for
   * more to forget.
   */
  record(work: (db: CompanyDb) => unknown): Statement[] {
    this.#heard = [];
    work(this.db);
    return this.#heard.filter(({ sql }) => !/^(BEGIN|COMMIT|ROLLBACK)|Changed$/i.test(sql));
  }

  close() {
    this.db.sqlite.close();
  }
}

const runs = new Set<string | symbol>(["all", "get", "run", "values"]);

function noting<Prepared extends object>(
  statement: Prepared,
  note: (values: Value[]) => void,
): Prepared {
  return new Proxy(statement, {
    get(target, name) {
      const member = Reflect.get(target, name, target) as unknown;
      if (typeof member !== "function") return member;
      return (...values: Value[]) => {
        if (runs.has(name)) note(values);
        return (member as Runner).apply(target, values);
      };
    },
  });
}
