import { z } from "zod";
import { amountOf, centsOf } from "../shared.ts";
import { digits } from "./text.ts";

/** A colour that a user chose, kept as `#rrggbb`; `#rgb` is its short form. */
export const color = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/)
  .transform((text) => (text.length === 4 ? text.replace(/[0-9a-f]/g, "$&$&") : text))
  .meta({ examples: ["#7c3aed", "#b91c1c", "#0f766e"] });

/** What people read, without marks that turn it round or can't be seen; joiners stay, emojis need them. */
export const readable = (text: string) => text.replace(/(?!\u200d)[\p{Cc}\p{Cf}]/gu, "").trim();

/** A name of a person or a thing: 2 to 50 characters. doc 1 §9 */
export const name = z.string().transform(readable).pipe(z.string().min(2).max(50));

export const email = z.email().max(254).transform((text) => text.toLowerCase());

/** A new password. doc 4, decision 6 */
export const password = z.string().min(8).max(128);

/** A number as a network gives it, kept as digits: 8 to 15 of them. */
export const number = z.string().max(50).transform(digits).refine((text) => text.length >= 8 && text.length <= 15, "invalid");

/** A number as a person types it: one of 10 or 11 digits without a + is Brazilian and gets its 55. */
export const phone = z.string().trim().transform((text) => (!text.startsWith("+") && /^\d{10,11}$/.test(digits(text)) ? `55${text}` : text)).pipe(number);

/** An address on the web, or none. Who may come in is no part of it: an address is shown. */
export const webAddress = z.string().trim().max(2000).refine((text) => text === "" || isWeb(text), "invalid");

/** An amount of money, 0 to 9,999,999.99: a number or a decimal string, kept as `"12.90"`. No fractions of a cent. */
export const money = z
  .union([z.number(), z.string().max(20)])
  .transform((value) => (typeof value === "number" ? String(value) : value.trim()))
  .refine((text) => /^\d{1,7}(\.\d{1,2})?$/.test(text), "invalid")
  .transform((text) => amountOf(centsOf(text)))
  .meta({ examples: ["12.90", "7.50"] });

/** A percentage, 0 to 100, to the hundredth. */
export const percent = z.number().min(0).max(100).refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, "invalid");

/** A list's common query: `searchParam`, `pageNumber` from 1. */
export const listQuery = z.object({
  searchParam: z.string().trim().max(200).default(""),
  pageNumber: z.coerce.number().int().min(1).max(100_000).default(1),
});

/** An id in a path. */
export const idParam = z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) });

/** A JSON array of ids in a query, as documents 1 to 3 send it. */
export const idsQuery = z
  .string()
  .transform((text, context) => {
    const list = z.array(z.coerce.number().int()).max(500).safeParse(parsed(text));
    if (list.success) return list.data;
    context.addIssue({ code: "custom", message: "invalid" });
    return z.NEVER;
  });

/** A yes or no in a query or a multipart field. */
export const yesQuery = z.enum(["true", "false"]).default("false").transform((text) => text === "true");

function isWeb(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
