import { useEffect, useState } from "react";
import { useTranslation } from "../text.ts";
import type { BoardProps, Card, Carried, Lane } from "./board.ts";

type Handlers<C extends Card> = {
  /** The id of a card's lane. */
  laneIdOf: (card: C) => number;
  /** Resolves to false when the user cancels the move. */
  move: (card: C, lane: Lane) => Promise<boolean>;
  /** Moves the focus to a card, in whichever lane it is. */
  onFocus: (id: number) => void;
  /** Receives a text for screen readers. */
  onSay: (text: string) => void;
};

/** Lifts a card, carries it over lanes and drops it. Screen readers hear each step. */
export function useCarry<C extends Card>(
  { lanes, cards, nameOf, onMove }: Pick<BoardProps<C>, "lanes" | "cards" | "nameOf" | "onMove">,
  { laneIdOf, move, onFocus, onSay }: Handlers<C>,
) {
  const { t } = useTranslation();
  const [carried, setCarried] = useState<Carried | null>(null);
  const cardWith = (id: number | undefined) => cards.find((card) => card.id === id);
  const say = (key: string, card: C, laneId: number, values: object = {}) =>
    onSay(
      t(`board.said.${key}`, {
        card: nameOf(card),
        lane: lanes.find(({ id }) => id === laneId)?.name ?? "",
        ...values,
      }),
    );

  const lift = (id: number, by: Carried["by"]) => {
    const card = cardWith(id);
    if (!card || !onMove) return;
    const from = laneIdOf(card);
    setCarried({ id, from, to: from, by });
    say(by === "keys" ? "lifted" : "held", card, from);
  };

  const carryTo = (to: number) => {
    const card = cardWith(carried?.id);
    if (!carried || !card || carried.to === to) return;
    setCarried({ ...carried, to });
    if (carried.by === "keys") onFocus(card.id);
    say("over", card, to, { n: lanes.findIndex(({ id }) => id === to) + 1, count: lanes.length });
  };

  const drop = (dropped: boolean) => {
    const card = cardWith(carried?.id);
    setCarried(null);
    if (!carried || !card) return;
    if (carried.by === "keys") onFocus(card.id);
    const lane = lanes.find(({ id }) => id === carried.to);
    if (dropped && lane && carried.to !== carried.from) void moveTo(card, lane);
    else say(dropped ? "stays" : "calledOff", card, carried.from);
  };

  const moveTo = async (card: C, lane: Lane) => {
    const from = laneIdOf(card);
    say("moved", card, lane.id);
    const hadFocus = document.activeElement !== document.body;
    const isMoved = await move(card, lane);
    if (!isMoved) say("calledOff", card, from);
    // A question may have taken the focus, or the card lost it when it went back.
    if (!isMoved || (hadFocus && document.activeElement === document.body)) onFocus(card.id);
  };

  // The card was deleted, or a filter hides it now.
  const isGone = carried !== null && !cardWith(carried.id);
  useEffect(() => {
    if (isGone) setCarried(null);
  }, [isGone]);

  const isByKeys = carried?.by === "keys";
  useEffect(() => {
    if (!isByKeys) return;
    const callOff = () => drop(false);
    window.addEventListener("pointerdown", callOff, { capture: true, once: true });
    return () => window.removeEventListener("pointerdown", callOff, true);
  });

  return { carried, isGone, lift, carryTo, drop, moveTo };
}
