import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Effect, Event, Rule, State } from "../../../../src/attendance/state.ts";
import { api } from "../../../kit/api.ts";

/** A queue from a form, for the desk of the simulator. */
export type DraftQueue = {
  id: number;
  name: string;
  greetingMessage: string;
  outOfHoursMessage: string;
  complationMessage: string;
  ratingMessage: string;
  schedules: object[];
  integrationId: number | null;
  promptId: number | null;
  options: {
    id: number;
    parentId: number | null;
    option: string;
    title: string;
    message: string;
    mediaId: number | null;
  }[];
};

/** The differences from the stored desk. */
export type Desk = { queues?: DraftQueue[]; connection?: object; settings?: object };

/** An action of the customer or an agent in a simulated conversation. */
export type SimulatorAction =
  | { type: "receive"; text: string; kind: "chat" | "audio" | "image" | "call_log" }
  | { type: "answer" }
  | { type: "accept" }
  | { type: "transfer"; queueId: number }
  | { type: "close"; silent: boolean };

/** The rule behind a step; "rated" after any rating. */
export type Reason = Rule | "rated";

export type Step = { state: State; effects: Effect[]; rules: Reason[]; at: string };

/** One action and its step. */
export type PlayedTurn = {
  key: number;
  action: SimulatorAction;
  before: State | null;
  step: Step | null;
  failed: unknown;
};

export type SimulatorState = ReturnType<typeof useSimulator>;

/**
 * Simulates a conversation with the draft. `now`: the simulated time; `reopens`: how long (ms) a
 * closed ticket can reopen.
 */
export function useSimulator({
  desk,
  whatsappId,
  now,
  reopens,
}: {
  desk: Desk;
  whatsappId: number | null;
  now: () => number | null;
  reopens: number;
}) {
  const [turns, setTurns] = useState<PlayedTurn[]>([]);
  const [busy, setBusy] = useState(false);
  const [playedWith, setPlayedWith] = useState("");
  const round = useRef(0);
  const latest = useRef({ desk, whatsappId, now, reopens });
  useLayoutEffect(() => void (latest.current = { desk, whatsappId, now, reopens }));
  const deskKey = JSON.stringify([desk, whatsappId]);
  useEffect(() => () => void (round.current += 1), []);

  const play = async (
    played: PlayedTurn[],
    actions: { action: SimulatorAction; at: number | null }[],
  ) => {
    const thisRound = (round.current += 1);
    setBusy(true);
    setPlayedWith(deskKey);
    const done = [...played];
    for (const { action, at } of actions) {
      const turn: PlayedTurn = {
        key: (last += 1),
        action,
        before: done.at(-1)?.step?.state ?? null,
        step: null,
        failed: null,
      };
      setTurns([...done, turn]);
      try {
        turn.step = await simulate(latest.current, done, action, at);
      } catch (error) {
        turn.failed = error;
      }
      if (thisRound !== round.current) return;
      done.push({ ...turn });
      setTurns([...done]);
      if (turn.failed) break;
    }
    setBusy(false);
  };

  const before = turns.filter(({ step }) => step);
  return {
    turns,
    busy,
    /** The drafts changed after the conversation began. */
    stale: turns.length > 0 && playedWith !== deskKey,
    run: (action: SimulatorAction) => void play(before, [{ action, at: latest.current.now() }]),
    /** Repeats the conversation with the current drafts and clock. */
    replay: () => {
      const start = latest.current.now();
      const [first] = before;
      const passed = (at: string) => Date.parse(at) - Date.parse(first?.step?.at ?? at);
      void play(
        [],
        turns.map(({ action, step }) => ({
          action,
          at: start === null || !step ? start : start + passed(step.at),
        })),
      );
    },
    restart: () => {
      round.current += 1;
      setBusy(false);
      setTurns([]);
    },
  };
}

let last = 0;

type SimulatorContext = { desk: Desk; whatsappId: number | null; reopens: number };

async function simulate(
  { desk, whatsappId, reopens }: SimulatorContext,
  done: PlayedTurn[],
  action: SimulatorAction,
  at: number | null,
): Promise<Step> {
  const previous = done.at(-1)?.step ?? null;
  const state = previous?.state ?? null;
  const ask = (from: State | null, event: Event, settings: object | undefined = desk.settings) =>
    api.post<Step>("/queue/simulate", {
      ...desk,
      settings,
      whatsappId: whatsappId ?? undefined,
      state: from,
      event,
      ...(at === null ? {} : { at: new Date(at).toISOString() }),
      contact: { name: "Maria Oliveira" },
    });

  switch (action.type) {
    case "receive": {
      const isClosed = state?.status === "closed";
      const isRatingAsked = previous?.effects.some((effect) => effect.do === "askRating") === true;
      if (isClosed && isRatingAsked && /^[123]$/.test(action.text.trim()))
        return rated(
          await ask(
            state,
            { type: "closed", silent: false, attended: false },
            { ...desk.settings, userRating: false },
          ),
        );
      // A closed ticket reopens for a while; later, a new one is created.
      const again = isClosed && (at ?? Date.now()) - Date.parse(previous!.at) < reopens;
      const waiting = isClosed
        ? again
          ? { ...state, status: "pending" as const, userId: null }
          : null
        : state;
      return ask(waiting, {
        type: "messageReceived",
        text: action.text,
        kind: action.kind,
        fresh: state === null || isClosed,
      });
    }
    case "answer":
      return ask(state, { type: "agentReplied" });
    case "accept":
      return then(await ask(state, { type: "reassigned" }), { status: "open", userId: 1 });
    case "transfer":
      return then(await ask(state, { type: "reassigned" }), {
        status: "pending",
        userId: null,
        queueId: action.queueId,
      });
    case "close":
      return ask(state, {
        type: "closed",
        silent: action.silent,
        attended: state !== null && state.userId !== null,
      });
  }
}

const then = (step: Step, change: Partial<State>): Step => ({
  ...step,
  state: { ...step.state, ...change },
});
const rated = (step: Step): Step => ({ ...step, rules: ["rated"] });
