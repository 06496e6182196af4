import { z } from "zod";
import { line } from "../../kit/http/fields.ts";

const digits = line(40, 1).refine((text) => /^\d+$/.test(text), "invalid");

/** The fields of the official channel in a connection's form. */
export const cloudFields = {
  phoneNumberId: digits.optional(),
  wabaId: digits.optional(),
  /** It travels in a header, which takes printable ASCII alone. */
  accessToken: line(1000, 1)
    .refine((text) => /^[\x21-\x7e]+$/.test(text), "invalid")
    .optional(),
  appSecret: line(200, 1).optional(),
  apiVersion: line(10, 1)
    .refine((text) => /^v\d{1,3}\.\d{1,2}$/.test(text), "invalid")
    .optional(),
};

export const cloudBody = z.object(cloudFields);
export type CloudBody = z.infer<typeof cloudBody>;

/** The version of Graph where none is chosen: the newest one with all that is read here. */
export const usualVersion = "v25.0";
