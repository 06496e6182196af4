import { z } from "zod";
import { cnpjOf, isCnpj } from "../../shared/cnpj.ts";
import { amountOf, centsOf } from "../../shared/money.ts";
import { lacksArea, writtenNumber } from "../../shared/phone.ts";
import { hasThousandths, highestStock } from "../../shared/units.ts";
import { isBlank, readable, trimmed } from "../../shared/text.ts";
import { parseJson } from "./body.ts";
import { digits } from "../db/text.ts";

// The errors are codes, not texts: the browser knows the user's language.
z.config({ customError: (issue) => fieldCode(issue) });

/** A text may arrive so much longer than it is stored, since space at its ends is cut. */
const margin = 1000;

/**
 * A text of at most so many characters. It aborts at a longer one: zod would go on with the next
 * check.
 */
export const bounded = onePerSize((max) => z.string().max(max, { abort: true }));

/**
 * A text that people write, without the space around it; empty where nothing of it can be seen.
 * rules.md#empty-text
 */
export const text = onePerSize((max, min) =>
  bounded(max + margin)
    .transform(trimmed)
    .pipe(between(min, max)),
);

/** A text that people write, with the space around it; empty where nothing of it can be seen. */
export const verbatim = onePerSize((max) =>
  bounded(max).transform((words) => (isBlank(words) ? "" : words)),
);

/** A text on one line: a title, a name. */
export const line = onePerSize((max, min) =>
  bounded(max + margin)
    .transform(readable)
    .pipe(between(min, max)),
);

/** An array of at most so many items; with more, no item is checked. */
export const arrayOf = <Item extends z.ZodType>(item: Item, max: number, min = 0) =>
  z
    .custom<z.input<Item>[]>(Array.isArray, { abort: true })
    .refine(({ length }) => length <= max, { message: "too_long", abort: true })
    .refine(({ length }) => length >= min, { message: "too_short", abort: true })
    .pipe(z.array(item));

/** A value that is JSON in a JSON body, and short text in a form. */
export const formJson = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (value) => (typeof value === "string" && value.length <= 10_000 ? parseJson(value) : value),
    schema,
  );

/** A colour that a user chose, stored as `#rrggbb`; `#rgb` is its short form. */
export const color = bounded(50)
  .trim()
  .toLowerCase()
  .regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/)
  .transform((text) => (text.length === 4 ? text.replace(/[0-9a-f]/g, "$&$&") : text))
  .meta({ examples: ["#7c3aed", "#b91c1c", "#0f766e"] });

/** A name of a person or a thing: 2 to 50 characters. */
export const name = line(50, 2);

/** A contact's name. Networks give longer ones than we would. rules.md#contact-names */
export const contactName = line(100, 2);

export const email = bounded(254)
  .pipe(z.email())
  .transform((text) => text.toLowerCase());

/** A new password: 8 to 128 characters, and not one of the first guesses. rules.md#passwords */
export const password = bounded(128)
  .min(8)
  .refine((text) => !isGuessable(text), "guessable");

/** The whole password is one of these, at most with digits and marks behind it. */
const guessedFirst =
  /^(senha|password|passw0rd|admin|administrador|mudar|qwerty|asdfgh|brasil|deus|jesus|amor|familia|balcao|whatsapp|welcome|iloveyou|abcd?)[\W\d_]*$/i;

const isGuessable = (text: string) =>
  guessedFirst.test(text) ||
  new Set(text).size < 4 ||
  [
    "0123456789012345678901234567890",
    "9876543210987654321098765432109",
    "qwertyuiopasdfghjklzxcvbnm",
    "abcdefghijklmnopqrstuvwxyz",
  ].some((row) => row.includes(text.toLowerCase()));

/** A number as a network gives it, stored as digits: 8 to 15 of them. */
export const number = bounded(50)
  .transform(digits)
  .refine((text) => text.length >= 8 && text.length <= 15, "invalid");

/**
 * A number as a person writes it, as digits with their country. One without an area code comes as
 * `completeNumber` takes it. Codes: `invalid`, `service`. rules.md#written-numbers
 */
export const writtenPhone = bounded(100).transform((text, context) => {
  const written = writtenNumber(text);
  if ("number" in written) return written.number;
  context.addIssue({ code: "custom", message: written.refused });
  return z.NEVER;
});

/** The same with its area code, where no company has one to complete it: `invalid`. */
export const phone = bounded(100).transform((text, context) => {
  const written = writtenNumber(text);
  if ("number" in written && !lacksArea(written.number)) return written.number;
  context.addIssue({ code: "custom", message: "invalid" });
  return z.NEVER;
});

/** A web address, or none. Without user and password, since screens show it. */
export const webAddress = text(2000).refine((text) => text === "" || isWeb(text), "invalid");

/**
 * An amount of money, 0 to 9,999,999.99: a number or a decimal string, stored as `"12.90"`. No
 * fractions of a cent.
 */
