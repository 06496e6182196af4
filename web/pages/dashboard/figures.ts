import { t } from "../../kit/text.ts";
import { numberText } from "../../parts/figures.ts";

/** 16,5 min; 1 h 23 min from one hour; – without a value. */
export function durationText(minutes: number | null) {
  if (minutes === null) return "–";
  if (minutes < 60)
    return t("dashboard.minutes", { n: numberText(minutes, Number.isInteger(minutes) ? 0 : 1) });
  const whole = Math.round(minutes);
  return t("dashboard.hoursAndMinutes", {
    h: numberText(Math.floor(whole / 60)),
    n: String(whole % 60).padStart(2, "0"),
  });
}
