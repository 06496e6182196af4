import type { Cell } from "./table.ts";

/** A cell as text; empty where it has nothing, or a formula without a value. */
export const textOf = (cell: Cell | undefined): string => String(cell ?? "").trim();

/** A text without accents and capitals, one space between words: as column names are compared. */
export const folded = (text: string) =>
  text
    .slice(0, 100)
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[\s_]+/g, " ")
    .trim();
