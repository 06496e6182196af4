import { ChevronRight, CircleAlert, GripVertical, House, Paperclip } from "lucide-react";
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { useTranslation } from "../../../kit/text.ts";
import { useDrag } from "../drag.ts";
import { type Node, placeOf, type TreeRow, rowsOf, type NodeErrors } from "./tree.ts";

export type Moves = { up: () => void; down: () => void; inside: () => void; outside: () => void };

type Props = {
  nodes: Node[];
  chosen: number | null;
  wrongs: Map<number, NodeErrors>;
  onChoose: (key: number | null) => void;
  onShift: (key: number, to: number) => void;
  onRestore: (before: Node[]) => void;
  moves: Moves;
  onRemove: () => void;
  onEdit: () => void;
};

/**
 * All nodes, each under its parent. Arrow keys move the focus, with Alt the node. A mouse drags a
 * node within its level.
 */
export function OptionTree({
  nodes,
  chosen,
  wrongs,
  onChoose,
  onShift,
  onRestore,
  moves,
  onRemove,
  onEdit,
}: Props) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const rows = rowsOf(nodes, closed);
  const at = rows.findIndex(({ node }) => node.key === chosen);

  useVisible(list, nodes, chosen, closed, setClosed);
  const { dragged, start } = useNodeDrag(list, nodes, onShift, onRestore);

  const toggle = (key: number, close: boolean) =>
    setClosed(new Set(close ? [...closed, key] : [...closed].filter((one) => one !== key)));
  const goTo = (row: TreeRow | undefined) => {
    if (!row) return;
    onChoose(row.node.key);
    list.current?.querySelector<HTMLElement>(`[data-node="${row.node.key}"]`)?.focus();
  };
  const backToRow = (act: () => void) => {
    act();
    // A row loses the focus when it moves.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>("[aria-selected=true]")?.focus(),
    );
  };

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const row = rows[at];
    const direction = event.altKey ? directions[event.key] : undefined;
    const act = direction
      ? () => backToRow(moves[direction])
      : event.altKey
        ? undefined
        : {
            ArrowDown: () => goTo(rows[at + 1]),
            ArrowUp: () => (at > 0 ? goTo(rows[at - 1]) : undefined),
            Home: () => goTo(rows[0]),
            End: () => goTo(rows.at(-1)),
            ArrowRight: () =>
              row &&
              (closed.has(row.node.key)
                ? toggle(row.node.key, false)
                : row.node.children.length > 0 && goTo(rows[at + 1])),
            ArrowLeft: () =>
              row &&
              (row.node.children.length > 0 && !closed.has(row.node.key)
                ? toggle(row.node.key, true)
                : goTo(rows.find(({ node }) => node.key === row.parent?.key))),
            Enter: () => row && onEdit(),
            F2: () => row && onEdit(),
            Delete: () => row && onRemove(),
          }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  return (
    <div className="card-quiet p-1.5">
      <button
        type="button"
        aria-pressed={chosen === null}
        className={`flex min-h-9 w-full cursor-pointer items-center gap-2 rounded-lg px-2 text-left ${chosen === null ? "bg-primary/10 font-medium" : "hover:bg-hover"}`}
        onClick={() => onChoose(null)}
      >
        <House size={16} aria-hidden className="text-muted shrink-0" />
        <span className="truncate">{t("queues.options.root")}</span>
      </button>
      <ul ref={list} role="tree" aria-label={t("queues.options.tree")} onKeyDown={press}>
        {rows.map((row, index) => (
          <OptionRow
            key={row.node.key}
            row={row}
            isChosen={row.node.key === chosen}
            isClosed={closed.has(row.node.key)}
            isDragged={row.node.key === dragged}
            isInTabOrder={index === Math.max(at, 0)}
            wrong={wrongs.get(row.node.key)}
            onChoose={() => onChoose(row.node.key)}
            onFocus={() => chosen !== null && row.node.key !== chosen && onChoose(row.node.key)}
            onToggle={(close) => toggle(row.node.key, close)}
            onGrab={start(row.node.key)}
          />
        ))}
      </ul>
    </div>
  );
}

