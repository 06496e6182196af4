import { trimmed } from "../../../../src/shared/text.ts";
import { maxOptionDepth } from "../../../../src/shared/limits.ts";
import type { QueueOption } from "../types.ts";

/** A node of a queue's tree while the user edits it. */
export type Node = {
  /** Stays the same while the page is open. A saved node's key is the id that it was read with. */
  key: number;
  id: number | null;
  /** The customer's answer that chooses this node. */
  option: string;
  title: string;
  message: string;
  /** The node's stored file. */
  stored: StoredFile | null;
  /** The file that replaces the stored one; null removes it, undefined keeps it. */
  file?: File | null;
  children: Node[];
};

export type StoredFile = { name: string; path: string; type: string; size: number };

/** The position of a node. */
export type NodePlace = {
  node: Node;
  parent: Node | null;
  siblings: Node[];
  index: number;
  level: number;
};

/** A visible node: its position, and the numbers that a customer types to reach it. */
export type TreeRow = NodePlace & { way: string[] };

export const maxLengths = { option: 10, title: 200, message: 2000 } as const;

let last = 0;

export const newNode = (change: Partial<Node> = {}): Node => ({
  key: --last,
  id: null,
  option: "",
  title: "",
  message: "",
  stored: null,
  children: [],
  ...change,
});

/** Builds the tree from the flat list of options. */
export function treeOf(options: QueueOption[], parentId: number | null = null): Node[] {
  return options
    .filter((one) => one.parentId === parentId)
    .toSorted((one, other) => byNumber(one, other) || one.id - other.id)
    .map(({ id, option, title, message, mediaName, mediaPath, media }) => ({
      key: id,
      id,
      option,
      title,
      message,
      children: treeOf(options, id),
      stored: media && { name: mediaName ?? "", path: mediaPath ?? "", ...media },
    }));
}

/** All nodes in the order of the page, without those under closed nodes. */
export function rowsOf(
  nodes: Node[],
  closed: ReadonlySet<number> = new Set(),
  parent: Node | null = null,
  way: string[] = [],
): TreeRow[] {
  return nodes.flatMap((node, index) => {
    const row = {
      node,
      parent,
      siblings: nodes,
      index,
      level: way.length + 1,
      way: [...way, node.option],
    };
    return [row, ...(closed.has(node.key) ? [] : rowsOf(node.children, closed, node, row.way))];
  });
}

export const placeOf = (nodes: Node[], key: number | null): TreeRow | undefined =>
  rowsOf(nodes).find(({ node }) => node.key === key);

/** A node's message, or its title when the message is empty. */
export const headingOf = ({ title, message }: Node) => (message.trim() === "" ? title : message);

/** The number of levels from a node down: 1 without children. */
export const heightOf = ({ children }: Node): number => 1 + Math.max(0, ...children.map(heightOf));

export const changed = (nodes: Node[], key: number, change: Partial<Node>): Node[] =>
  nodes.map((node) =>
    node.key === key
      ? { ...node, ...change }
      : { ...node, children: changed(node.children, key, change) },
  );

/**
 * Puts a node under a parent (null: at the root), at a position among its siblings, and numbers the
 * siblings.
 */
export function inserted(
  nodes: Node[],
  node: Node,
  parentKey: number | null,
  index: number,
): Node[] {
  const into = (siblings: Node[]) =>
    numbered(siblings.toSpliced(index, 0, { ...node, option: freeNumber(siblings) }));
  return parentKey === null
    ? into(nodes)
    : nodes.map((one) =>
        one.key === parentKey
          ? { ...one, children: into(one.children) }
          : { ...one, children: inserted(one.children, node, parentKey, index) },
      );
}

/** Removes a node with its subtree. Numbers without gaps stay without gaps. */
export function removed(nodes: Node[], key: number): Node[] {
  const left = nodes.filter((node) => node.key !== key);
  if (left.length === nodes.length)
    return nodes.map((node) => ({ ...node, children: removed(node.children, key) }));
  return isCounted(nodes)
    ? left.map((node, index) => ({ ...node, option: String(index + 1) }))
    : left;
}

/** Moves a node among its siblings. The numbers keep their order. */
export function shifted(nodes: Node[], key: number, to: number): Node[] {
  const from = nodes.findIndex((node) => node.key === key);
  if (from < 0)
    return nodes.map((node) => ({ ...node, children: shifted(node.children, key, to) }));
  const at = Math.max(0, Math.min(nodes.length - 1, to));
  return numbered(nodes.toSpliced(from, 1).toSpliced(at, 0, nodes[from]!));
}

