import { type Signal, signal } from "@preact/signals-react";
import { useEffect } from "react";
import type { Frame } from "../../src/shared/wire.ts";
import { live } from "../session/live.ts";
import { api } from "../kit/api.ts";

/**
 * A short list of choices, loaded when first needed and kept current by events. Null until loaded.
 */
export type Choices<Row> = {
  rows: Signal<Row[] | null>;
  failed: Signal<boolean>;
  load: () => Promise<void>;
};

/** Loads a list once while a component needs it. */
export function useChoices(list: { load: () => Promise<void> } | undefined, needed = true) {
  useEffect(() => {
    if (needed) void list?.load();
  }, [list, needed]);
}

/**
 * A resource to choose a row of. `path` defaults to `/{name}/list`. `event` is its live event, and
 * `key` holds the row in that event. `nameOf` labels a row whose label is not its `name`.
 */
export type Resource = {
  name: string;
  path?: string;
  event: string;
  key?: string;
  nameOf?: (row: { id: number; name: string }) => string;
};

const byResource = new Map<string, Choices<{ id: number; name: string }>>();

type Named = { id: number; name: string };

/** All rows of a resource, from its unpaged `/list`. */
export function choicesOf({ name, path = `/${name}/list`, event, key }: Resource): Choices<Named> {
  const cached =
    byResource.get(name) ??
    choices<Named>(path, event, {
      key,
      read: async (path) => rowsIn(await api.get<Named[] | { records: Named[] }>(path)),
    });
  byResource.set(name, cached);
  return cached;
}

const rowsIn = (answer: Named[] | { records: Named[] }) =>
  Array.isArray(answer) ? answer : answer.records;

type Options<Row> = { key?: string; read?: (path: string) => Promise<Row[]> };

/** A list at a path, kept current by the events of this name. */
export function choices<Row extends { id: number }>(
  path: string,
  event: string,
  { key = event, read: readRows = (path) => api.get<Row[]>(path) }: Options<Row> = {},
): Choices<Row> {
  const rows = signal<Row[] | null>(null);
  const failed = signal(false);
  let reading: Promise<void> | undefined;
  // An event arrived during the first load, whose answer may be older.
  let changedMeanwhile = false;

  const read = async () => {
    try {
      do {
        changedMeanwhile = false;
        rows.value = await readRows(path);
      } while (changedMeanwhile);
      failed.value = false;
    } catch {
      failed.value = true;
      reading = undefined;
    }
  };

  live.on(event, (frame: Frame) => {
    const current = rows.peek();
    if (!current) return void (changedMeanwhile = true);
    const gone = frame.action === "delete" ? Number(frame[`${key}Id`] ?? frame.id) : undefined;
    const fresh = frame[key] as Row | undefined;
    if (gone !== undefined) rows.value = current.filter(({ id }) => id !== gone);
    else if (fresh)
      rows.value = current.some(({ id }) => id === fresh.id)
        ? current.map((row) => (row.id === fresh.id ? { ...row, ...fresh } : row))
        : [...current, fresh];
  });
  live.onReset(() => {
    if (rows.peek()) void read();
  });

  return { rows, failed, load: () => (reading ??= read()) };
}
