import type { LucideIcon } from "lucide-react";
import { trimmed } from "../../src/shared/text.ts";
import type { Resource } from "./choices.ts";
import { ApiError } from "../kit/api.ts";
import type { Unit } from "../../src/shared/units.ts";
import { decimalOf } from "../kit/decimal.ts";
import { errorText, language, t } from "../kit/text.ts";
import { languageTags } from "../kit/translations.ts";
import { isDate, isTime } from "../kit/date-checks.ts";

/** Undefined keeps the stored value; null removes a picture. */
export type FormValue = string | boolean | number[] | File | null | undefined;
export type FormValues = Record<string, FormValue>;

export type Field = {
  name: string;
  /** The server's names for this field in a refusal, where they differ from `name`. */
  wire?: readonly string[];
  /** A key of the texts, as are `hint`, `placeholder` and `messages`. */
  label: string;
  /** "custom" has no input: the form's `extras` draw it. */
  type?:
    | "text"
    | "email"
    | "password"
    | "textarea"
    | "color"
    | "switch"
    | "tel"
    | "number"
    | "quantity"
    | "choice"
    | "many"
    | "select"
    | "secret"
    | "date"
    | "time"
    | "money"
    | "percent"
    | "resource"
    | "picture"
    | "custom";
  hint?: string;
  /** A text across from the label; it tells where the value comes from. */
  note?: string;
  placeholder?: string;
  required?: boolean;
  /** Key of a text that replaces "optional" after the label: the value is needed later. */
  optional?: string;
  /** This field is required when the named field is empty. */
  requiredWithout?: string;
  disabled?: boolean;
  /** The most decimals of an amount of money; 2 by default. */
  decimals?: number;
  /** The unit of a quantity: pieces are whole, others have up to three decimals. */
  unit?: Unit;
  /** A limit of characters; for numbers, of the value. */
  min?: number;
  max?: number;
  /** The options of a choice field; `label` and `hint` are keys. */
  choices?: { value: string; label: string; hint?: string; icon: LucideIcon }[];
  /** The options of a field that takes several ids. */
  options?: { id: number; name: string; color?: string }[];
  /** Shows the options in one row; for few and short ones. */
  inline?: boolean;
  /** The trimmed text must match this pattern; otherwise the error is "invalid". */
  pattern?: RegExp;
  /** A check of the trimmed text that no pattern expresses; false gives "invalid". */
  valid?: (text: string) => boolean;
  autoComplete?: string;
  /** The field's own texts by error code. */
  messages?: Record<string, string>;
  /** Key of the form tab that has this field. */
  tab?: string;
  /** The options of a select, in groups; `none` is the key of the empty choice. */
  items?: { value: string; label: string; group?: string }[];
  emptyLabel?: string;
  /** The resource of a "resource" field. */
  resource?: Resource;
  /** Suggestions that the field offers while the user types. */
  suggestions?: string[];
  /** The number of lines; a secret with lines is a text area too. */
  rows?: number;
  /** Shows the length of the text. */
  showLength?: boolean;
  /** A secret is stored. The server never returns it: the user keeps, replaces or clears it. */
  hasStored?: boolean;
  /** The accepted picture types; PNG and JPEG by default. */
  accepts?: readonly string[];
  /** A prefix before the typed text. */
  prefix?: string;
  /** For a custom field: its required choice is still missing. */
  missing?: boolean;
  /** The earliest allowed day (YYYY-MM-DD). */
  notBefore?: (values: FormValues) => FormValue;
};

/**
 * Returns a code of `errors.field`, or undefined for a valid value. The server has the final check.
 */
