import { z } from "zod";
import { bounded, id } from "../../kit/http/fields.ts";
import { cardOrderStates } from "../../shared/payment-card.ts";
import { messageKinds } from "../../shared/states.ts";

/** The length limit of a message, which applies to each text that a network sends. */
export const words = bounded(65_536);

export const thumbnail = z
  .string()
  .max(60_000)
  .regex(/^data:image\/(jpeg|png);base64,[\w+/]+=*$/)
  .nullable();

export const place = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  name: words,
  address: words,
  thumbnail,
});

export const cards = z.array(z.object({ name: words, number: bounded(100) })).max(1000);

export const ad = z.object({
  sourceId: words,
  sourceUrl: words.refine((text) => text === "" || /^https?:\/\/\S+$/i.test(text)),
  title: words,
  text: words,
  clickId: words,
});

const templateValues = z.array(z.object({ name: bounded(100).optional(), text: words })).max(100);

export const template = z.object({
  name: bounded(512),
  language: bounded(20),
  header: templateValues.optional(),
  body: templateValues.optional(),
  buttons: z
    .array(
      z.object({
        index: z.number().int().min(0).max(20),
        type: z.enum(["url", "quickReply", "copyCode"]),
        value: words,
      }),
    )
    .max(20)
    .optional(),
  labels: z.array(bounded(100)).max(20).optional(),
});

const choices = z
  .array(z.object({ id: bounded(256), title: words, description: words.optional() }))
  .max(20);

const cents = z.number().int().min(0).max(1_000_000_000_000);
const reference = z.string().regex(/^[\w.-]{1,35}$/);

export const interactive = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("buttons"),
    text: words,
    footer: words.optional(),
    buttons: choices,
  }),
  z.object({
    type: z.literal("list"),
    text: words,
    footer: words.optional(),
    button: words,
    sections: z.array(z.object({ title: words, rows: choices })).max(20),
  }),
  z.object({
    type: z.literal("payment"),
    text: words,
    card: z.object({
      budgetId: id,
      reference,
      total: cents,
      subtotal: cents,
      tax: cents,
      shipping: cents,
      discount: cents,
      items: z.array(z.object({ id: bounded(60), name: bounded(60), amount: cents })).max(1000),
      pix: z.object({
        code: words,
        merchant: bounded(100),
        key: bounded(100),
        keyType: z.enum(["CPF", "CNPJ", "EMAIL", "PHONE", "EVP"]),
      }),
    }),
  }),
  z.object({
    type: z.literal("orderState"),
    text: words,
    reference,
    state: z.enum(cardOrderStates),
  }),
]);

export const quote = z.object({
  fromMe: z.boolean(),
  contactId: id.nullable(),
  mediaType: z.enum(messageKinds),
  body: words,
  thumbnail,
  isStatus: z.boolean(),
});
