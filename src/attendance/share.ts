import type { ShareMode } from "../shared/share.ts";

/** A ticket of the queue without a person. `takenFrom`: users who had it in this wait. */
export type WaitingTicket = {
  id: number;
  /** Its customer waits for an answer. */
  isWaiting: boolean;
  withBot: boolean;
  isSnoozed: boolean;
  isGroup: boolean;
  takenFrom: number[];
};

/** A user of the queue. `open`: their open tickets; `handedAt`: of the last hand-out, epoch ms. */
export type SharePerson = {
  id: number;
  isOnline: boolean;
  isAway: boolean;
  mayServe: boolean;
  open: number;
  handedAt: number | null;
};

/** `open`: the tickets that the user had before. */
export type HandOut = { ticketId: number; userId: number; open: number };

export type ShareSettings = { share: ShareMode; shareLimit: number | null };

/**
 * To whom a queue hands its waiting tickets now, the longest wait first. `tickets` come in that
 * order. rules.md#share-of-load
 */
export function shareOut(
  settings: ShareSettings,
  tickets: WaitingTicket[],
  people: SharePerson[],
  now: number,
): HandOut[] {
  if (settings.share === "off") return [];
  const team = people.map((person) => ({ ...person }));
  const handOuts: HandOut[] = [];
  for (const ticket of tickets) {
    if (!isHandedOut(ticket)) continue;
    const [next] = team
      .filter((person) => takes(person, ticket, settings.shareLimit))
      .toSorted((one, other) => before(settings.share, one, other));
    if (!next) continue;
    handOuts.push({ ticketId: ticket.id, userId: next.id, open: next.open });
    next.open += 1;
    // Later than each earlier hand-out of this round, so that turns go on within it.
    next.handedAt = now + handOuts.length;
  }
  return handOuts;
}

/** Whether a queue hands out this ticket at all. */
const isHandedOut = ({ isWaiting, withBot, isSnoozed, isGroup }: WaitingTicket) =>
  isWaiting && !withBot && !isSnoozed && !isGroup;

const takes = (person: SharePerson, ticket: WaitingTicket, limit: number | null) =>
  person.isOnline &&
  !person.isAway &&
  person.mayServe &&
  (limit === null || person.open < limit) &&
  !ticket.takenFrom.includes(person.id);

function before(mode: ShareMode, one: SharePerson, other: SharePerson): number {
  const byTurn = (one.handedAt ?? 0) - (other.handedAt ?? 0) || one.id - other.id;
  return mode === "fewest" ? one.open - other.open || byTurn : byTurn;
}
