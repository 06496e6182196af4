import { type KeyboardEvent, useEffect, useId, useState } from "react";

/**
 * A text field with a list of `count` suggestions below it. Arrow keys choose one, Enter takes it.
 * `first` is the initial choice; -1 means none. Spread the parts over input, list and options.
 */
export function useCombobox(count: number, take: (index: number) => void, first = 0) {
  const id = useId();
  const [chosen, setChosen] = useState(first);
  const at = Math.min(chosen, count - 1);

  useEffect(() => {
    if (at >= 0) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [id, at]);

  const onKey = (event: KeyboardEvent) => {
    const to = { ArrowDown: at + 1, ArrowUp: Math.max(at, 0) - 1 }[event.key];
    if (to !== undefined && count > 0) {
      event.preventDefault();
      setChosen((to + count) % count);
    }
    if (event.key === "Enter") {
      event.preventDefault();
      if (at >= 0) take(at);
    }
  };

  return {
    id,
    at,
    /** Resets the choice after typing: to the first suggestion, or to none (-1). */
    reset: (index = 0) => setChosen(index),
    onKey,
    input: {
      id,
      role: "combobox",
      autoComplete: "off",
      "aria-expanded": count > 0,
      "aria-controls": `${id}-list`,
      "aria-autocomplete": "list" as const,
      "aria-activedescendant": at >= 0 ? `${id}-${at}` : undefined,
    },
    list: { id: `${id}-list`, role: "listbox" },
    option: (index: number) => ({
      id: `${id}-${index}`,
      role: "option",
      "aria-selected": index === at,
      onClick: () => take(index),
    }),
  };
}