export function check(field: Field, value: FormValue, values: FormValues = {}): string | undefined {
  if (value === undefined && field.hasStored) return undefined;
  if (Array.isArray(value)) return field.required && value.length === 0 ? "required" : undefined;
  if (typeof value === "boolean" || value instanceof File) return undefined;
  const text = field.type === "password" ? (value ?? "") : trimmed(value ?? "");
  if (!text)
    return field.required ||
      field.missing ||
      (field.requiredWithout && !trimmed(String(values[field.requiredWithout] ?? "")))
      ? "required"
      : undefined;
  if (field.type === "number") return whole(text, field);
  if (field.type === "quantity") return amount(quantityOf(text, field.unit), field);
  if (field.type === "money" || field.type === "percent")
    return amount(decimalOf(text, languageTags[language.peek()], field.decimals), field);
  if (field.type === "date")
    return isDate(text) ? early(text, field.notBefore?.(values)) : "invalid";
  if (field.type === "time") return isTime(text) ? undefined : "invalid";
  if (field.min && text.length < field.min) return "too_short";
  if (field.max && text.length > field.max) return "too_long";
  if (field.type === "email" && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return "invalid";
  if (field.type === "color" && !/^#[0-9a-f]{6}$/i.test(text)) return "invalid";
  if (field.pattern && !field.pattern.test(text)) return "invalid";
  if (field.valid && !field.valid(text)) return "invalid";
  return undefined;
}

const early = (day: string, first: FormValue) =>
  typeof first === "string" && isDate(first) && day < first ? "early" : undefined;

const whole = (text: string, { min = 0, max = Number.MAX_SAFE_INTEGER }: Field) =>
  /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max ? undefined : "invalid";

const amount = (
  value: number | undefined,
  { type, min = 0, max = type === "percent" ? 100 : 9_999_999.99 }: Field,
) => (value !== undefined && value >= min && value <= max ? undefined : "invalid");

/** A typed quantity; undefined for another text, or decimals where the unit has none. */
export const quantityOf = (text: string, unit: Unit = "un") =>
  unit === "un" && /\D/.test(text.trim())
    ? undefined
    : decimalOf(text, languageTags[language.peek()], 3);

/** The key of the text for a code. */
export function errorKey(field: Field, code: string) {
  const own = field.messages?.[code];
  if (own) return own;
  if (code === "too_short") return field.min ? "errors.field.too_short" : "errors.field.short";
  if (code === "too_long") return field.max ? "errors.field.too_long" : "errors.field.long";
  if (code === "invalid" && field.type === "email") return "errors.field.invalidEmail";
  if (code === "invalid" && field.type === "date") return "errors.field.invalidDate";
  if (code === "invalid" && field.type === "time") return "errors.field.invalidTime";
  return ["required", "taken", "early", "guessable", "again"].includes(code)
    ? `errors.field.${code}`
    : "errors.field.invalid";
}

/**
 * Maps the refused fields to the form's field names. A field that the form does not have keeps the
 * server's name.
 */
export const byField = (fields: Field[], refused: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(refused).map(([key, code]) => [
      fields.find(({ name, wire }) => name === key || wire?.includes(key))?.name ?? key,
      code,
    ]),
  );

/**
 * The text of a refusal that no field shows: the server's reason and the fields. After a conflict
 * it names the form's fields that another user changed.
 */
export function refusalText(error: unknown, fields: Field[] = []): string {
  if (!(error instanceof ApiError)) return errorText(error);
  const names =
    error.code === "ERR_VALIDATION" ? Object.keys(error.fields) : changedIn(error, fields);
  if (names.length === 0) return errorText(error);
  // The usual text of an invalid form speaks of marked fields, and here none is marked.
  const text = error.code === "ERR_VALIDATION" ? error.message : errorText(error);
  return `${text} (${names.join(", ")})`;
}

function changedIn({ code, details }: ApiError, fields: Field[]): string[] {
  if (code !== "ERR_CHANGED" || !Array.isArray(details.changed)) return [];
  const changed = byField(
    fields,
    Object.fromEntries((details.changed as string[]).map((name) => [name, ""])),
  );
  return fields.flatMap(({ name, label }) => (name in changed ? [t(label)] : []));
}
