import { type Signal, signal } from "@preact/signals-react";
import { useEffect, useMemo } from "react";
import type { List } from "./list.ts";
import type { Row } from "./paged-list.ts";

/** The selected rows of a list. */
export type Selection = {
  ids: Signal<ReadonlySet<number>>;
  /** All rows of the list with its search and filters, also those that are not loaded. */
  isEvery: Signal<boolean>;
  /** Whether rows are selected by a press, as on a phone. */
  isActive: Signal<boolean>;
  has: (id: number) => boolean;
  /** Selects or deselects a row; with `isRange` all from the last one to this one. */
  toggle: (id: number, isRange?: boolean) => void;
  /** Selects all loaded rows, or none when all are selected. */
  toggleLoaded: () => void;
  selectEvery: () => void;
  end: () => void;
};

/** The selection of a list. It ends with a change of the search. */
export function useSelection<R extends Row>(list: List<R>): Selection {
  const selection = useMemo(() => createSelection(list), [list]);
  useEffect(() => {
    let isFirst = true;
    const close = list.search.subscribe(() => {
      if (!isFirst) selection.end();
      isFirst = false;
    });
    return () => {
      close();
      selection.end();
    };
  }, [selection]);
  return selection;
}

function createSelection<R extends Row>(list: List<R>): Selection {
  const ids = signal<ReadonlySet<number>>(new Set());
  const isEvery = signal(false);
  const isActive = signal(false);
  let anchor: number | undefined;
  const set = (chosen: Iterable<number>) => {
    ids.value = new Set(chosen);
    isEvery.value = false;
    isActive.value = ids.peek().size > 0;
  };
  const loaded = () => list.rows.peek().map(({ id }) => id);

  return {
    ids,
    isEvery,
    isActive,
    has: (id) => isEvery.value || ids.value.has(id),
    toggle: (id, isRange = false) => {
      const all = loaded();
      const [from, to] = [all.indexOf(anchor ?? -1), all.indexOf(id)].toSorted((a, b) => a - b);
      const isSelected = isEvery.peek() || ids.peek().has(id);
      const before = isEvery.peek() ? all : [...ids.peek()];
      if (isRange && from! >= 0) set([...before, ...all.slice(from, to! + 1)]);
      else set(isSelected ? before.filter((one) => one !== id) : [...before, id]);
      anchor = id;
    },
    toggleLoaded: () => {
      const all = loaded();
      set(isEvery.peek() || all.every((id) => ids.peek().has(id)) ? [] : all);
    },
    selectEvery: () => {
      set(loaded());
      isEvery.value = true;
    },
    end: () => set([]),
  };
}
