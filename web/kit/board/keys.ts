import type { KeyboardEvent } from "react";
import type { Card, Lane } from "./board.ts";

type Handlers<C extends Card> = {
  byLane: { lane: Lane; cards: C[] }[];
  /** A card is carried by keys. */
  isCarrying: boolean;
  mayLift: boolean;
  onLift: (id: number) => void;
  onCarryTo: (laneId: number) => void;
  onDrop: (dropped: boolean) => void;
  onFocus: (id: number) => void;
  /** Folds the lane with this id, or opens it. */
  onFold?: (laneId: number) => void;
};

/**
 * The keys of a card: arrows, Home and End move the focus, and space lifts the card. Then arrows
 * choose the lane, space drops the card, and Esc cancels. F folds a lane, or opens it.
 */
export function boardKeys<C extends Card>({
  byLane,
  isCarrying,
  mayLift,
  onLift,
  onCarryTo,
  onDrop,
  onFocus,
  onFold,
}: Handlers<C>) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (foldBy(event)) return event.preventDefault();
    const main = (event.target as Element).closest<HTMLElement>("[data-main]");
    const id = Number(main?.closest<HTMLElement>("[data-card]")?.dataset.card);
    const at = byLane.findIndex(({ cards }) => cards.some((card) => card.id === id));
    if (!main || at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    if (!(isCarrying ? carry(event.key, at) : walk(event.key, at, id))) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const foldBy = ({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
    if (key.toLowerCase() !== "f" || altKey || ctrlKey || metaKey || isCarrying) return false;
    const lane = (target as Element).closest<HTMLElement>("[data-lane]");
    if (!onFold || !lane) return false;
    onFold(Number(lane.dataset.lane));
    return true;
  };

  const carry = (key: string, at: number) => {
    if (key === " " || key === "Enter") onDrop(true);
    else if (key === "Escape" || key === "Tab") onDrop(false);
    const to = { ArrowRight: byLane[at + 1], ArrowLeft: byLane[at - 1] }[key];
    if (to) onCarryTo(to.lane.id);
    return true;
  };

  const walk = (key: string, at: number, id: number) => {
    if (key === " ") {
      onLift(id);
      return mayLift;
    }
    const here = byLane[at]!.cards;
    const index = here.findIndex((card) => card.id === id);
    const inLane = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: here.length - 1 }[key];
    const lanes = { ArrowRight: byLane.slice(at + 1), ArrowLeft: byLane.slice(0, at).reverse() }[
      key
    ];
    const beside = lanes?.find(({ cards }) => cards.length > 0)?.cards;
    const next = inLane !== undefined ? here[inLane] : beside?.[Math.min(index, beside.length - 1)];
    if (next) onFocus(next.id);
    return inLane !== undefined || lanes !== undefined;
  };

  // Firefox fires the click of a space on keyup.
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.key === " " && (event.target as Element).matches("[data-main]"))
      event.preventDefault();
  };

  return { onKeyDown, onKeyUp };
}
