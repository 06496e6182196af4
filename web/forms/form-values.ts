import { amountOf } from "../../src/shared/money.ts";
import { decimalOf, decimalText } from "../kit/decimal.ts";
import { quantityOf, type Field, type FormValue, type FormValues } from "./form.ts";
import { language } from "../kit/text.ts";
import { languageTags } from "../kit/translations.ts";

/** The form values of a row. */
export const toFormValues = (fields: Field[], row: Record<string, unknown>): FormValues =>
  Object.fromEntries(fields.map((field) => [field.name, toFormValue(field, row[field.name])]));

/**
 * The request body of a form's values: amounts as `"12.90"`, numbers as numbers, chosen rows by id.
 * An empty value is null.
 */
export const toRequestBody = (fields: Field[], values: FormValues): Record<string, unknown> =>
  Object.fromEntries(
    fields
      .filter(({ type }) => type !== "custom" && type !== "picture")
      .map((field) => [field.name, toBodyValue(field, values[field.name])]),
  );

function toFormValue({ type, name, decimals }: Field, stored: unknown): FormValue {
  if (type === "switch") return stored === true;
  if (type === "many") return Array.isArray(stored) ? stored : [];
  if (stored === null || stored === undefined) return type === "secret" ? undefined : "";
  if (type === "money")
    return decimalText(Number(stored), languageTags[language.peek()], 2, decimals);
  if (type === "quantity") return decimalText(Number(stored), languageTags[language.peek()], 0, 3);
  if (type === "percent" || type === "number")
    return decimalText(Number(stored), languageTags[language.peek()], 0);
  if (typeof stored === "object") throw new Error(`${name} holds what no field can show`);
  return String(stored);
}

function toBodyValue({ type, unit, decimals }: Field, value: FormValue): unknown {
  if (typeof value !== "string") return value;
  const text = value.trim();
  if (type === "quantity") return quantityOf(text, unit) ?? null;
  if (type === "money" || type === "percent" || type === "number") {
    const number = decimalOf(text, languageTags[language.peek()], decimals);
    return number === undefined
      ? null
      : decimals
        ? number.toFixed(decimals)
        : type === "money"
          ? amountOf(Math.round(number * 100))
          : number;
  }
  if (type === "resource") return text === "" ? null : Number(text);
  if (type === "date" || type === "time") return text === "" ? null : text;
  return value;
}
