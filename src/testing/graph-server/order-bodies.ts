import { z } from "zod";
import { limits } from "./limits.ts";

const amount = z.strictObject({ value: z.number().int().min(0), offset: z.literal(100) });
const describedAmount = amount.extend({ description: z.string().max(60).optional() });
const reference = z
  .string()
  .min(1)
  .max(limits.reference)
  .regex(/^[A-Za-z0-9_.-]+$/);

const pix = z.strictObject({
  type: z.literal("pix_dynamic_code"),
  pix_dynamic_code: z.strictObject({
    code: z.string().min(1),
    merchant_name: z.string().min(1),
    key: z.string().min(1),
    key_type: z.enum(["CPF", "CNPJ", "EMAIL", "PHONE", "EVP"]),
  }),
});
const paymentLink = z.strictObject({
  type: z.literal("payment_link"),
  payment_link: z.strictObject({ uri: z.url({ protocol: /^https$/ }) }),
});
const boleto = z.strictObject({
  type: z.literal("boleto"),
  boleto: z.strictObject({ digitable_line: z.string().min(1) }),
});

const order = z
  .strictObject({
    status: z.literal("pending"),
    catalog_id: z.string().optional(),
    items: z
      .array(
        z.strictObject({
          retailer_id: z.string().min(1),
          name: z.string().min(1).max(60),
          amount,
          sale_amount: amount.optional(),
          quantity: z.number().int().positive(),
        }),
      )
      .min(1),
    subtotal: amount,
    tax: describedAmount,
    shipping: describedAmount.optional(),
    discount: describedAmount.extend({ discount_program_name: z.string().optional() }).optional(),
  })
  .refine(
    ({ items, subtotal }) =>
      subtotal.value ===
      items.reduce((sum, one) => sum + (one.sale_amount ?? one.amount).value * one.quantity, 0),
    { message: "Order subtotal does not match the sum of its items", path: ["subtotal"] },
  );

/** The parameters of a payment card, alone and in a template's button. */
export const orderParameters = z
  .strictObject({
    reference_id: reference,
    type: z.enum(["physical-goods", "digital-goods"]),
    payment_type: z.literal("br").optional(),
    currency: z.literal("BRL"),
    payment_settings: z.array(z.discriminatedUnion("type", [pix, paymentLink, boleto])).min(1),
    total_amount: amount,
    order: order.optional(),
  })
  .refine(
    ({ total_amount: total, order: one }) =>
      !one ||
      total.value ===
        one.subtotal.value +
          one.tax.value +
          (one.shipping?.value ?? 0) -
          (one.discount?.value ?? 0),
    {
      message: "Total amount must be subtotal + tax + shipping - discount",
      path: ["total_amount"],
    },
  );

export const orderDetails = z.strictObject({
  name: z.literal("review_and_pay"),
  parameters: orderParameters,
});

export const orderStates = [
  "pending",
  "processing",
  "partially_shipped",
  "shipped",
  "completed",
  "canceled",
] as const;

export const orderStatus = z.strictObject({
  name: z.literal("review_order"),
  parameters: z.strictObject({
    reference_id: reference,
    order: z.strictObject({
      status: z.enum(orderStates),
      description: z.string().max(limits.statusDescription).optional(),
    }),
  }),
});
