import { z } from "zod";
import { arrayOf, bounded, id, listQuery, text } from "../../kit/http/fields.ts";
import {
  headerFormats,
  templateCategories,
  templateFormats,
  templateLimits,
  templateStates,
} from "../../shared/templates.ts";

const button = z.discriminatedUnion("type", [
  z.object({ type: z.literal("quickReply"), text: bounded(templateLimits.buttonText) }),
  z.object({
    type: z.literal("url"),
    text: bounded(templateLimits.buttonText),
    url: bounded(templateLimits.url),
    example: bounded(templateLimits.url).optional(),
  }),
  z.object({
    type: z.literal("phone"),
    text: bounded(templateLimits.buttonText),
    number: bounded(templateLimits.phone),
  }),
  z.object({ type: z.literal("copyCode"), example: bounded(templateLimits.code) }),
]);

const header = z
  .object({ format: z.enum(headerFormats).default("TEXT"), text: text(templateLimits.header) })
  .nullable();
const fields = {
  category: z.enum(templateCategories),
  body: text(templateLimits.body),
  footer: text(templateLimits.footer),
  buttons: arrayOf(button, templateLimits.buttons),
  examples: z.record(bounded(100), bounded(templateLimits.example)),
};

/** A template to be made. Its texts are checked together, since they depend on each other. */
export const templateBody = z.object({
  name: bounded(templateLimits.name),
  language: z.string().regex(/^[a-z]{2,3}(_[A-Z]{2})?$/),
  format: z.enum(templateFormats).default("NAMED"),
  ...fields,
  header: header.default(null),
  footer: fields.footer.default(""),
  buttons: fields.buttons.default([]),
  examples: fields.examples.default({}),
});
export type TemplateBody = z.infer<typeof templateBody>;

/** The name and language of a template stay. */
export const templateChange = z.object({ ...fields, header }).partial();
export type TemplateChange = z.infer<typeof templateChange>;

export const connectionQuery = z.object({
  whatsappId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
});
/** A template's id is enough to find it; a connection is checked where one is given. */
export const oneQuery = connectionQuery.partial();
export const templateQuery = listQuery.extend({
  ...connectionQuery.shape,
  state: z.enum(templateStates).optional(),
});

/** A template as one message uses it, on the wire. */
const values = arrayOf(z.object({ name: bounded(100).optional(), text: bounded(1024) }), 100);
export const templateUseField = z
  .object({
    /** By its id here, or by its name and language at the network. */
    id: id.optional(),
    name: bounded(templateLimits.name).optional(),
    language: bounded(20).optional(),
    header: values.optional(),
    body: values.optional(),
    buttons: arrayOf(
      z.object({
        index: z.number().int().min(0).max(20),
        type: z.enum(["url", "quickReply", "copyCode"]),
        value: bounded(2000),
      }),
      20,
    ).optional(),
  })
  .refine(({ id: one, name, language }) => one !== undefined || (name && language), {
    path: ["name"],
    message: "required",
  });
