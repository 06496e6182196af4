import type { CompanyDb } from "../../kit/db/company-db.ts";
import { allUsers } from "../users/users.ts";
import type { DayFigures, GoalFigures } from "./table.ts";

type Span = { since: number; until: number };
type GoalRow = {
  ticketId: number;
  queuedAt: number;
  answeredAt: number | null;
  finishedAt: number | null;
  firstAnswerDue: number | null;
  resolutionDue: number | null;
  pausedAt: number | null;
  answerUserId: number | null;
  answerQueueId: number | null;
  userId: number | null;
  queueId: number | null;
};

/** A goal of a ticket that came: whose it was, and how it ended. `end`: null while it runs. */
export type Goal = {
  ticketId: number;
  queuedAt: number;
  end: number | null;
  isMet: boolean;
  userId: number | null;
  queueId: number | null;
};

/** The goals of the tickets that came in a span, in order, without those not due yet. */
export function goalsIn(db: CompanyDb, span: Span): { answer: Goal[]; resolution: Goal[] } {
  const rows = db.sqlite.query<GoalRow, [number, number]>(goalsQuery).all(span.since, span.until);
  const now = db.now();
  return {
    answer: rows.flatMap((row) => {
      const { answeredAt, finishedAt, firstAnswerDue: due } = row;
      const of =
        answeredAt === null ? row : { userId: row.answerUserId, queueId: row.answerQueueId };
      return goalOf(row, due, answeredAt ?? finishedAt, of, now);
    }),
    // A ticket that is put away, or was until its close, stands as it did then.
    resolution: rows.flatMap((row) => {
      const { finishedAt, pausedAt, resolutionDue: due } = row;
      return goalOf(row, due, finishedAt && (pausedAt ?? finishedAt), row, pausedAt ?? now);
    }),
  };
}

export const goalsQuery = `SELECT ticketId, queuedAt, answeredAt, finishedAt, firstAnswerDue, resolutionDue,
    pausedAt, answerUserId, answerQueueId, userId, queueId
  FROM ticketRounds WHERE queuedAt >= ? AND queuedAt < ?
    AND (firstAnswerDue IS NOT NULL OR resolutionDue IS NOT NULL) AND byBot = 0 ORDER BY queuedAt`;

function goalOf(
  { ticketId, queuedAt }: GoalRow,
  due: number | null,
  end: number | null,
  { userId, queueId }: Pick<GoalRow, "userId" | "queueId">,
  now: number,
): Goal[] {
  if (due === null || (end === null && now <= due)) return [];
  return [{ ticketId, queuedAt, end, isMet: end !== null && end <= due, userId, queueId }];
}

/** Goals met and missed, by queue and by person; null where none was due. rules.md#service-goals */
export function goalFigures(db: CompanyDb, span: Span): DayFigures["goals"] {
  const goals = goalsIn(db, span);
  if (goals.answer.length + goals.resolution.length === 0) return null;
  const queues = db.sqlite
    .query<{ id: number; name: string }, []>("SELECT id, name FROM queues")
    .all();
  return {
    queues: figuresBy(goals, "queueId", queues),
    people: figuresBy(goals, "userId", allUsers(db)),
  };
}

type Named = { id: number; name: string };

function figuresBy(
  { answer, resolution }: ReturnType<typeof goalsIn>,
  key: "queueId" | "userId",
  names: Named[],
): GoalFigures[] {
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  const [answers, ends] = [answer, resolution].map((goals) =>
    Map.groupBy(goals, (goal) => goal[key]),
  );
  const ids = new Set([...answers!.keys(), ...ends!.keys()]);
  return [...ids]
    .map((id) => ({
      id,
      name: id === null ? "" : (nameOf.get(id) ?? ""),
      answer: countsOf(answers!.get(id)),
      resolution: countsOf(ends!.get(id)),
    }))
    .toSorted(
      (one, other) =>
        Number(one.id === null) - Number(other.id === null) ||
        missedOf(other) - missedOf(one) ||
        one.name.localeCompare(other.name),
    );
}

const countsOf = (goals: Goal[] = []) => {
  const met = goals.filter(({ isMet }) => isMet).length;
  return { met, missed: goals.length - met };
};

const missedOf = ({ answer, resolution }: GoalFigures) => answer.missed + resolution.missed;
