import { inShort } from "../../inbox/wait-weight.ts";
import { clock, relative, t } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import texts from "./texts.json";

addTexts(texts);

const minute = 60_000;
const day = 24 * 60 * minute;

/** há 2 h, Ontem, 20/11/2026. Reads a signal. */
export function ago(iso: string): string {
  const passed = clock.value - Date.parse(iso);
  if (passed < minute || passed >= day) return relative(iso);
  return t("contacts.ago", { time: inShort(passed) });
}

/** The time that a customer waits. Reads a signal. */
export function waitOf(since: string): string {
  const wait = clock.value - Date.parse(since);
  return wait < minute ? t("tickets.lessThanMinute") : inShort(wait);
}
