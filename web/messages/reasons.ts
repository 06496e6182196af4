import { t } from "../kit/text.ts";
import { hasText } from "../kit/translations.ts";

/**
 * Why something failed, in words where there are any. Nothing but the code is known by then, so a
 * text that wants more has another one here.
 */
export function reasonText(code: string): string {
  const key = [`messages.reasons.${code}`, `errors.${code}`].find(hasText);
  return key ? t(key) : code;
}

/** Whether trying again would only fail again. */
export const isPermanent = (code: string | null) =>
  code === "ERR_WAPP_REACHOUT" || code === "ERR_MEDIA_TOO_LARGE";
