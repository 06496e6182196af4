import { batch, effect, type Signal, signal } from "@preact/signals-react";
import { useEffect, useMemo } from "react";
import type { Frame } from "../../src/shared/wire.ts";
import { live } from "../session/live.ts";
import { api } from "../kit/api.ts";

export type Row = { id: number };

export type ListOptions = {
  /** Where to read; `/{name}` */
  path?: string;
  /** The rows' name in the answer; `{name}` */
  envelope?: string;
  /** The live event's name; `{name}` without its last s */
  event?: string;
  /** The row's name in a frame, and `{key}Id` in a deletion; the event's name */
  key?: string;
  query?: Record<string, string>;
  /** The query leaves some out: whether a new or changed row belongs here, the server says. */
  filtered?: boolean;
  /** Rows of one page. */
  size?: number;
  /** What is searched for goes in small letters. */
  lowerCase?: boolean;
  /** The text field that the server sorts by: where a new row goes. On top by default. */
  order?: string;
};

export type List<R extends Row> = {
  rows: Signal<R[]>;
  hasMore: Signal<boolean>;
  count: Signal<number>;
  /** True until the first page of the present search is here. */
  loading: Signal<boolean>;
  /** What went wrong with the last reading. */
  failed: Signal<unknown>;
  search: Signal<string>;
  more: () => void;
  reload: () => void;
};

/**
 * Loads, pages, searches (500 ms) and merges live events by id. A list left and opened again shows
 * what it had, and reads anew.
 */
export function useList<R extends Row>(name: string, options: ListOptions = {}): List<R> {
  const cacheKey = JSON.stringify([name, options]);
  const list = useMemo(() => cachedList<R>(cacheKey), [cacheKey]);
  useEffect(() => list.open(), [list]);
  return list;
}

type CachedList<R extends Row> = List<R> & { open: () => () => void };

const lists = new Map<string, unknown>();

function cachedList<R extends Row>(cacheKey: string) {
  const known = lists.get(cacheKey) as CachedList<R> | undefined;
  if (known) return known;
  const [name, options] = JSON.parse(cacheKey) as [string, ListOptions];
  const created = list<R>(name, options);
  lists.set(cacheKey, created);
  return created;
}

function list<R extends Row>(name: string, options: ListOptions): CachedList<R> {
  const {
    path = `/${name}`,
    envelope = name,
    event = name.replace(/s$/, ""),
    key = event,
    query = {},
    filtered = false,
    size = 20,
    lowerCase = false,
    order,
  } = options;
  const rows = signal<R[]>([]);
  const hasMore = signal(false);
  const count = signal(0);
  const loading = signal(true);
  const failed = signal<unknown>(null);
  const search = signal("");

  let round = 0;
  let reading = false;

  const page = async (pageNumber: number) => {
    const typed = search.peek().trim();
    const answer = await api.get<Record<string, unknown> | R[]>(path, {
      ...query,
      searchParam: lowerCase ? typed.toLowerCase() : typed,
      pageNumber,
    });
    if (Array.isArray(answer)) return { found: answer, more: false, total: answer.length };
    const found = answer[envelope] as R[];
    // Products count their ids, and what is never paged does not count.
    return {
      found,
      more: Boolean(answer.hasMore),
      total: Array.isArray(answer.count)
        ? answer.count.length
        : Number(answer.count ?? found.length),
    };
  };

  const reload = async () => {
    const thisRound = ++round;
    const pages = Math.max(1, Math.ceil(rows.peek().length / size));
    reading = true;
    try {
      const answers = await Promise.all(
        Array.from({ length: loading.peek() ? 1 : pages }, (_, index) => page(index + 1)),
      );
      if (thisRound !== round) return;
      const last = answers.at(-1);
      batch(() => {
        rows.value = unique(answers.flatMap(({ found }) => found));
        hasMore.value = last?.more ?? false;
        count.value = last?.total ?? 0;
        failed.value = null;
        loading.value = false;
      });
    } catch (error) {
      if (thisRound !== round) return;
      batch(() => {
        failed.value = error;
        loading.value = false;
      });
    } finally {
      if (thisRound === round) reading = false;
    }
  };

  const more = async () => {
    if (reading || !hasMore.peek()) return;
    const thisRound = round;
    reading = true;
    try {
      // Counting from what is here keeps step with rows that came and went meanwhile.
      let next = Math.floor(rows.peek().length / size) + 1;
      for (;;) {
        const { found, more, total } = await page(next++);
        if (thisRound !== round) return;
        const before = rows.peek().length;
        batch(() => {
          rows.value = unique([...rows.peek(), ...found]);
          hasMore.value = more;
          count.value = total;
        });
        if (rows.peek().length > before || !more) return;
      }
    } catch (error) {
      if (thisRound === round) failed.value = error;
    } finally {
      if (thisRound === round) reading = false;
    }
  };

  const merge = (frame: Frame) => {
    // Many changed at once.
    if (frame.action === "reload") return void reload();
    if (frame.action === "delete") {
      const id = Number(frame[`${key}Id`] ?? frame.id);
      if (!rows.peek().some((row) => row.id === id)) return;
      batch(() => {
        rows.value = rows.peek().filter((row) => row.id !== id);
        count.value = Math.max(0, count.peek() - 1);
      });
      return;
    }
    const row = frame[key] as R | undefined;
    if (!row) return;
    const known = rows.peek().some(({ id }) => id === row.id);
    if (known)
      rows.value = rows.peek().map((old) => (old.id === row.id ? { ...old, ...row } : old));
    // One that changed may belong here no more.
    if (filtered || (!known && search.peek().trim())) void reload();
    else if (!known && frame.action === "create" && !loading.peek()) {
      batch(() => {
        rows.value = inserted(row);
        count.value = count.peek() + 1;
      });
    }
  };

  const inserted = (row: R) => {
    const old = rows.peek();
    if (!order) return [row, ...old];
    const before = old.findIndex((other) => compare(text(row, order), text(other, order)) < 0);
    // Past the last page that was read: it comes when one scrolls there.
    if (before < 0) return hasMore.peek() ? old : [...old, row];
    return old.toSpliced(before, 0, row);
  };

  const open = () => {
    void reload();
    const closers = [live.on(event, merge), live.onReset(() => void reload())];
    let first = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unwatch = effect(() => {
      void search.value;
      if (first) {
        first = false;
        return;
      }
      clearTimeout(timer);
      timer = setTimeout(() => {
        loading.value = true;
        void reload();
      }, 500);
    });
    return () => {
      clearTimeout(timer);
      unwatch();
      for (const close of closers) close();
    };
  };

  return {
    rows,
    hasMore,
    count,
    loading,
    failed,
    search,
    more: () => void more(),
    reload: () => void reload(),
    open,
  };
}

const { compare } = new Intl.Collator();
const text = (row: Row, name: string) => String((row as Row & Record<string, unknown>)[name] ?? "");

function unique<R extends Row>(rows: R[]) {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
