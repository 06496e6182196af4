import type { CompanyDb } from "../../kit/db/company-db.ts";
import type { Plan } from "../../shared/plan.ts";
import { amountOf } from "../../shared/money.ts";
import { allUsers } from "../users/users.ts";
import { compare, type Comparison } from "./compare.ts";
import { handOversIn, ratingsIn, wordsIn } from "./day-talk.ts";
import { soldIn, type SoldRow } from "./day-sales.ts";
import { goalFigures } from "./goals.ts";
import { openRange } from "./open-range.ts";
import { percentiles, seconds } from "./percentiles.ts";
import { wallClock, type Period } from "./period.ts";
import {
  arrivedIn,
  finishedIn,
  firstAnswerWait,
  isUnanswered,
  type FinishedRow,
  type RoundRow,
} from "./rounds.ts";
import { waitingByUser } from "./now.ts";
import type { DayFigures, HourFigures, PersonFigures } from "./table.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** The figures of a period against an earlier one. rules.md#day-figures */
export function dayFigures(db: CompanyDb, plan: Pick<Plan, "useSales">, asked: Period): DayFigures {
  const comparison = compare(db, asked);
  const { period, now, before, whole } = comparison;
  const arrived = arrivedIn(db, now);
  const earlier = arrivedIn(db, whole);
  const inTime = earlier.filter(({ queuedAt }) => queuedAt < before.until);
  const [finished, finishedBefore] = [finishedIn(db, now), finishedIn(db, before)];
  const sold = plan.useSales ? soldIn(db, now) : [];
  const soldBefore = plan.useSales ? soldIn(db, whole) : [];
  const [answer, answerBefore] = [answersOf(arrived, now.until), answersOf(inTime, before.until)];
  const [ended, endedBefore] = [finished, finishedBefore].map((rows) =>
    percentiles(rows.map(({ finishedAt, queuedAt }) => finishedAt - queuedAt)),
  );
  const botOf = (rows: FinishedRow[]) => rows.filter(({ byBot }) => byBot).length;
  return {
    period: { from: period.from, to: period.to },
    until: new Date(now.until).toISOString(),
    compare: { from: before.from, to: before.to },
    isComparable: hasRoundBefore(db, whole.until),
    arrived: { now: arrived.length, before: inTime.length },
    firstAnswer: {
      now: seconds(answer.middle),
      high: seconds(answer.high),
      before: seconds(answerBefore.middle),
      waiting: arrived.filter((round) => isUnanswered(round, now.until)).length,
    },
    longest: longestWait(db, arrived, now.until),
    resolution: {
      now: seconds(ended!.middle),
      high: seconds(ended!.high),
      before: seconds(endedBefore!.middle),
    },
    resolved: { now: finished.length, before: finishedBefore.length },
    byBot: { now: botOf(finished), before: botOf(finishedBefore) },
    sales: plan.useSales ? salesOf(sold, soldBefore, before.until) : null,
    hours: hoursOf(comparison, { arrived, earlier, sold, soldBefore }),
    open: openRange(db),
    people: peopleOf(db, { arrived, finished, sold, until: now.until }),
    ratings: ratingsIn(db, now),
    words: wordsIn(db, now),
    handOvers: handOversIn(db, now),
    goals: goalFigures(db, now),
  };
}

const answersOf = (rounds: RoundRow[], until: number) =>
  percentiles(rounds.flatMap((round) => firstAnswerWait(round, until) ?? []));

function longestWait(db: CompanyDb, rounds: RoundRow[], until: number): DayFigures["longest"] {
  let longest: { round: RoundRow; wait: number } | undefined;
  for (const round of rounds) {
    const wait = firstAnswerWait(round, until);
    if (wait !== null && wait > (longest?.wait ?? 0)) longest = { round, wait };
  }
  if (!longest) return null;
  const place = db.sqlite
    .query<{ uuid: string; queue: string }, [number]>(
      `SELECT t.uuid, ifnull(q.name, '') AS queue FROM tickets t
        LEFT JOIN queues q ON q.id = t.queueId WHERE t.id = ?`,
    )
    .get(longest.round.ticketId)!;
  const at = new Date(longest.round.queuedAt).toISOString();
  return { seconds: seconds(longest.wait)!, at, ...place };
}