/** Keeps the chosen node visible: opens the nodes above it, and scrolls to it. */
function useVisible(
  list: RefObject<HTMLUListElement | null>,
  nodes: Node[],
  chosen: number | null,
  closed: ReadonlySet<number>,
  setClosed: (closed: ReadonlySet<number>) => void,
) {
  useEffect(() => {
    const row = placeOf(nodes, chosen);
    const above = rowsOf(nodes).filter(
      ({ node }) =>
        row &&
        row.node.key !== node.key &&
        rowsOf(node.children).some((one) => one.node.key === row.node.key),
    );
    if (above.some(({ node }) => closed.has(node.key)))
      setClosed(new Set([...closed].filter((key) => !above.some(({ node }) => node.key === key))));
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
}

/** Drags a node within its level. A cancelled drag puts it back. */
function useNodeDrag(
  list: RefObject<HTMLUListElement | null>,
  nodes: Node[],
  onShift: Props["onShift"],
  onRestore: Props["onRestore"],
) {
  const before = useRef<Node[] | null>(null);
  return useDrag({
    boxes: (key) => {
      const heights = new Map(
        [...(list.current?.querySelectorAll<HTMLElement>("[data-node]") ?? [])].map((row) => [
          Number(row.dataset.node),
          row.getBoundingClientRect(),
        ]),
      );
      return (placeOf(nodes, key)?.siblings ?? []).map((node) => {
        const boxes = rowsOf([node]).flatMap((row) => heights.get(row.node.key) ?? []);
        return {
          key: node.key,
          top: Math.min(...boxes.map(({ top }) => top)),
          bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
        };
      });
    },
    onMove: (key, to) => {
      before.current ??= nodes;
      onShift(key, to);
    },
    onEnd: (_key, dropped) => {
      if (!dropped && before.current) onRestore(before.current);
      before.current = null;
    },
  });
}

type RowProps = {
  row: TreeRow;
  isChosen: boolean;
  isClosed: boolean;
  isDragged: boolean;
  isInTabOrder: boolean;
  wrong: NodeErrors | undefined;
  onChoose: () => void;
  onFocus: () => void;
  onToggle: (close: boolean) => void;
  onGrab: (event: PointerEvent) => void;
};

function OptionRow({ row, isChosen, isClosed, isDragged, isInTabOrder, wrong, ...on }: RowProps) {
  const { t } = useTranslation();
  const { onChoose, onFocus, onToggle, onGrab } = on;
  const { node, siblings, index: place, level } = row;
  const { key, title, children, file, stored } = node;
  const folder = children.length > 0;
  return (
    <li
      role="treeitem"
      data-node={key}
      aria-level={level}
      aria-posinset={place + 1}
      aria-setsize={siblings.length}
      aria-selected={isChosen}
      aria-expanded={folder ? !isClosed : undefined}
      tabIndex={isInTabOrder ? 0 : -1}
      style={{ paddingLeft: `${(level - 1) * 1.125 + 0.125}rem` }}
      className={`group flex min-h-9 cursor-pointer items-center gap-1 rounded-lg pr-2 -outline-offset-2 ${isDragged ? "bg-hover shadow-float" : isChosen ? "bg-primary/10" : "hover:bg-hover"}`}
      onClick={onChoose}
      onFocus={(event) => event.target === event.currentTarget && onFocus()}
    >
      <span
        aria-hidden
        className="text-muted grid h-9 w-4 shrink-0 cursor-grab touch-none place-items-center opacity-0 group-hover:opacity-100 active:cursor-grabbing pointer-coarse:opacity-70"
        onPointerDown={onGrab}
      >
        <GripVertical size={15} />
      </span>
      <span
        aria-hidden
        className={`text-muted grid size-5 shrink-0 place-items-center rounded ${folder ? "hover:bg-base-300" : "invisible"}`}
        onClick={(event) => {
          event.stopPropagation();
          onToggle(!isClosed);
        }}
      >
        <ChevronRight size={16} className={`transition-transform ${isClosed ? "" : "rotate-90"}`} />
      </span>
      <span
        className={`tabular grid h-5.5 min-w-5.5 shrink-0 place-items-center rounded-md px-1 text-xs font-semibold ${wrong?.option ? "bg-error text-error-content" : "bg-base-300"}`}
      >
        {node.option.trim() || "?"}
      </span>
      <span
        className={`min-w-0 flex-1 truncate pl-1 ${isChosen ? "font-medium" : ""} ${title.trim() ? "" : "text-muted italic"}`}
      >
        {title.trim() || t("queues.options.untitled")}
      </span>
      {(file ?? (file === undefined && stored)) && (
        <Paperclip size={14} aria-hidden className="text-muted shrink-0" />
      )}
      {wrong && (
        <CircleAlert
          size={15}
          role="img"
          aria-label={`(${t("queues.options.hasWrong")})`}
          className="text-error shrink-0"
        />
      )}
    </li>
  );
}

const directions: Record<string, keyof Moves | undefined> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowRight: "inside",
  ArrowLeft: "outside",
};
