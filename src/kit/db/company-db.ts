import { Database } from "bun:sqlite";
import { drizzle, type BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { existsSync, statSync } from "node:fs";
import { connect } from "./connect.ts";
import type { Audience } from "./audience.ts";
import type { Clock } from "../process/clock.ts";
import { isDamage } from "../fault.ts";
import type { Files } from "../files/files.ts";
import { headerVersion, migrate, migrationsFor, NewerFile } from "./migrate.ts";
import { fastRows } from "./rows.ts";
import { compiledForGood, compiledOnce } from "./statements.ts";
import { Writes } from "./writes.ts";

const queryMethods = [
  "select",
  "selectDistinct",
  "insert",
  "update",
  "delete",
  "all",
  "get",
  "run",
  "values",
] as const;

/** The queries that a file and a write of it take. */
export type Db = Pick<BunSQLiteDatabase, (typeof queryMethods)[number]>;

/** A write of the control file. */
export type ControlTx = Parameters<Parameters<BunSQLiteDatabase["transaction"]>[0]>[0];

/** A write of a company's file: the file itself, and how its events are noted. */
export type Tx = CompanyDb & { emit: Emit };

/** Refuses a promise: SQLite would commit before it settles. */
type Settled<T> = T extends PromiseLike<unknown> ? never : T;

/**
 * Notes an event, which listeners get when the transaction commits. Users in `audienceBefore` who
 * are not in `audience` get a delete.
 */
export type Emit = (
  event: string,
  action: string,
  payload: object,
  audience: Audience,
  audienceBefore?: Audience,
) => void;

/**
 * An event that was committed `at` (epoch ms). A socket sends `frame`, or `deleteFrame` to a user
 * who can no longer see the row.
 */
export type CommittedEvent = {
  seq: number;
  at: number;
  event: string;
  action: string;
  payload: object;
  frame: string;
  deleteFrame?: string;
  audience: Audience;
  audienceBefore?: Audience;
};

type EventRow = {
  seq: number;
  event: string;
  action: string;
  payload: string;
  audience: string;
  createdAt: number;
};

/** The JSON of the column `audience`. Files have had these two names from the beginning. */
type StoredAudience = { sight: Audience; was?: Audience };

/** The most that a socket sends again to a client that was away; size in characters. */
const catchUp = { events: 2000, size: 2_000_000 };

/** The ways in which an existing file can be unusable. */
export type FileTrouble = "missing" | "empty" | "damaged" | "unreadable";

/** An existing file that is missing, or not as it was. */
export class UnusableFile extends Error {
  constructor(
    path: string,
    readonly why: FileTrouble,
    options?: ErrorOptions,
  ) {
    super(`${path} is ${why}`, options);
  }
}

/**
 * Opens an existing file, and makes none. Throws UnusableFile, with the file untouched, and
 * NewerFile.
 */
export function openExistingFile(path: string, kind: "control" | "company"): Database {
  if (!existsSync(path)) throw new UnusableFile(path, "missing");
  try {
    // When SQLite opens an empty file it deletes its write-ahead log, which may hold all that is
    // left.
    if (statSync(path).size === 0 || (headerVersion(path) === 0 && !wasMade(path)))
      throw new UnusableFile(path, "empty");
    return openFile(path, kind);
  } catch (thrown) {
    if (thrown instanceof UnusableFile || thrown instanceof NewerFile) throw thrown;
    throw new UnusableFile(path, isDamage(thrown) ? "damaged" : "unreadable", { cause: thrown });
  }
}

function wasMade(path: string): boolean {
  const sqlite = connect(path);
  try {
    return (sqlite.query("PRAGMA user_version").get() as { user_version: number }).user_version > 0;
  } finally {
    sqlite.close();
  }
}

/**
 * Opens one SQLite file with the box's pragmas, and migrates it. Makes it where there is none.
 * Throws NewerFile.
 */
export function openFile(path: string, kind: "control" | "company"): Database {
  const sqlite = new Database(path, { create: true, strict: true });
  // The cache grows to 8 MB only where a file is large and in use. With SQLite's own 2 MB a search
  // for a common word takes up to twice as long. The log may grow to 16 MB before SQLite folds it
  // into the file. Messages touch much the same pages, and each fold blocked everyone for 10 ms.
  const pragmas = [
    "busy_timeout = 5000",
    "journal_mode = WAL",
    "wal_autocheckpoint = 4000",
    "synchronous = FULL",
    "temp_store = MEMORY",
    "cache_size = -8000",
    "trusted_schema = OFF",
    "cell_size_check = ON",
    "journal_size_limit = 67108864",
    // SQLite overwrites deleted rows: people may ask to be erased. rules.md#erased-words
    "secure_delete = ON",
  ];
  try {
    for (const pragma of pragmas) sqlite.run(`PRAGMA ${pragma}`);
    migrate(sqlite, migrationsFor(kind));
  } catch (thrown) {
    sqlite.close();
    throw thrown;
  }
  sqlite.run("PRAGMA foreign_keys = ON");
  return sqlite;
}

/** A file that is queried through its own methods, as drizzle's. */
abstract class QueriedFile implements Db {
  declare readonly select: Db["select"];
  declare readonly selectDistinct: Db["selectDistinct"];
  declare readonly insert: Db["insert"];
  declare readonly update: Db["update"];
  declare readonly delete: Db["delete"];
  declare readonly all: Db["all"];
  declare readonly get: Db["get"];
  declare readonly run: Db["run"];
  declare readonly values: Db["values"];
  protected readonly drizzle: BunSQLiteDatabase;

  constructor(readonly sqlite: Database) {
    this.drizzle = drizzle({ client: compiledOnce(sqlite) });
    for (const name of queryMethods)
      Object.assign(this, { [name]: this.drizzle[name].bind(this.drizzle) });
  }
}

/** The control file: it holds identities, companies and plans. Its writes have no audience. */
export class Control extends QueriedFile {
  readonly #listeners: (() => void)[] = [];

  constructor(
    sqlite: Database,
    readonly now: Clock,
  ) {
    super(sqlite);
  }

  write<T>(work: (tx: ControlTx) => Settled<T>): T {
    const result = this.drizzle.transaction(work, { behavior: "immediate" }) as T;
    for (const listener of this.#listeners) listener();
    return result;
  }

  /** Calls back after each write. */
  onWrite(listener: () => void) {
    this.#listeners.push(listener);
  }
}

/** A company as the control file describes it. `logo`: the hash of its picture. */
export type About = {
  name: string;
  phone: string | null;
  timezone: string;
  plan: { useOpenAi: boolean; useIntegrations: boolean; useExternalApi: boolean };
  status: boolean;
  dueDate: string | null;
  graceDays: number;
  logo: string | null;
};

/** One company's database and files: a verb that gets it can touch that company and no other. */
export class CompanyDb extends QueriedFile {
  readonly #note;
  readonly #tx: Tx;
  readonly #writes: Writes<CommittedEvent>;

  constructor(
    readonly company: number,
    sqlite: Database,
    readonly files: Files,
    readonly now: Clock,
    listeners: (events: CommittedEvent[], db: CompanyDb) => void,
    /** The company as the control file describes it now. */
    readonly about: () => About = () => ({
      name: "",
      phone: null,
      timezone: "America/Sao_Paulo",
      plan: { useOpenAi: true, useIntegrations: true, useExternalApi: true },
      status: true,
      dueDate: null,
      graceDays: 0,
      logo: null,
    }),
  ) {
    super(sqlite);
    this.#writes = new Writes(sqlite, (events) => listeners(events, this));
    const emit: Emit = (...event) => this.#writes.note(this.#record(...event));
    this.#tx = Object.assign(this, { emit });
    this.#note = sqlite.prepare<{ seq: number }, [string, string, string, string, number]>(
      "INSERT INTO events (event, action, payload, audience, createdAt) VALUES (?, ?, ?, ?, ?) RETURNING seq",
    );
  }

  /**
   * Rows and their events, all or nothing; listeners get the events after the commit. It is on disk
   * when this returns, but for writes that `together` runs. Writes don't nest: pass `tx` on.
   */
  write<T>(work: (tx: Tx) => Settled<T>): T {
    return this.#writes.run(() => work(this.#tx) as T);
  }

  /**
   * Lets the writes of a verb share one commit with the others in this turn of the event loop. The
   * disk takes as long for one as for fifty. Settles once they are on disk; nothing of them may
   * leave the box before.
   */
  together<T>(verb: () => Settled<T>): Promise<T> {
    return this.#writes.together(() => verb() as T);
  }

  /** Resolves once all that was written so far is on disk; undefined when it is. */
  get settled(): Promise<void> | undefined {
    return this.#writes.settled;
  }

  /** Commits the open writes to disk, now. */
  flush() {
    this.#writes.flush();
  }

  /** The newest event's number; 0 before the first. */
  seq(): number {
    this.flush();
    return (
      this.sqlite.query("SELECT coalesce(max(seq), 0) AS seq FROM events").get() as { seq: number }
    ).seq;
  }

  /**
   * The events after `since`, oldest first. Undefined when some of them were dropped, or when there
   * are so many that lists are quicker.
   */
  eventsSince(since: number): CommittedEvent[] | undefined {
    const oldest = (
      this.sqlite.query("SELECT min(seq) AS seq FROM events").get() as { seq: number | null }
    ).seq;
    if (since > this.seq() || (oldest !== null && since < oldest - 1)) return undefined;
    const all: CommittedEvent[] = [];
    let size = 0;
    for (const row of this.sqlite
      .query<EventRow, [number]>("SELECT * FROM events WHERE seq > ? ORDER BY seq")
      .iterate(since)) {
      size += row.payload.length;
      if (size > catchUp.size || all.length >= catchUp.events) return undefined;
      const stored = JSON.parse(row.audience) as StoredAudience;
      all.push({
        ...withFrames(
          row.seq,
          row.createdAt,
          row.event,
          row.action,
          JSON.parse(row.payload),
          row.payload,
        ),
        audience: stored.sight,
        audienceBefore: stored.was,
      });
    }
    return all;
  }

  /** Drops events older than `age` ms, except the newest, from which the count goes on. */
  dropEvents(age: number) {
    this.sqlite.run(
      "DELETE FROM events WHERE createdAt < ? AND seq < (SELECT max(seq) FROM events)",
      [this.now() - age],
    );
  }

  /** Drops all events except the newest, from which the count goes on. */
  dropEarlierEvents() {
    this.sqlite.run("DELETE FROM events WHERE seq < (SELECT max(seq) FROM events)");
  }

  #record(
    event: string,
    action: string,
    payload: object,
    audience: Audience,
    audienceBefore?: Audience,
  ): CommittedEvent {
    const at = this.now();
    const stored: StoredAudience = { sight: audience, was: audienceBefore };
    const text = JSON.stringify(payload);
    const { seq } = this.#note.get(event, action, text, JSON.stringify(stored), at)!;
    return { ...withFrames(seq, at, event, action, payload, text), audience, audienceBefore };
  }
}

