import { amountOf } from "../../shared/money.ts";
import type { Cell, DecimalMark } from "./table.ts";

/** A number as text: digits with points and commas, after a currency's sign. */
const written = /^-?(?:\d[\d.,]*|[.,]\d+)$/;

const bare = (text: string) => text.replace(/^(-?)\s*(?:R\$|US\$|\$|€)/i, "$1").replace(/\s/g, "");

/** Whether a cell may be read as a number. */
export const isNumeric = (cell: Cell) =>
  typeof cell === "number" || (typeof cell === "string" && written.test(bare(cell)));

/**
 * The decimal mark that a text itself shows. `either` fits both readings: `1.000` is a thousand or
 * one. Undefined for a text without a mark, or that is no number. rules.md#numbers-in-sheets
 */
export function markShown(cell: Cell): DecimalMark | "either" | undefined {
  if (typeof cell !== "string") return undefined;
  const text = bare(cell).replace(/^-/, "");
  if (!written.test(text)) return undefined;
  const [points, commas] = [text.split(".").length - 1, text.split(",").length - 1];
  if (points > 0 && commas > 0) return text.lastIndexOf(",") > text.lastIndexOf(".") ? "," : ".";
  if (points + commas === 0) return undefined;
  const mark = points > 0 ? "." : ",";
  if (points + commas > 1) return mark === "." ? "," : ".";
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(text) ? "either" : mark;
}

/**
 * The number in a cell. A number is taken as it is; a text is read by its own mark, else by that of
 * its column. Undefined for any other content. rules.md#numbers-in-sheets
 */
export function numberIn(cell: Cell, columnMark: DecimalMark): number | undefined {
  if (typeof cell === "number") return Number.isFinite(cell) ? cell : undefined;
  if (cell === null) return undefined;
  const text = bare(cell);
  if (!written.test(text)) return undefined;
  const own = markShown(cell);
  const mark = own === undefined || own === "either" ? columnMark : own;
  const [whole = "", ...decimals] = text.split(mark);
  const groups = whole.replace(/^-/, "").split(mark === "," ? "." : ",");
  const isGrouped =
    groups.length === 1 ||
    (/^\d{1,3}$/.test(groups[0]!) && groups.slice(1).every((group) => /^\d{3}$/.test(group)));
  if (decimals.length > 1 || !isGrouped || !/^\d*$/.test(decimals[0] ?? "")) return undefined;
  const value = Number(`${groups.join("") || "0"}.${decimals[0] || "0"}`);
  return text.startsWith("-") ? -value : value;
}

/**
 * An amount of money in a cell as it travels, rounded to the cent: 2.125 is `"2.13"`. Undefined for
 * other content, a negative amount, or more than seven digits before the mark.
 */
export function amountIn(cell: Cell, columnMark: DecimalMark): string | undefined {
  const value = numberIn(cell, columnMark);
  if (value === undefined || value < 0 || value >= 10_000_000) return undefined;
  // 1.005 times 100 is 100.49999999999999.
  const cents = Math.round(Number((value * 100).toPrecision(15)));
  return cents > 999_999_999 ? undefined : amountOf(cents);
}