/** Puts a node under the sibling before it; null if there is none, or the result is too deep. */
export function indented(nodes: Node[], key: number): Node[] | null {
  const place = placeOf(nodes, key);
  const above = place?.siblings[place.index - 1];
  if (!place || !above || place.level + heightOf(place.node) > maxOptionDepth) return null;
  return inserted(removed(nodes, key), place.node, above.key, above.children.length);
}

/** Puts a node beside its parent; null at the root. */
export function outdented(nodes: Node[], key: number): Node[] | null {
  const place = placeOf(nodes, key);
  if (!place?.parent) return null;
  const parent = placeOf(nodes, place.parent.key)!;
  return inserted(removed(nodes, key), place.node, parent.parent?.key ?? null, parent.index + 1);
}

/** The nodes sorted by their numbers, in the customer's order. */
export function sorted(nodes: Node[]): Node[] {
  return nodes.map((node) => ({ ...node, children: sorted(node.children) })).toSorted(byNumber);
}

export type NodeErrors = Partial<Record<"option" | "title" | "message" | "parentId", string>>;

/** The errors of each node, by its key: codes of `queues.options.wrong`. */
export function nodeErrors(nodes: Node[]): Map<number, NodeErrors> {
  const errors = new Map<number, NodeErrors>();
  for (const { node, siblings, level } of rowsOf(nodes)) {
    const wrong: NodeErrors = {
      option: optionError(node, siblings),
      title:
        trimmed(node.title) === ""
          ? "required"
          : node.title.trim().length > maxLengths.title
            ? "too_long"
            : undefined,
      message: node.message.length > maxLengths.message ? "too_long" : undefined,
      parentId: level > maxOptionDepth ? "too_deep" : undefined,
    };
    if (Object.values(wrong).some(Boolean)) errors.set(node.key, wrong);
  }
  return errors;
}

/**
 * The server's refusals by node key. The server names a node by its path (`0.children.2.option`).
 */
export function errorsFromServer(
  nodes: Node[],
  fields: Record<string, string>,
): Map<number, NodeErrors> {
  const errors = new Map<number, NodeErrors>();
  for (const [path, code] of Object.entries(fields)) {
    const parts = path.split(".").filter((part) => part !== "children" && part !== "options");
    const name = parts.pop() as keyof NodeErrors;
    const node = parts.reduce<{ children: Node[] } | undefined>(
      (under, index) => under?.children[Number(index)],
      { children: nodes },
    );
    if (node && "key" in node)
      errors.set((node as Node).key, { ...errors.get((node as Node).key), [name]: code });
  }
  return errors;
}

/** The tree in the request body. */
export type Sent = {
  id?: number;
  option: string;
  title: string;
  message: string;
  children: Sent[];
};
export const sentOf = (nodes: Node[]): Sent[] =>
  nodes.map(({ id, option, title, message, children }) => ({
    ...(id === null ? {} : { id }),
    option: option.trim(),
    title: title.trim(),
    message,
    children: sentOf(children),
  }));

/** The nodes with the ids from the server, matched by parent and number. */
export function withIds(
  nodes: Node[],
  options: QueueOption[],
  parentId: number | null = null,
): Node[] {
  return nodes.map((node) => {
    const row = options.find((one) => one.parentId === parentId && same(one.option, node.option));
    return row ? { ...node, id: row.id, children: withIds(node.children, options, row.id) } : node;
  });
}

function optionError({ key, option }: Node, siblings: Node[]): string | undefined {
  const text = option.trim();
  if (text === "") return "required";
  if (text === "0" || text === "#") return "reserved";
  if (text.length > maxLengths.option) return "too_long";
  return siblings.some((other) => other.key !== key && same(other.option, text))
    ? "taken"
    : undefined;
}

const same = (one: string, other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** Gives the siblings' own numbers out again in their new order. */
function numbered(nodes: Node[]): Node[] {
  const options = nodes.map(({ option }) => ({ option })).toSorted(byNumber);
  return nodes.map((node, index) => ({ ...node, option: options[index]!.option }));
}

function freeNumber(siblings: Node[]): string {
  const highest = Math.max(
    0,
    ...siblings.map(({ option }) => (isNumber(option) ? Number(option) : 0)),
  );
  return String(highest + 1);
}

const isCounted = (nodes: Node[]) =>
  nodes.every(({ option }, index) => option.trim() === String(index + 1));
const isNumber = (option: string) => /^\d+$/.test(option.trim());
const numberOf = (option: string) => (isNumber(option) ? Number(option) : Number.MAX_SAFE_INTEGER);
const byNumber = (one: { option: string }, other: { option: string }) =>
  numberOf(one.option) - numberOf(other.option);
