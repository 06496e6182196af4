import { z } from "zod";
import { digits } from "./text.ts";

/** A colour that a user chose, as `#rrggbb`. */
export const color = z.string().trim().toLowerCase().regex(/^#[0-9a-f]{6}$/);

/** A name of a person or a thing: 2 to 50 characters. doc 1 §9 */
export const name = z.string().trim().min(2).max(50);

export const email = z.email().max(254).transform((text) => text.toLowerCase());

/** A new password. doc 4, decision 6 */
export const password = z.string().min(8).max(128);

/** A phone number, kept as digits: 8 to 15 of them. */
export const phone = z.string().max(50).transform(digits).refine((number) => number.length >= 8 && number.length <= 15, "invalid");
