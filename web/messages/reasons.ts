import i18n from "i18next";
import { t } from "../kit/text.ts";

/** Why something failed, in words where there are any. */
export function reasonText(code: string): string {
  const key = [`errors.${code}`, `messages.reasons.${code}`].find((known) => i18n.exists(known));
  return key ? t(key) : code;
}

/** Whether trying again would only fail again. */
export const isPermanent = (code: string | null) => code === "ERR_WAPP_REACHOUT" || code === "ERR_MEDIA_TOO_LARGE";
