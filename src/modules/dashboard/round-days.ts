import { dayBounds } from "../../kit/process/clock.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { countFigures, type Figures, type Span } from "./figures.ts";
import { maxDays } from "./period.ts";

/** The pause between two counted days, in ms. */
const pause = 10;

type Column = Exclude<keyof Figures, "finished">;
type Part = { finished: number } & Record<Column, Uint8Array | Figures[Column]>;

/** The figures of a span of whole days: stored days, and the rows of the time between them. */
export function figuresIn(db: CompanyDb, { since, until, timezone }: Span): Figures {
  const stored = db.sqlite
    .query<Part & Span, [string, number, number]>(
      "SELECT * FROM roundDays WHERE timezone = ? AND since >= ? AND until <= ? ORDER BY since",
    )
    .all(timezone, since, until);
  const ends = [since, ...stored.map((day) => day.until)];
  const between = [...stored.map((day) => day.since), until]
    .map((until, index) => ({ since: ends[index]!, until, timezone }))
    .filter(({ since, until }) => since < until);
  const parts: Part[] = [...stored, ...between.map((span) => countFigures(db, span))];
  const joined = (column: Column) => Bun.concatArrayBuffers(parts.map((part) => part[column]));
  return {
    finished: parts.reduce((sum, { finished }) => sum + finished, 0),
    hours: new Float64Array(joined("hours")),
    contacts: new Uint32Array(joined("contacts")),
    waits: new Float64Array(joined("waits")),
    supports: new Float64Array(joined("supports")),
    users: new Float64Array(joined("users")),
  };
}

/** The contacts of all rounds that arrived before a day's first ms. */
export function contactsBefore(db: CompanyDb, until: number, timezone: string): Uint32Array {
  const stored = db.sqlite
    .query<{ since: number; until: number; contacts: Uint8Array }, [string, number]>(
      "SELECT since, until, contacts FROM roundDays WHERE timezone = ? AND until <= ? ORDER BY since",
    )
    .all(timezone, until);
  const ends = [0, ...stored.map((day) => day.until)];
  const between = [...stored.map((day) => day.since), until].flatMap((to, index) =>
    ends[index]! < to ? arrivedContacts(db, ends[index]!, to) : [],
  );
  return new Uint32Array(
    Bun.concatArrayBuffers([...stored.map(({ contacts }) => contacts), Uint32Array.from(between)]),
  );
}

const arrivedContacts = ({ sqlite }: CompanyDb, since: number, until: number) =>
  sqlite
    .query<{ contactId: number }, [number, number]>(
      "SELECT contactId FROM ticketRounds WHERE queuedAt >= ? AND queuedAt < ?",
    )
    .all(since, until)
    .map(({ contactId }) => contactId);

/**
 * Counts and stores past days that are missing: new days, changed ones, and all of them after a
 * change of time zone.
 */
export async function keepDays(db: CompanyDb) {
  const { timezone } = db.about();
  db.sqlite.run("DELETE FROM roundDays WHERE timezone <> ?", [timezone]);
  for (const span of daysToKeep(db, timezone)) {
    db.write(() => {
      const { finished, hours, contacts, waits, supports, users } = countFigures(db, span);
      db.sqlite
        .query("INSERT INTO roundDays VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .run(span.since, span.until, timezone, finished, hours, contacts, waits, supports, users);
    });
    await Bun.sleep(pause);
  }
}

/**
 * The newest first, and at most as many as a period may have: a box whose clock was reset has
 * tickets from 1970.
 */
function* daysToKeep(db: CompanyDb, timezone: string): Generator<Span> {
  const { first } = db.sqlite
    .query<{ first: number | null }, []>("SELECT min(queuedAt) AS first FROM ticketRounds")
    .get()!;
  const stored = new Map(
    db.sqlite.query<[number, number], []>("SELECT until, since FROM roundDays").values() as [
      number,
      number,
    ][],
  );
  const boundsOf = (at: number) =>
    dayBounds(
      Temporal.Instant.fromEpochMilliseconds(at)
        .toZonedDateTimeISO(timezone)
        .toPlainDate()
        .toString(),
      timezone,
    );
  for (
    let [until] = boundsOf(db.now()), days = 1;
    first !== null && until > first && days < maxDays;
    days++
  ) {
    const since = stored.get(until) ?? boundsOf(until - 1)[0];
    if (!stored.has(until)) yield { since, until, timezone };
    until = since;
  }
}
