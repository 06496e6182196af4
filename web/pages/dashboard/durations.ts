import { t } from "../../kit/text.ts";

/** 40 s, 2 min 10 s, 18 min, 1 h 42; – without a value. From whole seconds. */
export function durationText(seconds: number | null): string {
  if (seconds === null) return "–";
  if (seconds < 60) return t("dashboard.duration.seconds", { s: seconds });
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  if (minutes < fine && rest > 0)
    return t("dashboard.duration.minutesAndSeconds", {
      m: minutes,
      s: String(rest).padStart(2, "0"),
    });
  if (minutes < 60) return t("dashboard.duration.minutes", { m: minutes });
  if (minutes < 48 * 60)
    return t("dashboard.duration.hours", {
      h: Math.floor(minutes / 60),
      m: String(minutes % 60).padStart(2, "0"),
    });
  return t("dashboard.duration.days", { d: Math.floor(minutes / 1440) });
}

/** From so many minutes on, seconds say nothing. */
const fine = 10;