export const money = z
  .union([z.number(), bounded(20)])
  .transform((value) => (typeof value === "number" ? String(value) : value.trim()))
  .refine((text) => /^\d{1,7}(\.\d{1,2})?$/.test(text), "invalid")
  .transform((text) => amountOf(centsOf(text)))
  .meta({ examples: ["12.90", "7.50"] });

/** An amount above zero. */
export const positiveMoney = money.refine((amount) => centsOf(amount) > 0, "invalid");

/** A percentage, 0 to 100, to the hundredth. */
export const percent = z
  .number()
  .min(0)
  .max(100)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, "invalid");

/** The id of a row that a field refers to. */
export const id = z.number().int().positive();

/** A text on one line, or none: an empty one is stored as null. */
export const lineOrNull = onePerSize((max) =>
  line(max)
    .transform((text) => text || null)
    .nullable()
    .optional(),
);

/** A short code that a user gives a thing, or none. */
export const code = lineOrNull(40);

/** A Brazilian postal code, stored as its eight digits. */
export const zipCode = bounded(20)
  .transform(digits)
  .refine((text) => text.length === 8, "invalid");

/** A company's CNPJ, stored without marks. */
export const cnpj = bounded(30)
  .transform(cnpjOf)
  .refine(isCnpj, "invalid")
  .meta({ examples: ["11222333000181", "12ABC34501DE35"] });

/** A Brazilian state by its two letters. */
export const state = bounded(20)
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/);

/** A value that may be left empty: an empty text is none. */
export const orEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([z.literal("").transform(() => null), schema])
    .nullable()
    .optional();

/** A latitude or a longitude, or none. */
export const degrees = (max: number) => orEmpty(numeric(z.number().min(-max).max(max)));

/**
 * A number, also in words as forms send it. A list, which would be joined to see whether it is one,
 * is refused.
 */
export const numeric = (schema: z.ZodNumber) =>
  z
    .union([z.number(), bounded(30)])
    .pipe(z.coerce.number())
    .pipe(schema);

/** A quantity. */
export const quantity = z.number().int().min(0).max(highestStock);

/** A stock, to the thousandth. Its product's unit may ask for whole numbers. */
export const stockAmount = z
  .number()
  .min(0)
  .max(highestStock)
  .refine(hasThousandths, "invalid")
  .meta({ examples: [12, 0.35] });

/** A day without a time: YYYY-MM-DD. */
export const date = z.iso.date().meta({ examples: ["2026-11-20", "2026-11-21"] });

/** A time of day: HH:MM, on 24 hours. */
export const time = bounded(10)
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .meta({ examples: ["08:00", "18:30"] });

/** A list's common query: `searchParam`, `pageNumber` from 1. */
export const listQuery = z.object({
  searchParam: text(200).default(""),
  pageNumber: z.coerce.number().int().min(1).max(100_000).default(1),
});

/** An id in a path. */
export const idParam = z.object({
  id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
});

/** A JSON array of ids in a query, as clients send it: `[1,2]`. */
export const idsQuery = jsonQuery(arrayOf(z.coerce.number().int(), 500));

/** The same as a filter: an empty list is none. */
export const idsFilter = idsQuery.transform((ids) => (ids.length > 0 ? ids : undefined)).optional();

/** A JSON array of some of these words in a query: `["chats"]`. */
export const wordsQuery = <const Word extends string>(words: readonly Word[]) =>
  jsonQuery(arrayOf(z.enum(words), words.length));

/** A yes or no in a query or a multipart field. */
export const yesQuery = z
  .enum(["true", "false"])
  .default("false")
  .transform((text) => text === "true");

/**
 * Makes a schema once for each size: hundreds of fields have the same ones, and each takes its time
 * at every start.
 */
function onePerSize<Schema>(make: (max: number, min: number) => Schema) {
  const made = new Map<string, Schema>();
  return (max: number, min = 0): Schema => {
    const size = `${min} ${max}`;
    const schema = made.get(size) ?? make(max, min);
    made.set(size, schema);
    return schema;
  };
}

function between(min: number, max: number) {
  return z.string().min(min, { abort: true }).max(max, { abort: true });
}

function isWeb(text: string): boolean {
  // A parser drops line breaks and tabs, so the request would go to another address than the
  // visible one.
  if (/\p{Cc}/u.test(text)) return false;
  const url = URL.parse(text);
  // A parser takes "https:host" for "https://host"; a comparison of addresses might not.
  return (
    url !== null && /^https?:\/\/[^/\\]/i.test(text) && url.username === "" && url.password === ""
  );
}

function jsonQuery<Schema extends z.ZodType>(schema: Schema) {
  return bounded(10_000).transform((text, context) => {
    const result = schema.safeParse(parsed(text));
    if (result.success) return result.data;
    context.addIssue({ code: "custom", message: "invalid" });
    return z.NEVER;
  });
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function fieldCode(issue: { code?: string; input?: unknown }): string {
  if (issue.input === undefined || issue.input === null) return "required";
  if (issue.code === "too_small") return issue.input === "" ? "required" : "too_short";
  if (issue.code === "too_big") return "too_long";
  return "invalid";
}
