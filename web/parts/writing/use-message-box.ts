import { useRef, useState } from "react";
import { insertText } from "../../kit/edit-text.ts";
import type { Suggestion } from "./suggestions.ts";

/** A message box's field, its caret, and the chosen suggestion. */
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
    /** Hides the suggestions until the text changes. */
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