/** A query that is built once per open file, since building costs more than running. */
export function prepared<Query extends object>(build: (db: Db) => Query) {
  const built = new WeakMap<Database, Query>();
  return ({ sqlite }: { sqlite: Database }): Query => {
    const existing = built.get(sqlite);
    if (existing) return existing;
    const query = fastRows(build(forQueriesOf(sqlite)));
    built.set(sqlite, query);
    return query;
  };
}

/**
 * A query of several forms, each of which is built once per open file; `keyOf` tells them apart.
 */
export function preparedForms<Form, Built>(
  keyOf: (form: Form) => string,
  build: (db: Db, form: Form) => Built,
) {
  const built = new WeakMap<Database, Map<string, Built>>();
  return ({ sqlite }: { sqlite: Database }, form: Form): Built => {
    const forms = built.get(sqlite) ?? new Map<string, Built>();
    built.set(sqlite, forms);
    const key = keyOf(form);
    const query = forms.get(key) ?? build(forQueriesOf(sqlite), form);
    if (forms.size > 200) forms.clear();
    forms.set(key, query);
    return query;
  };
}

const forQueries = new WeakMap<Database, Db>();

function forQueriesOf(sqlite: Database): Db {
  const db = forQueries.get(sqlite) ?? compiledForGood(sqlite);
  forQueries.set(sqlite, db);
  return db;
}

/** `text` is the stored payload: it is encoded once. */
function withFrames(
  seq: number,
  at: number,
  event: string,
  action: string,
  payload: object,
  text: string,
) {
  const frame = `${JSON.stringify({ seq, event, action }).slice(0, -1)}${text === "{}" ? "" : ","}${text.slice(1)}`;
  return {
    seq,
    at,
    event,
    action,
    payload,
    frame,
    deleteFrame: deleteFrameOf(seq, event, payload as Record<string, { id?: number }>),
  };
}

// The id of a deleted row is named after its event; for records it is plain `id`. A message goes
// with its ticket.
function deleteFrameOf(
  seq: number,
  event: string,
  payload: Record<string, { id?: number } | undefined>,
): string | undefined {
  const gone = event === "appMessage" ? "ticket" : event;
  const id = payload[gone]?.id ?? payload.record?.id;
  if (id === undefined) return undefined;
  return JSON.stringify({
    seq,
    event: gone,
    action: "delete",
    [payload.record ? "id" : `${gone}Id`]: id,
  });
}
