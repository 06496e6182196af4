import { batch, computed, signal } from "@preact/signals-react";
import type {
  Choice,
  Decimal,
  Import,
  ImportPreview,
  ProductColumn,
  ReadFile,
} from "../../../src/modules/imports/table.ts";

/**
 * The target of a column: nothing, a field of a contact or a product, or an extra field under the
 * column's name.
 */
export type Target =
  | "none"
  | "name"
  | "number"
  | "email"
  | "tags"
  | "otherName"
  | "field"
  | ProductColumn;

/** As it travels: times are texts. */
type OverTheWire<T> = Omit<T, "createdAt" | "updatedAt">;
export type Sheet = OverTheWire<ReadFile>;
export type ImportState = OverTheWire<Import> & { isSetAside?: boolean };

/** Where a file goes, what its columns may be, and the texts that differ. */
export type ImportSource = {
  /** Where a file is sent, and one's last import is asked for. */
  path: string;
  targets: readonly Target[];
  /** The area of its own texts: `.hint`, `.created`, `.known`. */
  area: string;
  /** Where one goes when it has ended: a page, or back. */
  done: { label: string; href: string } | { label: string; run: () => void };
};

/** The page that the steps import for. */
export const source = signal<ImportSource | null>(null);

/** The current import: undefined until the server has answered whether there is one. */
export const current = signal<ImportState | null | undefined>(undefined);
export const failed = signal<unknown>(null);
/** The file while its columns are chosen. */
export const sheet = signal<Sheet | null>(null);
/** The target of each column. */
export const columnTargets = signal<Target[]>([]);
export const headless = signal(false);
export const validate = signal(false);
/** Contacts that are there get the names of the file. */
export const rename = signal(false);
/** Decimal marks that the user chose for columns of numbers. */
export const decimals = signal<Decimal[]>([]);
/** The choice for products without a cost price; undefined until the user has answered. */
export const withoutCost = signal<Choice["withoutCost"]>(undefined);
/** The result that the rows would have; null until the server has answered. */
export const preview = signal<ImportPreview | null>(null);
/** The lines that are named: left out, or the only ones to be taken. */
export const namedLines = signal<ReadonlySet<number>>(new Set());
export const onlyNamed = signal(false);
/** How much of a file has been sent (0 to 1) while it is. */
export const uploadProgress = signal<number | null>(null);

export type Stage = "file" | "columns" | "check" | "running" | "ended";
export const stages: Stage[] = ["file", "columns", "check", "ended"];

export const stage = computed<Stage>(() => {
  const state = current.value?.state;
  if (state === "running") return "running";
  if (state === "done" || state === "cancelled") return "ended";
  if (state === "read" && sheet.value) return preview.value ? "check" : "columns";
  return "file";
});

export const singles = ["name", "number", "email", "tags"] as const;

export function reset() {
  current.value = undefined;
  failed.value = null;
  sheet.value = null;
  preview.value = null;
}

export function setFile(read: Sheet) {
  const { mapping } = read;
  const pairs: (readonly [number | null, string])[] = [
    ...singles.map((target) => [mapping[target], target] as const),
    ...mapping.fields.map(({ column, name }) => [column, name] as const),
    ...(mapping.more ?? []).map(({ column, name }) => [column, name] as const),
  ];
  batch(() => {
    sheet.value = read;
    current.value = read;
    headless.value = read.headless;
    const offered = source.peek()!.targets;
    columnTargets.value = Array.from(
      { length: read.width },
      (_, column) =>
        offered.find((target) => pairs.some(([at, name]) => at === column && name === target)) ??
        "none",
    );
    validate.value = false;
    rename.value = false;
    decimals.value = [];
    withoutCost.value = undefined;
    preview.value = null;
    namedLines.value = new Set();
    onlyNamed.value = false;
  });
}
