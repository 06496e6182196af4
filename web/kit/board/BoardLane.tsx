import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { FoldHorizontal } from "lucide-react";
import { memo, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "../text.ts";
import { BoardCard } from "./BoardCard.tsx";
import { Tooltip } from "../Tooltip.tsx";
import { LaneMenu } from "./LaneMenu.tsx";
import type { BoardProps, Card, Carried, Lane } from "./board.ts";

type Props<C extends Card> = Pick<
  BoardProps<C>,
  | "lanes"
  | "cards"
  | "nameOf"
  | "content"
  | "cardHeight"
  | "onOpen"
  | "onMove"
  | "onMore"
  | "menu"
  | "empty"
  | "onFold"
> & {
  lane: Lane;
  /** The number of cards in the lane, with those that have not loaded. */
  count: number;
  /** The id of the hint about keys. */
  hint: string;
  carried: Carried | null;
  /** The lane is the drop target of the carried card. */
  isTarget: boolean;
  /** The lane itself is being carried. */
  isHeld: boolean;
  /** Moves the lane left or right; without it the lane cannot move. */
  onShift?: (lane: Lane, by: -1 | 1) => void;
  /** The id of the card that takes the focus. */
  focus: number | null;
  onFocused: () => void;
  onChoose: (card: C, lane: Lane) => void;
};

const gap = 8;
/** The next page loads this many cards before the lane's end. */
const aheadOfEnd = 15;

/** A lane of a board. Arrow keys move between its cards, and one card is in the tab order. */
export const BoardLane = memo(LaneView) as typeof LaneView;

function LaneView<C extends Card>({
  lane,
  cards,
  count,
  cardHeight,
  empty,
  carried,
  isTarget,
  isHeld,
  focus,
  onFocused,
  onMore,
  onShift,
  onFold,
  ...of
}: Props<C>) {
  const { t } = useTranslation();
  const heading = useId();
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<number | null>(null);
  const indexOf = (id: number | null) => cards.findIndex((card) => card.id === id);
  const current = Math.max(0, indexOf(active));
  const alwaysRendered = [current, indexOf(carried?.id ?? null), indexOf(focus)].filter(
    (index) => index >= 0 && index < cards.length,
  );

  const virtual = useVirtualizer({
    count: cards.length,
    getScrollElement: () => box.current,
    estimateSize: () => cardHeight + gap,
    getItemKey: (index) => cards[index]?.id ?? index,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...alwaysRendered])].sort(
        (one, other) => one - other,
      ),
    overscan: 4,
  });

  useEffect(() => {
    const index = indexOf(focus);
    if (index < 0) return;
    setActive(focus);
    virtual.scrollToIndex(index);
    const frame = requestAnimationFrame(() => {
      box.current
        ?.querySelector<HTMLElement>(`[data-card="${focus}"] [data-main]`)
        ?.focus({ preventScroll: true });
      onFocused();
    });
    return () => cancelAnimationFrame(frame);
  }, [focus]);

  const laneLabel = [lane.name, t("board.cards", { count }), lane.effect?.text]
    .filter(Boolean)
    .join(", ");
  const rendered = virtual.getVirtualItems();
  const last = rendered.findLast(({ index }) => !alwaysRendered.includes(index))?.index ?? -1;
  const isAtEnd = lane.hasMore === true && last >= cards.length - aheadOfEnd;
  useEffect(() => {
    if (isAtEnd) onMore?.(lane);
  }, [isAtEnd, cards.length]);

  return (
    <section
      data-lane={lane.id}
      aria-labelledby={heading}
      className={`group/lane rounded-card bg-base-300/45 relative flex w-58 min-w-58 shrink-0 grow flex-col border max-phone:w-[86%] max-phone:snap-center phone:max-w-96 ${isTarget || isHeld ? "border-primary outline-primary outline-1" : "border-line"} ${isHeld ? "opacity-60" : ""}`}
    >
      <span
        aria-hidden
        className="mx-3 h-1 shrink-0 rounded-b-full"
        style={{ background: lane.color }}
      />
      <header
        data-lane-head={onShift ? lane.id : undefined}
        className={`flex items-baseline gap-2 px-3 pt-2 pb-1.5 ${onShift ? "cursor-grab select-none [-webkit-touch-callout:none]" : ""}`}
      >
        <h2 id={heading} aria-label={laneLabel} className="min-w-0 truncate font-semibold">
          {lane.name}
        </h2>
        <span aria-hidden className="text-muted text-small tabular">
          {count}
        </span>
        {lane.effect && <Effect {...lane.effect} />}
        {lane.note && (
          <span
            className={`text-muted text-small tabular ml-auto shrink-0 ${onFold ? "phone:group-hover/lane:invisible" : ""}`}
          >
            {lane.note}
          </span>
        )}
        {onShift && <LaneMenu lane={lane} lanes={of.lanes} onShift={onShift} />}
        {onFold && (
          <button
            type="button"
            data-fold
            aria-label={t("board.fold", { lane: lane.name })}
            aria-expanded
            aria-keyshortcuts="F"
            title={t("board.foldTip")}
            className="btn btn-square btn-xs bg-base-300 absolute top-2 right-2 opacity-0 group-hover/lane:opacity-100 focus-visible:opacity-100 max-phone:hidden"
            onClick={() => onFold(lane, true)}
          >
            <FoldHorizontal size={14} aria-hidden />
          </button>
        )}
      </header>
      {cards.length === 0 ? (
        <p className="text-muted text-small flex-1 px-3 py-4 text-center">{empty}</p>
      ) : (
        <div
          ref={box}
          className="relative min-h-0 flex-1 overflow-y-auto overscroll-y-contain [overflow-anchor:none]"
        >
          <div
            role="list"
            aria-labelledby={heading}
            className="relative"
            style={{ height: virtual.getTotalSize() }}
          >
            {rendered.map(({ key, index, start }) => {
              const card = cards[index]!;
              return (
                <div
                  key={key}
                  ref={virtual.measureElement}
                  data-index={index}
                  role="listitem"
                  aria-setsize={count}
                  aria-posinset={index + 1}
                  className="absolute inset-x-0 top-0 px-2"
                  style={{ transform: `translateY(${start}px)`, paddingBottom: gap }}
                  onFocus={() => setActive(card.id)}
                >
                  <BoardCard
                    {...of}
                    card={card}
                    lane={lane}
                    tabIndex={index === current ? 0 : -1}
                    isCarried={card.id === carried?.id && carried.by}
                  />
                </div>
              );
            })}
          </div>
        </div>
      )}
    </section>
  );
}

function Effect({ icon: Icon, text }: NonNullable<Lane["effect"]>) {
  return (
    <Tooltip text={text} className="self-center">
      <Icon size={15} aria-hidden className="text-muted shrink-0" />
    </Tooltip>
  );
}
