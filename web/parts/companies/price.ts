import { type Recurrence, recurrences } from "../../../src/shared/companies.ts";
import { money, t } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import texts from "./texts.json";

addTexts(texts);

/**
 * A plan's price per month. For a plan without a price the owner of the box makes no invoices; the
 * price is a private agreement. rules.md#invoices
 */
export const planPrice = (value: string) =>
  hasPrice(value) ? t("plan.aMonth", { value: money(value) }) : t("plan.noPrice");

/** The sum of each invoice, where a period has several months; empty otherwise. */
export function invoiceSum(value: string, recurrence: Recurrence): string {
  const months = recurrences[recurrence];
  if (!hasPrice(value) || months === 1) return "";
  const sum = money((Number(value) * months).toFixed(2));
  return t("plan.sum", { count: months, value: money(value), sum });
}

export const hasPrice = (value: string) => Number(value) > 0;
