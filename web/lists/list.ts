import { batch, type Signal, signal } from "@preact/signals-react";
import { useEffect, useMemo } from "react";
import type { Frame } from "../../src/shared/wire.ts";
import { live } from "../session/live.ts";
import { api } from "../kit/api.ts";
import { type Page, PagedList, type Row } from "./paged-list.ts";

export type ListOptions = {
  /** The API path; `/{name}` by default. */
  path?: string;
  /** The rows' property in the answer; `{name}` by default. */
  envelope?: string;
  /** The live event's name; by default `{name}` without its last s. */
  event?: string;
  /** The row's property in a frame, and with `Id` in a deletion; the event's name by default. */
  key?: string;
  query?: Record<string, string>;
  /** The query filters rows, so only the server knows whether a new or changed row belongs here. */
  filtered?: boolean;
  /** The number of rows in a page. */
  size?: number;
  /** Converts the search text to lower case. */
  lowerCase?: boolean;
  /**
   * The text field by which the server sorts; it decides the place of a new row. By default new
   * rows go on top.
   */
  order?: string;
};

export type List<R extends Row> = {
  rows: Signal<R[]>;
  hasMore: Signal<boolean>;
  count: Signal<number>;
  /** True until the first page of the current search has loaded. */
  loading: Signal<boolean>;
  /** The error of the last load. */
  failed: Signal<unknown>;
  search: Signal<string>;
  more: () => void;
  reload: () => void;
};

/**
 * Loads, pages, searches (500 ms) and merges live events by id. A reopened list shows its old rows
 * while it reloads.
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
  const cached = lists.get(cacheKey) as CachedList<R> | undefined;
  if (cached) return cached;
  const [name, options] = JSON.parse(cacheKey) as [string, ListOptions];
  const created = list<R>(name, options);
  lists.set(cacheKey, created);
  return created;
}

function list<R extends Row>(name: string, options: ListOptions): CachedList<R> {
  const { event = name.replace(/s$/, ""), key = event, filtered = false, order } = options;
  const search = signal("");
  const paged = new PagedList<R>({
    size: options.size ?? 20,
    read: reader<R>(name, options, search),
  });
  const { rows, hasMore, count, loading, problem } = paged;

  const reload = () => void (loading.peek() ? paged.loadFromTop() : paged.load());

  const merge = (frame: Frame) => {
    if (frame.action === "delete") return void paged.remove(Number(frame[`${key}Id`] ?? frame.id));
    const row = frame[key] as R | undefined;
    if (!row) return;
    const isHere = rows.peek().some(({ id }) => id === row.id);
    if (isHere)
      rows.value = rows.peek().map((old) => (old.id === row.id ? { ...old, ...row } : old));
    // A changed row may no longer match the filters or the search.
    if (filtered || (!isHere && search.peek().trim())) reload();
    else if (!isHere && frame.action === "create") {
      batch(() => {
        rows.value = withRow(rows.peek(), row, order, hasMore.peek());
        count.value += 1;
      });
    }
  };

  const open = () => {
    reload();
    const closers = [
      // The action "reload" means that many rows have changed at once.
      live.on(event, (frame) =>
        frame.action === "reload" ? reload() : paged.change(() => merge(frame)),
      ),
      live.onReset(reload),
      onTyped(search, () => void paged.loadFromTop()),
    ];
    return () => closers.forEach((close) => close());
  };

  return {
    rows,
    hasMore,
    count,
    loading,
    failed: problem,
    search,
    more: () => void paged.more(),
    reload,
    open,
  };
}

/** Loads a page of the list with the current search. */
function reader<R extends Row>(name: string, options: ListOptions, search: Signal<string>) {
  const { path = `/${name}`, envelope = name, query = {}, lowerCase = false } = options;
  return async (pageNumber: number): Promise<Page<R>> => {
    const typed = search.peek().trim();
    const answer = await api.get<Record<string, unknown> | R[]>(path, {
      ...query,
      searchParam: lowerCase ? typed.toLowerCase() : typed,
      pageNumber,
    });
    if (Array.isArray(answer)) return { rows: answer, hasMore: false, count: answer.length };
    const rows = answer[envelope] as R[];
    // The count of products is a list of ids; unpaged lists have none.
    const count = Array.isArray(answer.count) ? answer.count.length : answer.count;
    return { rows, hasMore: Boolean(answer.hasMore), count: Number(count ?? rows.length) };
  };
}

/** Adds a new row: in order, or on top. */
function withRow<R extends Row>(rows: R[], row: R, order: string | undefined, hasMore: boolean) {
  if (!order) return [row, ...rows];
  const at = rows.findIndex((other) => compare(text(row, order), text(other, order)) < 0);
  // A row after the last loaded page comes with its own page.
  if (at < 0) return hasMore ? rows : [...rows, row];
  return rows.toSpliced(at, 0, row);
}

/** Calls a function 500 ms after the last change of a search. Returns a function that ends this. */
function onTyped(search: Signal<string>, run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFirst = true;
  const end = search.subscribe(() => {
    if (!isFirst) {
      clearTimeout(timer);
      timer = setTimeout(run, 500);
    }
    isFirst = false;
  });
  return () => {
    clearTimeout(timer);
    end();
  };
}

const { compare } = new Intl.Collator();
const text = (row: Row, name: string) => String((row as Row & Record<string, unknown>)[name] ?? "");
