import { t } from "../../../kit/text.ts";
import { hasText } from "../../../kit/translations.ts";
import { reasonText } from "../../../messages/reasons.ts";

/** Why a number got nothing, in words. */
export const whyNot = (reason: string) =>
  hasText(`campaignReport.reasons.${reason}`)
    ? t(`campaignReport.reasons.${reason}`)
    : reasonText(reason);
