import { money, t } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import texts from "./texts.json";

addTexts(texts);

/**
 * What a plan costs. One without a price is agreed upon with the owner of the box, who makes no
 * invoices of it. rules.md#invoices
 */
export const planPrice = (value: string) => (hasPrice(value) ? money(value) : t("plan.noPrice"));

export const hasPrice = (value: string) => Number(value) > 0;
