import { z } from "zod";
import { arrayOf, email, id, line, name, password } from "../../kit/http/fields.ts";
import { profiles } from "../../shared/permissions.ts";

// Clients send all of these spellings.
const allTicket = z
  .enum(["enable", "enabled", "desabled", "disabled"])
  .transform((text) => text.startsWith("enable"));

const code = line(30);

export const newUserBody = z.object({
  name,
  email,
  password,
  profile: z.enum(profiles).default("user"),
  allTicket: allTicket.default(false),
  code: code.default(""),
  whatsappId: id.nullable().optional(),
  groupRangeDiscountId: id.nullable().optional(),
  roleId: id.nullable().optional(),
  queueIds: arrayOf(id, 200).default([]),
});
export const userChangeBody = z.object({
  name: name.optional(),
  email: email.optional(),
  password: password.or(z.literal("").transform(() => undefined)).optional(),
  profile: z.enum(profiles).optional(),
  allTicket: allTicket.optional(),
  code: code.optional(),
  whatsappId: id.nullable().optional(),
  groupRangeDiscountId: id.nullable().optional(),
  roleId: id.nullable().optional(),
  queueIds: arrayOf(id, 200).optional(),
});
export type NewUser = z.infer<typeof newUserBody>;
export type Change = z.infer<typeof userChangeBody>;
