export type Value = string | boolean;
export type Values = Record<string, Value>;

export type Field = {
  name: string;
  /** A key of the locales, as are `hint`, `placeholder` and `messages`. */
  label: string;
  type?: "text" | "email" | "password" | "textarea" | "color" | "switch";
  hint?: string;
  placeholder?: string;
  required?: boolean;
  min?: number;
  max?: number;
  /** What the trimmed text must look like; "invalid" if it doesn't. */
  pattern?: RegExp;
  autoComplete?: string;
  /** Own words for a code. */
  messages?: Record<string, string>;
  /** Stands before what is typed. */
  prefix?: string;
};

/** A code of `errors.field`, or nothing when the value will do. The server decides in the end. */
export function check(field: Field, value: Value | undefined): string | undefined {
  if (typeof value === "boolean") return undefined;
  const text = field.type === "password" ? (value ?? "") : (value ?? "").trim();
  if (!text) return field.required ? "required" : undefined;
  if (field.min && text.length < field.min) return "too_short";
  if (field.max && text.length > field.max) return "too_long";
  if (field.type === "email" && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return "invalid";
  if (field.type === "color" && !/^#[0-9a-f]{6}$/i.test(text)) return "invalid";
  if (field.pattern && !field.pattern.test(text)) return "invalid";
  return undefined;
}

/** The key that says a code in words. */
export function message(field: Field, code: string) {
  const own = field.messages?.[code];
  if (own) return own;
  if (code === "too_short") return field.min ? "errors.field.too_short" : "errors.field.short";
  if (code === "too_long") return field.max ? "errors.field.too_long" : "errors.field.long";
  if (code === "invalid" && field.type === "email") return "errors.field.invalidEmail";
  return ["required", "taken"].includes(code) ? `errors.field.${code}` : "errors.field.invalid";
}
