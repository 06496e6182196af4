import i18n from "i18next";
import { t } from "../../../kit/text.ts";
import { reasonText } from "../../../messages/reasons.ts";

/** Why a number got nothing, in words. */
export const whyNot = (reason: string) => (i18n.exists(`campaignReport.reasons.${reason}`) ? t(`campaignReport.reasons.${reason}`) : reasonText(reason));
