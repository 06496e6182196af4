import { useRef, useState } from "react";
import { insertText } from "../../kit/edit-text.ts";
import type { Suggestion } from "./suggestions.ts";

/** The field of a message box, where its caret is, and which of its suggestions is chosen. */
export function useMessageBox(text: string) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(text.length);
  const [at, setAt] = useState(0);
  const [dismissed, dismiss] = useState<string | null>(null);
  return {
    field,
    caret,
    setCaret,
    at,
    setAt,
    /** Suggestions for this text are not wanted, until it is another. */
    dismiss,
    isDismissed: text === dismissed,
    focus: () => field.current?.focus(),
    insert: (words: string) => field.current && insertText(field.current, words),
    take: (suggestion: Suggestion | undefined) =>
      suggestion &&
      field.current &&
      insertText(field.current, suggestion.with, suggestion.from, caret),
  };
}
