import type { Unit } from "./units.ts";

/** An amount as people of a language (a BCP 47 tag) read it: `3`, `0,350 kg`. */
export function amountText(amount: number, unit: Unit, tag = "pt-BR"): string {
  if (unit === "un") return String(amount);
  const isScaled = (unit === "kg" || unit === "l") && !Number.isInteger(amount);
  const number = amount.toLocaleString(tag, {
    useGrouping: false,
    minimumFractionDigits: isScaled ? 3 : 0,
    maximumFractionDigits: 3,
  });
  return `${number}\u00a0${unit}`;
}
