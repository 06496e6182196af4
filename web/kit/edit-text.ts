/** Replaces a range of a field's text as if the user typed it, so the browser can undo it. */
export function insertText(
  field: HTMLTextAreaElement,
  text: string,
  from = field.selectionStart,
  to = field.selectionEnd,
) {
  field.focus();
  field.setSelectionRange(from, to);
  // Only execCommand adds to the browser's undo history.
  if (document.execCommand(text === "" ? "delete" : "insertText", false, text)) return;
  field.setRangeText(text, from, to, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Puts a formatting mark around the selection, or removes it: `*bold*`. */
export function toggleMark(field: HTMLTextAreaElement, mark: string) {
  const { value, selectionStart: from, selectionEnd: to } = field;
  const words = value.slice(from, to);
  if (value.slice(from - 1, from) === mark && value.slice(to, to + 1) === mark) {
    insertText(field, words, from - 1, to + 1);
    field.setSelectionRange(from - 1, to - 1);
    return;
  }
  insertText(field, mark + words + mark);
  field.setSelectionRange(from + 1, to + 1);
}

/** The mark of a Ctrl key; with Shift where the browser uses the plain key itself. */
export const markOf = ({ code, shiftKey }: { code: string; shiftKey: boolean }) =>
  marks[`${shiftKey ? "Shift+" : ""}${code}`];

const marks: Record<string, string> = { KeyB: "*", KeyI: "_", "Shift+KeyX": "~" };
