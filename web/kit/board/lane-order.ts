import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { errorText, useTranslation } from "../text.ts";
import { toast } from "../Toast.tsx";
import type { Lane } from "./board.ts";

type Props = {
  lanes: Lane[];
  onReorder?: (ids: number[]) => Promise<unknown>;
  /** Receives a text for screen readers. */
  onSay: (text: string) => void;
};

/**
 * Reorders lanes before the server has answered. A refused order goes back, and a toast offers to
 * try again. Fixed lanes stay before the others.
 */
export function useLaneOrder({ lanes, onReorder, onSay }: Props) {
  const { t } = useTranslation();
  /** The lane ids in the shown order, during a move and until the server has answered. */
  const [requested, setRequested] = useState<number[] | null>(null);
  const [carried, setCarried] = useState<number | null>(null);
  const focus = useRef<number | null>(null);
  const send = useRef(onReorder);
  useLayoutEffect(() => void (send.current = onReorder));

  const movable = lanes.filter((lane) => !lane.fixed);
  const visible = useMemo(() => inOrder(lanes, requested), [lanes, requested]);
  const ids = visible.filter((lane) => !lane.fixed).map(({ id }) => id);

  const say = (key: string, id: number, at = ids.indexOf(id)) =>
    onSay(
      t(`board.said.${key}`, {
        lane: movable.find((lane) => lane.id === id)?.name ?? "",
        n: at + 1,
        count: ids.length,
      }),
    );

  const save = async (order: number[]) => {
    setRequested(order);
    const failed = await Promise.resolve(send.current?.(order)).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    setRequested((now) => (now === order ? null : now));
    if (failed)
      toast.error(t("board.orderRefused", { reason: errorText(failed.error) }), {
        label: t("common.retry"),
        run: () => void save(order),
      });
  };

  const placed = (id: number, at: number) => ids.filter((each) => each !== id).toSpliced(at, 0, id);

  const lift = (id: number) => {
    if (!onReorder || !ids.includes(id)) return;
    setCarried(id);
    say("laneLifted", id);
  };

  const carryTo = (over: number | null) => {
    const at = ids.indexOf(over ?? -1);
    if (carried === null || at < 0 || over === carried) return;
    setRequested(placed(carried, at));
    say("laneAt", carried, at);
  };

  const drop = (dropped: boolean) => {
    const id = carried;
    setCarried(null);
    if (id === null) return;
    const isMoved = String(ids) !== String(movable.map((lane) => lane.id));
    if (dropped && isMoved) void save(ids);
    else setRequested(null);
    say(dropped ? "laneAt" : "laneCalledOff", id);
  };

  /** Moves a lane by `by` places; its menu keeps the focus. */
  const shift = (id: number, by: -1 | 1) => {
    const at = ids.indexOf(id) + by;
    if (at < 0 || at >= ids.length) return;
    focus.current = id;
    say("laneAt", id, at);
    void save(placed(id, at));
  };

  useEffect(() => {
    if (focus.current === null) return;
    document
      .querySelector<HTMLElement>(`[data-lane="${focus.current}"] [data-lane-menu] button`)
      ?.focus();
    focus.current = null;
  }, [visible]);

  return { lanes: visible, carriedLane: carried, lift, carryTo, drop, shift };
}

/** Fixed lanes first, then the lanes of `ids`, then lanes created meanwhile. */
function inOrder(lanes: Lane[], ids: number[] | null): Lane[] {
  if (!ids) return lanes;
  const placeOf = ({ id, fixed }: Lane) =>
    fixed ? -1 : ids.includes(id) ? ids.indexOf(id) : ids.length;
  return [...lanes].sort((one, other) => placeOf(one) - placeOf(other));
}
