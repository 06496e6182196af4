import { batch, computed, signal } from "@preact/signals-react";
import { useEffect } from "react";
import type { Frame } from "../../../src/shared/wire.ts";
import type {
  Choice,
  Decimal,
  DecimalMark,
  Import,
  Mapping,
  ImportPreview,
  ProductColumn,
  ReadFile,
  ShownRow,
} from "../../../src/modules/imports/table.ts";
import { api } from "../../kit/api.ts";
import { live } from "../../session/live.ts";

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

/** The targets that several columns of people may have. */
const many = ["name", "number", "email", "tags", "otherName"] as const;

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

/** Continues an import that was started here or on another screen, and follows its progress. */
export function useImport(given: ImportSource) {
  const { path } = given;
  useEffect(() => {
    batch(() => {
      if (source.peek()?.path !== path) reset();
      source.value = given;
    });
    void restore();
    const closers = [
      live.on("contactImport", onImportEvent),
      live.on("import", onImportEvent),
      live.on("ready", () => void readRunning()),
      live.onReset(() => void readRunning()),
    ];
    return () => {
      for (const close of closers) close();
    };
    // The texts and the way back do not change while it is open.
  }, [path]);
}

export async function restore() {
  const { path } = source.peek()!;
  try {
    const { import: existing } = await api.get<{ import: ImportState | null }>(path);
    const read =
      existing?.state === "read" && existing.id !== sheet.peek()?.id
        ? await api.get<Sheet>(`/imports/${existing.id}`)
        : undefined;
    if (source.peek()?.path !== path) return;
    if (read) setFile(read);
    current.value = existing;
    failed.value = null;
  } catch (error) {
    failed.value = error;
  }
}

export async function send(file: File, signal: AbortSignal) {
  const form = new FormData();
  form.append("file", file);
  uploadProgress.value = 0;
  try {
    setFile(
      await api.upload<Sheet>(source.peek()!.path, form, {
        onProgress: (part) => (uploadProgress.value = part),
        signal,
      }),
    );
  } finally {
    uploadProgress.value = null;
  }
}

/** Reads another sheet of the file, or its table from another line on. Throws `ApiError`. */
export async function chooseTable(sheetNumber: number, head?: number) {
  const { id } = sheet.peek()!;
  setFile(await api.get<Sheet>(`/imports/${id}`, { sheet: sheetNumber, ...(head && { head }) }));
}

/** Looks at all rows, and changes nothing. Throws `ApiError`. */
export async function check() {
  const { id } = sheet.peek()!;
  preview.value = await api.post<ImportPreview>(`/imports/${id}/check`, requestBody());
}

export async function startImport() {
  const { id } = sheet.peek()!;
  current.value = await api.post<ImportState>(`/imports/${id}`, requestBody());
  sheet.value = null;
}

/** Ends what runs. Throws `ApiError`. */
export async function stop() {
  current.value = await api.del<ImportState>(`/imports/${current.peek()!.id}`);
}

/** Drops this file, so that another one can be chosen. */
export function forgetFile() {
  const { id } = current.peek()!;
  // Were it to stay, it would go by itself within a day.
  api.del(`/imports/${id}`).catch(() => {});
  batch(() => {
    current.value = null;
    sheet.value = null;
    preview.value = null;
  });
}

/** Has the texts of a column read by a decimal mark, and looks at all rows again. */
export function chooseMark(column: number, mark: DecimalMark) {
  decimals.value = [...decimals.peek().filter((one) => one.column !== column), { column, mark }];
  return check();
}

/** Says what becomes of products without a cost price, and looks at all rows again. */
export function chooseCost(answer: Choice["withoutCost"]) {
  withoutCost.value = answer;
  return check();
}

export const backToColumns = () => void (preview.value = null);

/** One page of the rows as they would be stored. Throws `ApiError`. */
export const rows = (pageNumber: number) =>
  api.post<{ rows: ShownRow[]; hasMore: boolean }>(`/imports/${sheet.peek()!.id}/rows`, {
    ...requestBody(),
    pageNumber,
  });

/** The fields that the check step shows, each with its columns, in their order. */
export const shownColumns = computed(() => {
  const byKey = new Map<string, { target: Target; columns: number[] }>();
  for (const [column, target] of columnTargets.value.entries()) {
    if (target === "none" || target === "otherName") continue;
    const key = target === "field" ? `field:${fieldName(column)}` : target;
    const earlier = byKey.get(key);
    if (earlier) earlier.columns.push(column);
    else byKey.set(key, { target, columns: [column] });
  }
  return [...byKey].map(([key, value]) => ({ key, ...value }));
});

