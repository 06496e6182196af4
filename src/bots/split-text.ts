/** The longest text of a message, in UTF-16 units. */
export const maxMessageLength = 4096;

/**
 * A text in parts that fit in a message each, ended at paragraphs, else at lines, sentences, words.
 */
export function splitText(text: string): string[] {
  const parts: string[] = [];
  let left = text.trim();
  while (left.length > maxMessageLength) {
    const at = endIn(left.slice(0, maxMessageLength));
    parts.push(left.slice(0, at).trimEnd());
    left = left.slice(at).trimStart();
  }
  return left === "" ? parts : [...parts, left];
}

function endIn(head: string): number {
  for (const end of ["\n\n", "\n", ". ", "! ", "? ", " "]) {
    const at = head.lastIndexOf(end);
    if (at >= maxMessageLength / 4) return at + 1;
  }
  // Not in the middle of an emoji.
  return /[\ud800-\udbff]$/.test(head) ? head.length - 1 : head.length;
}
