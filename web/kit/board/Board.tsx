import { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "../text.ts";
import { addTexts } from "../translations.ts";
import type { BoardProps, Card, Lane } from "./board.ts";
import { BoardLane } from "./BoardLane.tsx";
import { FoldedLane } from "./FoldedLane.tsx";
import { useCarry } from "./carry.ts";
import { useDrag } from "./drag.ts";
import { boardKeys } from "./keys.ts";
import { useLaneOrder } from "./lane-order.ts";
import { LoadingBoard } from "./LoadingBoard.tsx";
import { useMoves } from "./moves.ts";
import texts from "./texts.json";

addTexts(texts);

/**
 * A board with lanes of cards. A card moves to another lane by mouse, long press, its menu, or
 * keys. Space lifts the card, arrows choose the lane, space drops it, and Esc cancels. A lane moves
 * by its heading in the same ways; its key moves are in its menu. Only visible cards are rendered.
 */
export const Board = <C extends Card>(props: BoardProps<C>) =>
  props.loading ? <LoadingBoard label={props.label} /> : <Lanes {...props} />;

function Lanes<C extends Card>(props: BoardProps<C>) {
  const { label, cards, laneOf, content: Content, onMove, onReorder, onFold } = props;
  const { t } = useTranslation();
  const hint = useId();
  const { requested, move } = useMoves(props);
  const [size, setSize] = useState({ width: 0, height: 0 });
  /** The card that takes the focus once it is rendered. */
  const [focus, setFocus] = useState<number | null>(null);
  const laneIdOf = (card: C) => requested.get(card.id) ?? laneOf(card);
  const [announcement, setAnnouncement] = useState("");
  const order = useLaneOrder({ ...props, onSay: setAnnouncement });
  const { lanes, carriedLane } = order;
  const { carried, isGone, lift, carryTo, drop, moveTo } = useCarry(
    { ...props, lanes },
    { laneIdOf, move, onFocus: setFocus, onSay: setAnnouncement },
  );
  const byKeys = carried?.by === "keys" ? carried : null;
  // A lane opens while a card is carried over it by keys.
  const isFolded = ({ id }: Lane) => props.folded?.has(id) === true && byKeys?.to !== id;

  const byLane: { lane: Lane; cards: C[]; count: number }[] = useMemo(() => {
    const grouped = Map.groupBy(cards, (card) =>
      byKeys?.id === card.id ? byKeys.to : laneIdOf(card),
    );
    const own = Map.groupBy(cards, laneOf);
    return lanes.map((lane) => {
      const standing = grouped.get(lane.id) ?? none;
      return {
        lane,
        cards: isFolded(lane) ? none : standing,
        count:
          (lane.count ?? own.get(lane.id)?.length ?? 0) +
          standing.length -
          (own.get(lane.id)?.length ?? 0),
      };
    });
  }, [cards, lanes, laneOf, requested, byKeys?.id, byKeys?.to, props.folded]);

  const { board, ghost, onPointerDown, cancel } = useDrag({
    liftable: (target) => {
      if (target.closest("button:not([data-main]),[role=menu],input,select")) return null;
      return (
        (onMove && target.closest<HTMLElement>("[data-card]")) ||
        (onReorder && target.closest<HTMLElement>("[data-lane-head]")) ||
        null
      );
    },
    lanes: () =>
      [...(board.current?.querySelectorAll<HTMLElement>("[data-lane]") ?? [])].map((element) => ({
        id: Number(element.dataset.lane),
        element,
      })),
    onLift: (element) => {
      setSize({ width: element.offsetWidth, height: element.offsetHeight });
      if (element.dataset.laneHead) order.lift(Number(element.dataset.laneHead));
      else lift(Number(element.dataset.card), "pointer");
    },
    onOver: (lane) => {
      if (carriedLane !== null) order.carryTo(lane);
      else if (carried) carryTo(lane ?? carried.from);
      return carriedLane !== null || carried !== null;
    },
    onEnd: (dropped) => (carriedLane !== null ? order.drop(dropped) : drop(dropped)),
  });
  useEffect(() => {
    if (isGone) cancel();
  }, [isGone]);

  const focusIn = byLane.find((one) => one.cards.some(({ id }) => id === focus))?.lane.id;
  useEffect(() => {
    if (focusIn === undefined) {
      const card = cards.find(({ id }) => id === focus);
      if (card) focusLane(board.current, laneIdOf(card));
      setFocus(null);
    } else
      board.current
        ?.querySelector(`[data-lane="${focusIn}"]`)
        ?.scrollIntoView({ inline: "nearest", block: "nearest" });
  }, [focus, focusIn]);
  const onFocused = useCallback(() => setFocus(null), []);

  const latest = useRef(moveTo);
  useLayoutEffect(() => void (latest.current = moveTo));
  const onChoose = useCallback((card: C, lane: Lane) => {
    setFocus(card.id);
    void latest.current(card, lane);
  }, []);

  const shift = useRef(order.shift);
  useLayoutEffect(() => void (shift.current = order.shift));
  const onShift = useCallback((lane: Lane, by: -1 | 1) => shift.current(lane.id, by), []);

  const held = carried?.by === "pointer" ? cards.find(({ id }) => id === carried.id) : undefined;
  const heldLane = lanes.find(({ id }) => id === carriedLane);
  return (
    <>
      <p id={hint} hidden>
        {t(onMove ? "board.hint" : "board.hintReadOnly")}
      </p>
      <p role="status" aria-live="assertive" className="sr-only">
        {announcement}
      </p>
      <div
        ref={board}
        data-board
        role="group"
        aria-label={label}
        // A board without cards still takes the focus, so that keys can scroll it.
        tabIndex={cards.length === 0 ? 0 : undefined}
        className={`relative flex h-full gap-3 overflow-x-auto pb-2 ${held || heldLane ? "cursor-grabbing" : "max-phone:snap-x max-phone:snap-mandatory"}`}
        onPointerDown={onPointerDown}
        onDragStart={(event) => event.preventDefault()}
        {...boardKeys({
          onFold:
            onFold &&
            ((id) => {
              const lane = lanes.find((each) => each.id === id);
              if (!lane) return;
              onFold(lane, !isFolded(lane));
              requestAnimationFrame(() => focusLane(board.current, id));
            }),
          byLane,
          isCarrying: byKeys !== null,
          mayLift: onMove !== undefined,
          onLift: (id) => lift(id, "keys"),
          onCarryTo: carryTo,
          onDrop: drop,
          onFocus: setFocus,
        })}
      >
        {byLane.map(({ lane, cards: standing, count }) =>
          isFolded(lane) ? (
            <FoldedLane
              key={lane.id}
              lane={lane}
              count={count}
              isTarget={carried?.to === lane.id && carried.from !== lane.id}
              onOpen={() => onFold?.(lane, false)}
            />
          ) : (
            <BoardLane
              key={lane.id}
              {...props}
              lanes={lanes}
              lane={lane}
              cards={standing}
              count={count}
              hint={hint}
              isHeld={lane.id === carriedLane}
              onShift={onReorder && !lane.fixed ? onShift : undefined}
              carried={carried}
              isTarget={carried?.to === lane.id && carried.from !== lane.id}
              focus={focusIn === lane.id ? focus : null}
              onFocused={onFocused}
              onChoose={onChoose}
            />
          ),
        )}
      </div>
      {(held || heldLane) &&
        createPortal(
          <div
            ref={ghost}
            aria-hidden
            className="card-quiet shadow-float pointer-events-none fixed top-0 left-0 z-50 cursor-grabbing"
            style={size}
          >
            {held ? (
              <Content card={held} tabIndex={-1} />
            ) : (
              <p className="truncate px-3 py-2 font-semibold">{heldLane?.name}</p>
            )}
          </div>,
          document.body,
        )}
    </>
  );
}

const none: never[] = [];

/** Puts the focus into a lane: on its first card, or on the button that opens it. */
const focusLane = (board: HTMLElement | null, id: number) =>
  board
    ?.querySelector<HTMLElement>(`[data-lane="${id}"] :is([data-main][tabindex="0"], [data-fold])`)
    ?.focus();
