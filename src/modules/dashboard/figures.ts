import type { CompanyDb } from "../../kit/db/company-db.ts";
import { wallClock, type Period } from "./period.ts";
import type { Round } from "./table.ts";

const hour = 3_600_000;
const day = 24 * hour;

/**
 * The figures of a span, in columns: the rounds that arrived in it, those finished in it, and the
 * ratings given in it.
 */
export type Figures = {
  finished: number;
  /**
   * `hourSums` numbers for each local date: days since 1970, and the arrivals in each of its hours.
   */
  hours: Float64Array<ArrayBuffer>;
  /** The contacts of the rounds that arrived. */
  contacts: Uint32Array<ArrayBuffer>;
  /** The wait and the attendance of each round, where measurable, in ms. */
  waits: Float64Array<ArrayBuffer>;
  supports: Float64Array<ArrayBuffer>;
  /**
   * `userSums` numbers for each user: id, rounds, attended rounds and their time (ms), ratings, and
   * the sum of ratings.
   */
  users: Float64Array<ArrayBuffer>;
};

export const hourSums = 25;
export const userSums = 6;

export type Span = Pick<Period, "since" | "until" | "timezone">;

type RoundRow = Omit<Round, "id" | "ticketId" | "byUs" | "answeredAt" | "byBot"> & { byUs: 0 | 1 };
type RatingRow = { userId: number; count: number; sum: number };

/** The figures of a span, from its rows. */
export function countFigures({ sqlite }: CompanyDb, span: Span): Figures {
  const { since, until } = span;
  // Without drizzle: with so many rows, building its objects takes longer than reading them.
  const rounds = sqlite
    .query<RoundRow, [number, number]>(
      "SELECT queuedAt, startedAt, finishedAt, byUs, userId, contactId FROM ticketRounds WHERE queuedAt >= ? AND queuedAt < ?",
    )
    .all(since, until);
  const ratings = sqlite
    .query<RatingRow, [number, number]>(
      "SELECT userId, count(*) AS count, sum(rate) AS sum FROM userRatings WHERE createdAt >= ? AND createdAt < ? AND userId IS NOT NULL GROUP BY userId",
    )
    .all(since, until);
  const { finished } = sqlite
    .query<{ finished: number }, [number, number]>(
      "SELECT count(*) AS finished FROM ticketRounds WHERE finishedAt >= ? AND finishedAt < ?",
    )
    .get(since, until)!;
  return {
    finished,
    hours: hoursOf(span, rounds),
    contacts: Uint32Array.from(rounds.map(({ contactId }) => contactId)),
    waits: measuredTimes(rounds, waitTime),
    supports: measuredTimes(rounds, supportTime),
    users: usersOf(rounds, ratings),
  };
}

function hoursOf(span: Span, rounds: RoundRow[]) {
  const toWallClock = wallClock(span);
  const sums = new Sums(hourSums);
  for (const { queuedAt } of rounds) {
    const at = toWallClock(queuedAt);
    sums.row(Math.floor(at / day))[1 + Math.floor((at % day) / hour)]! += 1;
  }
  return sums.all();
}

function usersOf(rounds: RoundRow[], ratings: RatingRow[]) {
  const sums = new Sums(userSums);
  for (const round of rounds) {
    if (round.userId === null) continue;
    const time = supportTime(round);
    const row = sums.row(round.userId);
    row[1]! += 1;
    if (time !== null) row[2]! += 1;
    row[3]! += time ?? 0;
  }
  for (const { userId, count, sum } of ratings) sums.row(userId).splice(4, 2, count, sum);
  return sums.all();
}

const measuredTimes = (rounds: RoundRow[], measure: (round: RoundRow) => number | null) =>
  Float64Array.from(rounds.map(measure).filter((time) => time !== null));

/** The customer's wait; null while it lasts, or where the company began the round. */
const waitTime = ({ byUs, queuedAt, startedAt }: RoundRow) =>
  startedAt === null || byUs ? null : startedAt - queuedAt;

/** The time of attendance; null unless it began and has ended. */
const supportTime = ({ startedAt, finishedAt }: RoundRow) =>
  startedAt !== null && finishedAt !== null && finishedAt > startedAt
    ? finishedAt - startedAt
    : null;

/** Rows of `length` numbers; the first one is the key. */
class Sums {
  readonly #rows = new Map<number, number[]>();

  constructor(private readonly length: number) {}

  row(about: number): number[] {
    const row = this.#rows.get(about) ?? [about, ...Array<number>(this.length - 1).fill(0)];
    this.#rows.set(about, row);
    return row;
  }

  all() {
    return Float64Array.from([...this.#rows.values()].flat());
  }
}
