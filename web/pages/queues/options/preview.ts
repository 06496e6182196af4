import { headingOf, type Node } from "./tree.ts";

/** A node's message as the customer reads it. At the root, the head is the queue's greeting. */
export function levelPreview(head: string, children: Node[], isRoot: boolean): string {
  if (children.length === 0) return head.trim();
  const lines = [
    ...children.map(({ option, title }) => `*[ ${option.trim()} ]* - ${title.trim()}`),
    ...(isRoot ? [] : ["*[ 0 ]* - Menu anterior"]),
    "*[ # ]* - Menu inicial",
  ];
  return [head.trim(), lines.join("\n")].filter((part) => part !== "").join("\n\n");
}

export const nodePreview = (node: Node) => levelPreview(headingOf(node), node.children, false);
