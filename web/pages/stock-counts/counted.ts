import { centsOf } from "../../../src/shared/money.ts";
import { readSearch } from "../../parts/products/offers.ts";
import type { CountLine } from "./types.ts";

export const parts = ["all", "missing", "counted", "differing"] as const;
export type Part = (typeof parts)[number];

const isIn: Record<Part, (line: CountLine) => boolean> = {
  all: () => true,
  missing: ({ counted }) => counted === null,
  counted: ({ counted }) => counted !== null,
  differing: ({ difference }) => difference !== null && difference !== 0,
};

/** The lines of a part that have the typed text in their name or code; `2*name` has an amount. */
export function linesIn(lines: CountLine[], part: Part, typed: string) {
  const words = plain(readSearch(typed).typed).split(/\s+/).filter(Boolean);
  return lines.filter((line) => {
    const text = plain(`${line.name} ${line.code ?? ""} ${line.ean ?? ""}`);
    return isIn[part](line) && words.every((word) => text.includes(word));
  });
}

export const countsOf = (lines: CountLine[]) =>
  Object.fromEntries(parts.map((part) => [part, lines.filter(isIn[part]).length])) as Record<
    Part,
    number
  >;

/** The value of all differences, in cents. */
export const valueOf = (lines: CountLine[]) =>
  lines.reduce((sum, { value }) => sum + (value === null ? 0 : centsOf(value)), 0);

const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
