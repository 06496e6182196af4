import { type RefObject, useEffect, useRef, useState } from "react";
import { maxOptionDepth } from "../../../../src/shared/limits.ts";
import { useTranslation } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import {
  indented,
  inserted,
  newNode,
  type Node,
  outdented,
  placeOf,
  removed,
  rowsOf,
  shifted,
} from "./tree.ts";

type Options = {
  /** The element of the whole tab. */
  box: RefObject<HTMLDivElement | null>;
  nodes: Node[];
  chosen: number | null;
  onChange: (change: (nodes: Node[]) => Node[]) => void;
  onChoose: (key: number | null) => void;
};

/** Adds, moves and removes nodes. The focus follows, and screen readers announce moves. */
export function useOptionActions({ box, nodes, chosen, onChange, onChoose }: Options) {
  const { t } = useTranslation();
  const next = useRef<"title" | "row" | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const place = placeOf(nodes, chosen);

  // Focus an element after it is rendered.
  useEffect(() => {
    const target = next.current;
    next.current = null;
    if (target === "title") box.current?.querySelector<HTMLElement>("input[name=title]")?.focus();
    if (target === "row")
      box.current?.querySelector<HTMLElement>("[role=treeitem][tabindex='0']")?.focus();
  }, [chosen, nodes]);

  const add = (parent: number | null, index: number) => {
    const node = newNode();
    next.current = "title";
    onChange((all) => inserted(all, node, parent, index));
    onChoose(node.key);
  };
  const addBeside = () =>
    place ? add(place.parent?.key ?? null, place.index + 1) : add(null, nodes.length);
  const addInside = () =>
    place && place.level < maxOptionDepth && add(place.node.key, place.node.children.length);

  const announceMove = (after: Node[]) => {
    const moved = placeOf(after, chosen);
    if (moved)
      setAnnouncement(
        t("queues.options.moved", {
          title: moved.node.title || t("queues.options.untitled"),
          way: moved.way.join(" › "),
        }),
      );
  };
  const to = (after: Node[] | null) => {
    if (!after) return;
    onChange(() => after);
    announceMove(after);
  };
  const moves = {
    up: () => place && to(shifted(nodes, place.node.key, place.index - 1)),
    down: () => place && to(shifted(nodes, place.node.key, place.index + 1)),
    inside: () => place && to(indented(nodes, place.node.key)),
    outside: () => place && to(outdented(nodes, place.node.key)),
  };
  const remove = () => {
    if (!place) return;
    const { node, parent, siblings, index } = place;
    const neighbour = siblings[index + 1] ?? siblings[index - 1] ?? parent;
    next.current = "row";
    onChange((all) => removed(all, node.key));
    onChoose(neighbour?.key ?? null);
    const undo = () => {
      onChange((all) =>
        inserted(all, node, parent && placeOf(all, parent.key) ? parent.key : null, index),
      );
      onChoose(node.key);
    };
    toast.info(
      t("queues.options.removed", {
        title: node.title || t("queues.options.untitled"),
        count: rowsOf([node]).length,
      }),
      { label: t("queues.options.undo"), run: undo },
    );
  };

  return {
    place,
    announcement,
    addBeside,
    addInside,
    moves,
    remove,
    /** Focuses the chosen row after it is rendered. */
    focusRowNext: () => void (next.current = "row"),
  };
}
