import { isEan } from "./ean.ts";

/**
 * The labels that a shop's scale prints: with the weight or the price, after so many digits of the
 * product's code. rules.md#scale-labels
 */
export const scaleLabels = [
  "disabled",
  "weight4",
  "weight5",
  "weight6",
  "price4",
  "price5",
  "price6",
] as const;
export type ScaleLabels = (typeof scaleLabels)[number];

/** `value` is grams, or cents of the price. */
export type ScaleLabel = { code: string; kind: "weight" | "price"; value: number };

/** The label in an EAN that a scanner read; undefined for any other code. */
export function scaleLabelIn(ean: string, labels: ScaleLabels): ScaleLabel | undefined {
  if (labels === "disabled" || !/^2\d{12}$/.test(ean) || !isEan(ean)) return undefined;
  const digits = Number(labels.slice(-1));
  return {
    code: ean.slice(1, 1 + digits),
    kind: labels.startsWith("weight") ? "weight" : "price",
    value: Number(ean.slice(1 + digits, 12)),
  };
}
