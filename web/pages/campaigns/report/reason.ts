import { t } from "../../../kit/text.ts";
import { hasText } from "../../../kit/translations.ts";
import { reasonText } from "../../../messages/reasons.ts";

/** The reason why a number received no message, as text. */
export const whyNot = (reason: string) =>
  hasText(`campaignReport.reasons.${reason}`)
    ? t(`campaignReport.reasons.${reason}`)
    : reasonText(reason);
