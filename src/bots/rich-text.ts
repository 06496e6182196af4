/**
 * Typebot's rich text with WhatsApp's marks: bold `*`, italic `_`, underline `~`, a link
 * `[text](url)`. Blocks are on lines of their own; other values give no text. rules.md#typebot
 */
export const richText = (blocks: unknown[]): string =>
  blocks.map((block) => written(block, 0)).join("\n");

type Node = {
  type?: unknown;
  text?: unknown;
  url?: unknown;
  children?: unknown;
  bold?: unknown;
  italic?: unknown;
  underline?: unknown;
  strikethrough?: unknown;
};

/** How deep nested blocks are read. */
const deepest = 20;

function written(value: unknown, depth: number): string {
  if (typeof value !== "object" || value === null || depth > deepest) return "";
  const node: Node = value;
  if (typeof node.text === "string") return marked(node.text, node);
  if (!Array.isArray(node.children)) return "";
  const children = node.children.map((child) => written(child, depth + 1));
  switch (node.type) {
    case "a":
      return typeof node.url === "string"
        ? `[${children.join("")}](${node.url})`
        : children.join("");
    case "ul":
      return children.map((child) => `- ${child}`).join("\n");
    case "ol":
      return children.map((child, at) => `${at + 1}. ${child}`).join("\n");
    case "variable":
    case "inline-variable":
      return children.join("\n");
    default:
      return children.join("");
  }
}

/** WhatsApp reads a mark only where it touches a word, and on one line. */
function marked(text: string, { bold, italic, underline, strikethrough }: Node): string {
  const marks = `${bold === true ? "*" : ""}${italic === true ? "_" : ""}${underline === true || strikethrough === true ? "~" : ""}`;
  if (marks === "") return text;
  const back = [...marks].toReversed().join("");
  return text
    .split("\n")
    .map((line) =>
      line.trim() === ""
        ? line
        : `${line.slice(0, line.length - line.trimStart().length)}${marks}${line.trim()}${back}${line.slice(line.trimEnd().length)}`,
    )
    .join("\n");
}
