import { computed } from "@preact/signals-react";
import { columnTargets, headless, sheet, singles, source, type Target } from "./state.ts";

/** The targets that several columns of people may have. */
export const many = ["name", "number", "email", "tags", "otherName"] as const;

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

export const fieldName = (column: number) => columnName(column).slice(0, 50) || letter(column);

/** The columns of a target: those that were proposed in their order, then the others. */
export function columnsOf(target: Target): number[] {
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

/** Whether it goes among the fields: under the column's name, or under its own. */
export const isField = (target: Target) => target !== "none" && !many.some((one) => one === target);

/** A, B … Z, AA, as spreadsheets call their columns. */
export const letter = (column: number): string =>
  (column < 26 ? "" : letter(Math.floor(column / 26) - 1)) +
  String.fromCharCode(65 + (column % 26));
