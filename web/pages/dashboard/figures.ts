import i18n from "i18next";
import { t } from "../../kit/text.ts";

/** 1.234,5 */
export const numberText = (value: number, decimals = 0) => new Intl.NumberFormat(i18n.language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value);

/** 16,5 min; 1 h 23 min from an hour on; – where there is nothing to measure. */
export function durationText(minutes: number | null) {
  if (minutes === null) return "–";
  if (minutes < 60) return t("dashboard.minutes", { n: numberText(minutes, Number.isInteger(minutes) ? 0 : 1) });
  const whole = Math.round(minutes);
  return t("dashboard.hoursAndMinutes", { h: numberText(Math.floor(whole / 60)), n: String(whole % 60).padStart(2, "0") });
}

/** A scale of at most five even steps, from 0 to where all fits under it. */
export function scaleOf(most: number): number[] {
  const rough = Math.max(1, most / 4);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough)!;
  const steps = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}