const hasRoundBefore = ({ sqlite }: CompanyDb, until: number) =>
  sqlite
    .query<object, [number]>("SELECT 1 FROM ticketRounds WHERE queuedAt < ? LIMIT 1")
    .get(until) !== null;

const centsOf = (rows: SoldRow[]) => rows.reduce((sum, { total }) => sum + total, 0);

const salesOf = (sold: SoldRow[], soldBefore: SoldRow[], until: number) => ({
  total: amountOf(centsOf(sold)),
  before: amountOf(centsOf(soldBefore.filter(({ emission }) => emission < until))),
  orders: sold.length,
  byTalk: sold.filter(({ byTalk }) => byTalk).length,
});

type Rows = { arrived: RoundRow[]; earlier: RoundRow[]; sold: SoldRow[]; soldBefore: SoldRow[] };

function hoursOf(
  { period, before, whole }: Comparison,
  { arrived, earlier, sold, soldBefore }: Rows,
): HourFigures[] {
  const here = wallClock(period);
  const there = wallClock({ ...before, ...whole });
  const hourIn = (clock: (at: number) => number, at: number) =>
    Math.floor((clock(at) % day) / hour);
  const counts = (rows: RoundRow[], clock: (at: number) => number) => {
    const sums = Array<number>(24).fill(0);
    for (const { queuedAt } of rows) sums[hourIn(clock, queuedAt)]! += 1;
    return sums;
  };
  const amounts = (rows: SoldRow[], clock: (at: number) => number) => {
    const sums = Array<number>(24).fill(0);
    for (const { emission, total } of rows) sums[hourIn(clock, emission)]! += total;
    return sums;
  };
  const [came, cameBefore] = [counts(arrived, here), counts(earlier, there)];
  const [cents, centsBefore] = [amounts(sold, here), amounts(soldBefore, there)];
  return came.map((count, index) => ({
    hour: index,
    arrived: count,
    arrivedBefore: cameBefore[index]!,
    sold: amountOf(cents[index]!),
    soldBefore: amountOf(centsBefore[index]!),
  }));
}

/** Everyone with work in the period, the busiest first; then tickets and sales of nobody. */
function peopleOf(
  db: CompanyDb,
  {
    arrived,
    finished,
    sold,
    until,
  }: { arrived: RoundRow[]; finished: FinishedRow[]; sold: SoldRow[]; until: number },
): PersonFigures[] {
  const waiting = waitingByUser(db);
  const byUser = <Row extends { userId: number | null }>(rows: Row[]) =>
    Map.groupBy(rows, ({ userId }) => userId);
  const byPeople = finished.filter(({ byBot }) => !byBot);
  const [answers, ends, sales] = [byUser(arrived), byUser(byPeople), byUser(sold)];
  const row = (id: number | null, name: string, online: boolean): PersonFigures => ({
    id,
    name,
    online,
    waiting: waiting.get(id) ?? 0,
    resolved: ends.get(id)?.length ?? 0,
    firstAnswer: id === null ? null : seconds(answersOf(answers.get(id) ?? [], until).middle),
    sold: amountOf(centsOf(sales.get(id) ?? [])),
  });
  const people = allUsers(db)
    .map(({ id, name, online }) => row(id, name, online))
    .filter(
      ({ waiting: own, resolved, firstAnswer, sold: amount }) =>
        own > 0 || resolved > 0 || firstAnswer !== null || amount !== "0.00",
    )
    .toSorted((one, other) => other.resolved - one.resolved || other.waiting - one.waiting);
  return [...people, row(null, "", false)];
}
