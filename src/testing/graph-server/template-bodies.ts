import { z } from "zod";
import { limits } from "./limits.ts";
import { orderParameters } from "./order-bodies.ts";

const file = z.strictObject({
  id: z.string().min(1).optional(),
  link: z.url().optional(),
  filename: z.string().optional(),
});

const parameter = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("text"),
    text: z.string().min(1),
    parameter_name: z.string().optional(),
  }),
  z.strictObject({ type: z.literal("image"), image: file }),
  z.strictObject({ type: z.literal("video"), video: file }),
  z.strictObject({ type: z.literal("document"), document: file }),
  z.strictObject({
    type: z.literal("location"),
    location: z.strictObject({
      latitude: z.union([z.number(), z.string()]),
      longitude: z.union([z.number(), z.string()]),
      name: z.string(),
      address: z.string(),
    }),
  }),
]);

const buttonParameter = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text"), text: z.string().min(1) }),
  z.strictObject({ type: z.literal("payload"), payload: z.string().min(1).max(256) }),
  z.strictObject({ type: z.literal("coupon_code"), coupon_code: z.string().min(1).max(20) }),
  z.strictObject({
    type: z.literal("action"),
    action: z.union([
      z.strictObject({ order_details: orderParameters }),
      z.strictObject({
        flow_token: z.string().optional(),
        flow_action_data: z.record(z.string(), z.unknown()).optional(),
      }),
    ]),
  }),
]);

/** A template in a message to be sent. */
export const templateUse = z.strictObject({
  name: z.string().min(1).max(limits.templateName),
  language: z.strictObject({
    code: z.string().min(2),
    policy: z.literal("deterministic").optional(),
  }),
  components: z
    .array(
      z.discriminatedUnion("type", [
        z.strictObject({ type: z.literal("header"), parameters: z.array(parameter) }),
        z.strictObject({ type: z.literal("body"), parameters: z.array(parameter) }),
        z.strictObject({
          type: z.literal("button"),
          sub_type: z.enum(["url", "quick_reply", "copy_code", "order_details", "flow", "catalog"]),
          index: z.union([z.string().regex(/^\d$/), z.number().int().min(0).max(9)]),
          parameters: z.array(buttonParameter).min(1),
        }),
      ]),
    )
    .optional(),
});

export type TemplateUse = z.infer<typeof templateUse>;

const named = z.array(z.strictObject({ param_name: z.string(), example: z.string() }));

const component = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("HEADER"),
    format: z.enum(["TEXT", "IMAGE", "VIDEO", "DOCUMENT", "LOCATION"]),
    text: z.string().min(1).max(limits.templateHeader).optional(),
    example: z
      .strictObject({
        header_text: z.array(z.string()).optional(),
        header_text_named_params: named.optional(),
        header_handle: z.array(z.string()).optional(),
      })
      .optional(),
  }),
  z.strictObject({
    type: z.literal("BODY"),
    text: z.string().min(1).max(limits.templateBody),
    example: z
      .strictObject({
        body_text: z.array(z.array(z.string())).optional(),
        body_text_named_params: named.optional(),
      })
      .optional(),
    add_security_recommendation: z.boolean().optional(),
  }),
  z.strictObject({
    type: z.literal("FOOTER"),
    text: z.string().min(1).max(limits.templateFooter).optional(),
    code_expiration_minutes: z.number().int().min(1).max(90).optional(),
  }),
  z.strictObject({
    type: z.literal("BUTTONS"),
    buttons: z
      .array(
        z.discriminatedUnion("type", [
          z.strictObject({
            type: z.literal("QUICK_REPLY"),
            text: z.string().min(1).max(limits.quickReply),
          }),
          z.strictObject({
            type: z.literal("URL"),
            text: z.string().min(1).max(limits.quickReply),
            url: z.string().min(1).max(2000),
            example: z.array(z.string()).optional(),
          }),
          z.strictObject({
            type: z.literal("PHONE_NUMBER"),
            text: z.string().min(1).max(limits.quickReply),
            phone_number: z.string().min(1).max(20),
          }),
          z.strictObject({ type: z.literal("COPY_CODE"), example: z.string().max(15) }),
          z.strictObject({
            type: z.literal("ORDER_DETAILS"),
            text: z.string().max(limits.quickReply).optional(),
          }),
          z.strictObject({ type: z.literal("CATALOG"), text: z.string().max(limits.quickReply) }),
          z.strictObject({ type: z.literal("REQUEST_CONTACT_INFO") }),
          z.strictObject({ type: z.literal("CALL_PERMISSION_REQUEST") }),
        ]),
      )
      .min(1)
      .max(limits.templateButtons),
  }),
]);

export type Component = z.infer<typeof component>;

export const categories = ["MARKETING", "UTILITY", "AUTHENTICATION"] as const;
export type Category = (typeof categories)[number];

/** A template to be made. */
export const creation = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(limits.templateName)
    .regex(/^[a-z0-9_]+$/),
  language: z.string().regex(/^[a-z]{2,3}(_[A-Z]{2})?$/),
  category: z.enum(categories),
  parameter_format: z.enum(["POSITIONAL", "NAMED", "positional", "named"]).optional(),
  allow_category_change: z.boolean().optional(),
  components: z.array(component).min(1),
});

/** A change of a template. */
export const edition = z.strictObject({
  category: z.enum(categories).optional(),
  parameter_format: creation.shape.parameter_format,
  components: creation.shape.components.optional(),
});
