import { batch, computed, signal } from "@preact/signals-react";
import { useEffect } from "react";
import type { Frame } from "../../../../src/shared/wire.ts";
import type { Import, ImportRow, Mapping, ImportPreview, ReadFile } from "../../../../src/modules/imports/table.ts";
import { api } from "../../../kit/api.ts";
import { live } from "../../../live.ts";

/** What a column may be: nothing, one of a contact's own, or a field under the column's name. */
export const targets = ["none", "name", "number", "email", "tags", "field"] as const;
export type Target = (typeof targets)[number];

/** As it travels: times are texts. */
type Wired<T> = Omit<T, "createdAt" | "updatedAt">;
export type Sheet = Wired<ReadFile>;
export type Course = Wired<Import>;

/** The import on the table: undefined until the server said whether there is one. */
export const current = signal<Course | null | undefined>(undefined);
export const failed = signal<unknown>(null);
/** The file while its columns are chosen. */
export const sheet = signal<Sheet | null>(null);
/** What each column is. */
export const chosen = signal<Target[]>([]);
export const headless = signal(false);
export const validate = signal(false);
/** What would become of the rows; null until one has asked. */
export const outlook = signal<ImportPreview | null>(null);
/** The lines that are named: left out, or the only ones to be taken. */
export const lines = signal<ReadonlySet<number>>(new Set());
export const only = signal(false);
/** How much of a file has been sent (0 to 1) while it is. */
export const sent = signal<number | null>(null);

export type Stage = "file" | "columns" | "check" | "running" | "ended";
export const stages: Stage[] = ["file", "columns", "check", "ended"];

export const stage = computed<Stage>(() => {
  const state = current.value?.state;
  if (state === "running") return "running";
  if (state === "done" || state === "cancelled") return "ended";
  if (state === "read" && sheet.value) return outlook.value ? "check" : "columns";
  return "file";
});

/** Goes on with what was begun here or on another screen, and hears how it goes. */
export function useImport() {
  useEffect(() => {
    void restore();
    const closers = [live.on("contactImport", hear), live.on("ready", () => void look()), live.onReset(() => void look())];
    return () => {
      for (const close of closers) close();
    };
  }, []);
}

export async function restore() {
  try {
    const { import: found } = await api.get<{ import: Course | null }>("/contacts/import/file");
    if (found?.state === "read" && found.id !== sheet.peek()?.id) take(await api.get<Sheet>(`/contacts/import/file/${found.id}`));
    current.value = found;
    failed.value = null;
  } catch (error) {
    failed.value = error;
  }
}

export async function send(file: File, signal: AbortSignal) {
  const form = new FormData();
  form.append("file", file);
  sent.value = 0;
  try {
    take(await api.upload<Sheet>("/contacts/import/file", form, { onProgress: (part) => (sent.value = part), signal }));
  } finally {
    sent.value = null;
  }
}

/** Looks at all rows, and changes nothing. Throws `Refused`. */
export async function check() {
  const { id } = sheet.peek()!;
  outlook.value = await api.post<ImportPreview>(`/contacts/import/file/${id}/check`, choice());
}

export async function begin() {
  const { id } = sheet.peek()!;
  current.value = await api.post<Course>(`/contacts/import/file/${id}`, choice());
  sheet.value = null;
}

/** Ends what runs. Throws `Refused`. */
export async function stop() {
  current.value = await api.del<Course>(`/contacts/import/file/${current.peek()!.id}`);
}

/** Forgets this file, so that another one may come. */
export function another() {
  const { id } = current.peek()!;
  // Were it to stay, it would go by itself within a day.
  api.del(`/contacts/import/file/${id}`).catch(() => {});
  batch(() => {
    current.value = null;
    sheet.value = null;
    outlook.value = null;
  });
}

export const backToColumns = () => void (outlook.value = null);

export const rows = (pageNumber: number) => api.get<{ rows: ImportRow[]; hasMore: boolean }>(`/contacts/import/file/${sheet.peek()!.id}/rows`, { pageNumber });

/** Whether a line is among those that will be taken. */
export const isTaken = (line: number) => lines.value.has(line) === only.value;

export function setTaken(line: number, taken: boolean) {
  const next = new Set(lines.peek());
  if (taken === only.peek()) next.add(line);
  else next.delete(line);
  lines.value = next;
}

export function setAll(taken: boolean) {
  batch(() => {
    lines.value = new Set();
    only.value = !taken;
  });
}

/** How many rows will be looked at: the choice of lines, as it is now. */
export const wanted = computed(() => {
  const all = (sheet.value?.total ?? 0) - (headless.value ? 0 : 1);
  return only.value ? lines.value.size : all - lines.value.size;
});

/** Gives a column its meaning. What only one can be is taken from the other. */
export function setTarget(column: number, target: Target) {
  const single = target !== "none" && target !== "field";
  chosen.value = chosen.peek().map((one, index) => (index === column ? target : single && one === target ? "none" : one));
}

/** The name of a column, where the file has one. */
export const columnName = (column: number) => (headless.value ? "" : (sheet.value?.head[column] ?? ""));

function choice() {
  const at = (target: Target) => {
    const column = chosen.peek().indexOf(target);
    return column < 0 ? null : column;
  };
  const fields = chosen.peek().flatMap((target, column) => (target === "field" ? [{ column, name: columnName(column).slice(0, 50) || letter(column) }] : []));
  const mapping: Mapping = { name: at("name"), number: at("number"), email: at("email"), tags: at("tags"), fields };
  return { mapping, headless: headless.peek(), validate: validate.peek(), lines: [...lines.peek()], only: only.peek() };
}

/** A, B … Z, AA, as spreadsheets call their columns. */
export const letter = (column: number): string => (column < 26 ? "" : letter(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

function take(read: Sheet) {
  const { mapping } = read;
  const single = (["name", "number", "email", "tags"] as const).map((target) => [mapping[target], target] as const);
  batch(() => {
    sheet.value = read;
    current.value = read;
    headless.value = read.headless;
    chosen.value = Array.from({ length: read.width }, (_, column) => single.find(([at]) => at === column)?.[1] ?? "none");
    validate.value = false;
    outlook.value = null;
    lines.value = new Set();
    only.value = false;
  });
}

function hear({ contactImport }: Frame) {
  const told = contactImport as Course | undefined;
  if (told && told.id === current.peek()?.id) current.value = told;
}

// What was whispered while the line was down is not told again.
async function look() {
  const id = current.peek()?.state === "running" ? current.peek()?.id : undefined;
  if (id === undefined) return;
  const told = await api.get<Course>(`/contacts/import/file/${id}`).catch(() => undefined);
  if (told && told.id === current.peek()?.id) current.value = told;
}
