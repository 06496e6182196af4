import { language } from "../kit/text.ts";
import { languageTags } from "../kit/translations.ts";

/** 1.234,5 */
export const numberText = (value: number, decimals = 0) =>
  new Intl.NumberFormat(languageTags[language.value], {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(value);

/** A scale of at most five even steps, from 0 to at least `max`. */
export function scaleOf(max: number): number[] {
  const rough = Math.max(1, max / 4);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough)!;
  const steps = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}
