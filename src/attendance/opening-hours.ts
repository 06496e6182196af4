import type { Config, QueueRules } from "./config.ts";
import { hoursAt, type Hours } from "../shared/hours.ts";
import type { Rule, State, Step } from "./state.ts";

/** Since when (epoch ms) a queue is closed; undefined when it is open. */
export function closedSince(config: Config, { id }: QueueRules, now: number): number | undefined {
  const hours = hoursOf(config, id, now);
  return hours.open ? undefined : hours.since;
}

/** Whether the desk answers at an instant (epoch ms), in a queue or before one is chosen. */
export function hoursOf(
  { settings, week, holidays, timezone, queues }: Config,
  queueId: number | null,
  now: number,
): Hours {
  if (settings.scheduleType === "company") return hoursAt({ week, holidays, timezone }, now);
  const queue =
    settings.scheduleType === "queue" ? queues.find(({ id }) => id === queueId) : undefined;
  return queue ? hoursAt({ week: queue.week, holidays, timezone }, now) : { open: true };
}

/** The closing text is sent once in each closed period. rules.md#out-of-hours */
export function tellClosed(
  state: State,
  place: number | "company",
  since: number,
  text: string,
  tells: Rule,
  knows: Rule,
): Step {
  const { toldClosed } = state.memory;
  if (toldClosed[place] === since || text.trim() === "")
    return { state, effects: [], rules: [knows] };
  return {
    state: { ...state, memory: { ...state.memory, toldClosed: { ...toldClosed, [place]: since } } },
    effects: [{ do: "say", text }],
    rules: [tells],
  };
}
