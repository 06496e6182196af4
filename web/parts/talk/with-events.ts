import type { TimelineItem } from "./timeline.ts";
import type { TicketEvent } from "../../inbox/ticket-events.ts";

export type ThreadItem = TimelineItem | { kind: "events"; key: string; events: TicketEvent[] };

/**
 * Puts events between the items of a conversation, at their time. `isBegun`: the first message is
 * loaded; `isEnded`: the last one is. Events outside of what is loaded wait for it.
 */
export function withEvents(
  items: TimelineItem[],
  events: TicketEvent[],
  { isBegun, isEnded }: { isBegun: boolean; isEnded: boolean },
): ThreadItem[] {
  const queue = withoutUndone(events);
  const result: ThreadItem[] = [];
  const take = (isBefore: (at: string) => boolean) => {
    const end = queue.findIndex(({ at }) => !isBefore(at));
    return queue.splice(0, end < 0 ? queue.length : end);
  };
  const put = (some: TicketEvent[]) => {
    const [first] = some;
    if (first) result.push({ kind: "events", key: `event${first.id}`, events: some });
    return first !== undefined;
  };
  const [begin] = items.flatMap((item) => (item.kind === "bubble" ? [item.bubble.cameAt] : []));
  if (!isBegun && begin !== undefined) take((at) => at < begin);
  for (const item of items) {
    if (item.kind === "day") put(take((at) => dayOf(at) < dayOf(item.at)));
    if (item.kind !== "bubble" || item.bubble.unsent) {
      result.push(item);
      continue;
    }
    const isParted = put(take((at) => at < item.bubble.cameAt));
    result.push(isParted ? { ...item, first: true } : item);
  }
  if (isEnded) put(queue);
  return result;
}

/** An undo and the move that it undid leave no line. */
function withoutUndone(events: TicketEvent[]): TicketEvent[] {
  const hidden = new Set<number>();
  for (const [index, { id, detail }] of events.entries()) {
    if (detail?.cause !== "undo") continue;
    hidden.add(id);
    const undone = events.slice(0, index).findLast(({ from }) => from !== null);
    if (undone && !undone.note) hidden.add(undone.id);
  }
  return events.filter(({ id }) => !hidden.has(id));
}

const dayOf = (iso: string) => new Date(iso).setHours(0, 0, 0, 0);