/** Whether a line will be imported. */
export const isTaken = (line: number) => namedLines.value.has(line) === onlyNamed.value;

export function setTaken(line: number, taken: boolean) {
  const next = new Set(namedLines.peek());
  if (taken === onlyNamed.peek()) next.add(line);
  else next.delete(line);
  namedLines.value = next;
}

export function setAll(taken: boolean) {
  batch(() => {
    namedLines.value = new Set();
    onlyNamed.value = !taken;
  });
}

/**
 * How many rows will be imported: the choice of lines, as it is now, without those that would be
 * refused.
 */
export const rowsToImport = computed(() => {
  const all = (sheet.value?.total ?? 0) - (headless.value ? 0 : 1);
  const taken = onlyNamed.value ? namedLines.value.size : all - namedLines.value.size;
  return taken - (preview.value?.refusedLines ?? []).filter(isTaken).length;
});

/** Whether only one column can hold it. */
export const isSingle = (target: Target) =>
  target !== "none" && target !== "field" && !(isOfPeople() && many.some((one) => one === target));

const isOfPeople = () => source.value?.targets.includes("number") === true;

/** Assigns a column to a field. A field that only one column can have is taken from the other. */
export function setTarget(column: number, target: Target) {
  const single = isSingle(target);
  columnTargets.value = columnTargets
    .peek()
    .map((one, index) => (index === column ? target : single && one === target ? "none" : one));
}

/** The name of a column, where the file has one. */
export const columnName = (column: number) =>
  headless.value ? "" : String(sheet.value?.head[column] ?? "");

const fieldName = (column: number) => columnName(column).slice(0, 50) || letter(column);

/** The columns of a target: those that were proposed in their order, then the others. */
function columnsOf(target: Target): number[] {
  const { mapping } = sheet.peek()!;
  const proposed = [
    ...singles.map((single) => mapping[single]),
    ...(mapping.more ?? []).map(({ column }) => column),
  ];
  const rank = (column: number) => {
    const at = proposed.indexOf(column);
    return at < 0 ? proposed.length : at;
  };
  return columnTargets
    .peek()
    .flatMap((one, column) => (one === target ? [column] : []))
    .toSorted((one, other) => rank(one) - rank(other));
}

function requestBody() {
  const at = (target: Target) => columnsOf(target)[0] ?? null;
  const fields = columnTargets.peek().flatMap((target, column) =>
    isField(target)
      ? [
          {
            column,
            name: target === "field" ? fieldName(column) : target,
          },
        ]
      : [],
  );
  const mapping: Mapping = {
    name: at("name"),
    number: at("number"),
    email: at("email"),
    tags: at("tags"),
    fields,
    more: many.flatMap((name) =>
      columnsOf(name)
        .slice(name === "otherName" ? 0 : 1)
        .map((column) => ({ column, name })),
    ),
  };
  return {
    mapping,
    sheet: sheet.peek()!.sheet,
    head: sheet.peek()!.headLine,
    decimals: decimals.peek(),
    withoutCost: withoutCost.peek(),
    headless: headless.peek(),
    validate: validate.peek(),
    rename: rename.peek(),
    lines: [...namedLines.peek()],
    only: onlyNamed.peek(),
  };
}

const singles = ["name", "number", "email", "tags"] as const;

/** Whether it goes among the fields: under the column's name, or under its own. */
const isField = (target: Target) => target !== "none" && !many.some((one) => one === target);

/** A, B … Z, AA, as spreadsheets call their columns. */
export const letter = (column: number): string =>
  (column < 26 ? "" : letter(Math.floor(column / 26) - 1)) +
  String.fromCharCode(65 + (column % 26));

function reset() {
  current.value = undefined;
  failed.value = null;
  sheet.value = null;
  preview.value = null;
}

function setFile(read: Sheet) {
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

function onImportEvent(frame: Frame) {
  const fresh = frame[frame.event] as ImportState | undefined;
  if (fresh && fresh.id === current.peek()?.id) current.value = fresh;
}

// Events that came while the socket was down are not sent again.
async function readRunning() {
  const id = current.peek()?.state === "running" ? current.peek()?.id : undefined;
  if (id === undefined) return;
  const fresh = await api.get<ImportState>(`/imports/${id}`).catch(() => undefined);
  if (fresh && fresh.id === current.peek()?.id) current.value = fresh;
}
