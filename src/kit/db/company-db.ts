import { Database } from "bun:sqlite";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { Audience } from "./audience.ts";
import type { Clock } from "../process/clock.ts";
import type { Files } from "../files/files.ts";
import { type CommittedEvent, withFrames } from "./committed-event.ts";
import { QueriedFile } from "./queried-file.ts";
import { Writes } from "./writes.ts";

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

  /** Runs some verbs whose writes are one: all or nothing, in one commit. */
  whole<T>(verbs: () => Settled<T>): T {
    return this.#writes.whole(() => verbs() as T);
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
