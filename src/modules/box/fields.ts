import { z } from "zod";
import { bounded, email, id, line } from "../../kit/http/fields.ts";
import { longestLogo } from "../../shared/box.ts";
import { primaryColors } from "../../shared/companies.ts";
import { type Language, languages } from "../../shared/languages.ts";
import { smtpSecurities } from "../../shared/mail.ts";

/**
 * `unset`: the default. `takes`: the accepted values in words; a setting without them exists on
 * screen alone. `secret`: no answer contains it.
 */
type Field<Value> = {
  schema: z.ZodType<Value>;
  unset: Value | null;
  takes?: string;
  secret?: true;
};
const field = <Value, const Unset extends Value | null>(
  schema: z.ZodType<Value>,
  unset: Unset,
  more: { takes?: string; secret?: true } = {},
) => ({ schema, unset, ...more }) as Field<Value> & { unset: Unset };

const host = bounded(253)
  .trim()
  .toLowerCase()
  .regex(/^([a-z0-9]([a-z0-9.-]*[a-z0-9])?\.?|\[[0-9a-f:.]+\])$/);
const logo = bounded(longestLogo).regex(
  /^data:image\/(png;base64,iVBORw0KGgo|jpeg;base64,\/9j\/)[A-Za-z0-9+/]+={0,2}$/,
);
// Links in mails are this address followed by a path.
const webAddress = bounded(2000)
  .trim()
  .regex(/^[^@?#\p{Cc}]+$/u)
  .pipe(z.url({ protocol: /^https?$/ }))
  .transform((url) => url.replace(/\/+$/, ""));
// From outside the list comes as one text. The result has the order of the full list.
const listed = (value: unknown) =>
  typeof value === "string"
    ? value
        .split(",")
        .map((one) => one.trim())
        .filter(Boolean)
    : value;
const offered = z
  .preprocess(listed, z.array(z.enum(languages)).min(1).max(20))
  .transform((some): Language[] => languages.filter((one) => some.includes(one)));
const whatsappVersion = bounded(40)
  .trim()
  .regex(/^\d{1,3}\.\d{1,10}\.\d{1,15}$/);
const isOn = { takes: "true or false" };

/**
 * The settings that the owner has on screen, each defined once for both sources. A process setting
 * wins over the screen. rules.md#box-settings
 */
export const boxFields = {
  boxName: field(line(40, 2), "Balcão", { takes: "a name of 2 to 40 letters" }),
  boxLogo: field(logo, null),
  boxColor: field(z.enum(primaryColors), null, { takes: primaryColors.join(", ") }),
  language: field(z.enum(languages), "ptBR", { takes: languages.join(", ") }),
  languages: field(offered, [...languages] as Language[], {
    takes: `some of ${languages.join(", ")}`,
  }),
  publicUrl: field(webAddress, null, { takes: "an address such as https://balcao.example.com" }),
  landing: field(z.boolean(), false, isOn),
  signUp: field(z.boolean(), false, isOn),
  publicPages: field(z.boolean(), false, isOn),
  planId: field(id, null, { takes: "the number of a plan" }),
  contact: field(line(120, 3), null, { takes: "whom companies call, in at most 120 letters" }),
  leadsTo: field(email, null, { takes: "an e-mail address" }),
  smtpHost: field(host, null, { takes: "a mail server such as smtp.example.com" }),
  smtpPort: field(z.number().int().min(1).max(65_535), 587, { takes: "a number from 1 to 65535" }),
  smtpSecurity: field(z.enum(smtpSecurities), "starttls", { takes: smtpSecurities.join(", ") }),
  smtpUser: field(line(254), null, { takes: "a name of at most 254 letters" }),
  smtpPassword: field(bounded(254), null, {
    takes: "a password of at most 254 letters",
    secret: true,
  }),
  mailName: field(line(80), null, { takes: "a name of at most 80 letters" }),
  mailFrom: field(email, null, { takes: "an e-mail address" }),
  whatsappVersion: field(whatsappVersion, null, { takes: "a version such as 2.3000.1043857760" }),
};

export type BoxKey = keyof typeof boxFields;
type Value<Key extends BoxKey> = z.infer<(typeof boxFields)[Key]["schema"]>;
/** A value for each setting; null where it is unset and has no default. */
export type BoxSettings = {
  [Key in BoxKey]: (typeof boxFields)[Key]["unset"] extends null ? Value<Key> | null : Value<Key>;
};

export const boxKeys = Object.keys(boxFields) as BoxKey[];

/** The settings that a flag, a variable or the settings file may set. */
export const outsideKeys = boxKeys.filter((key) => boxFields[key].takes !== undefined);
