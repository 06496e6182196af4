import { useLayoutEffect, useRef, useState } from "react";
import { errorText, useTranslation } from "../text.ts";
import { toast } from "../Toast.tsx";
import type { BoardProps, Card, Lane } from "./board.ts";

/**
 * Moves cards before the server has answered. Moves of one card are sent one after another, and of
 * several waiting ones only the last. A refused card goes back, and a toast offers to try again.
 */
export function useMoves<C extends Card>({
  nameOf,
  onMove,
}: Pick<BoardProps<C>, "nameOf" | "onMove">) {
  const { t } = useTranslation();
  const [requested, setRequested] = useState<ReadonlyMap<number, number>>(new Map());
  const lanes = useRef(new Map<number, Lane>());
  const send = useRef(onMove);
  useLayoutEffect(() => void (send.current = onMove));

  const want = (card: C, lane: Lane | null) => {
    if (lane) lanes.current.set(card.id, lane);
    else lanes.current.delete(card.id);
    setRequested(new Map([...lanes.current].map(([id, wantedLane]) => [id, wantedLane.id])));
  };

  /** False when the user cancels the move. */
  const move = async (card: C, lane: Lane): Promise<boolean> => {
    const isUnderWay = lanes.current.has(card.id);
    want(card, lane);
    if (isUnderWay) return true;
    for (;;) {
      const sent = lanes.current.get(card.id) ?? lane;
      const result = await Promise.resolve(send.current?.(card, sent)).then(
        (answer) => ({ answer }),
        (error: unknown) => ({ error }),
      );
      if (lanes.current.get(card.id) !== sent) continue;
      want(card, null);
      if ("answer" in result) return result.answer !== false;
      toast.error(
        t("board.refused", {
          card: nameOf(card),
          lane: sent.name,
          reason: errorText(result.error),
        }),
        { label: t("common.retry"), run: () => void move(card, sent) },
      );
      return true;
    }
  };

  return { requested, move };
}
