import { amountOf } from "../../src/shared/money.ts";
import { decimalOf, decimalText } from "./decimal.ts";
import type { Field, Value, Values } from "./form.ts";
import { language, tags } from "./text.ts";

/** A row as the form of these fields shows it. */
export const readValues = (fields: Field[], row: Record<string, unknown>): Values => Object.fromEntries(fields.map((field) => [field.name, readValue(field, row[field.name])]));

/** What a form says, as the server takes it: amounts as `"12.90"`, numbers as numbers, chosen rows by id. An empty one is null. */
export const writeValues = (fields: Field[], values: Values): Record<string, unknown> =>
  Object.fromEntries(fields.filter(({ type }) => type !== "shown").map((field) => [field.name, writeValue(field, values[field.name])]));

function readValue({ type, name }: Field, stored: unknown): Value {
  if (type === "switch") return stored === true;
  if (type === "many") return Array.isArray(stored) ? stored : [];
  if (stored === null || stored === undefined) return type === "secret" ? undefined : "";
  if (type === "money") return decimalText(Number(stored), tags[language.peek()]);
  if (type === "percent" || type === "number") return decimalText(Number(stored), tags[language.peek()], 0);
  if (typeof stored === "object") throw new Error(`${name} holds what no field can show`);
  return String(stored);
}

function writeValue({ type }: Field, value: Value): unknown {
  if (typeof value !== "string") return value;
  const text = value.trim();
  if (type === "money" || type === "percent" || type === "number") {
    const number = decimalOf(text, tags[language.peek()]);
    return number === undefined ? null : type === "money" ? amountOf(Math.round(number * 100)) : number;
  }
  if (type === "resource") return text === "" ? null : Number(text);
  return value;
}
