import { t } from "../kit/text.ts";
import { hasText } from "../kit/translations.ts";

/**
 * The text of a failure's code, where there is one. Only the code is available, so texts with
 * variables have another version here.
 */
export function reasonText(code: string): string {
  const key = [`messages.reasons.${code}`, `errors.${code}`].find(hasText);
  return key ? t(key) : code;
}

/** Whether a retry cannot succeed. */
export const isPermanent = (code: string | null) =>
  code === "ERR_WAPP_REACHOUT" || code === "ERR_MEDIA_TOO_LARGE";
