import { z } from "zod";
import { limits } from "./limits.ts";
import { orderDetails, orderStatus } from "./order-bodies.ts";

const text = (most: number) => z.strictObject({ text: z.string().min(1).max(most) });
const media = z.strictObject({
  id: z.string().min(1).optional(),
  link: z.url().optional(),
  filename: z.string().optional(),
});

const header = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("text"),
    text: z.string().min(1).max(limits.interactiveHeader),
  }),
  z.strictObject({ type: z.literal("image"), image: media }),
  z.strictObject({ type: z.literal("video"), video: media }),
  z.strictObject({ type: z.literal("document"), document: media }),
]);
const textHeader = z.strictObject({
  type: z.literal("text"),
  text: z.string().min(1).max(limits.interactiveHeader),
});

const frame = {
  header: header.optional(),
  body: text(limits.interactiveBody),
  footer: text(limits.footer).optional(),
};

const button = z.strictObject({
  type: z.literal("button"),
  ...frame,
  action: z.strictObject({
    buttons: z
      .array(
        z.strictObject({
          type: z.literal("reply"),
          reply: z.strictObject({
            id: z.string().min(1).max(limits.buttonId),
            title: z.string().min(1).max(limits.buttonTitle),
          }),
        }),
      )
      .min(1)
      .max(limits.buttons)
      .refine((buttons) => unique(buttons.map(({ reply }) => reply.id)), {
        message: "Button ids must be unique",
      })
      .refine((buttons) => unique(buttons.map(({ reply }) => reply.title)), {
        message: "Button titles must be unique",
      }),
  }),
});

const section = z.strictObject({
  title: z.string().min(1).max(limits.sectionTitle).optional(),
  rows: z
    .array(
      z.strictObject({
        id: z.string().min(1).max(limits.rowId),
        title: z.string().min(1).max(limits.rowTitle),
        description: z.string().max(limits.rowDescription).optional(),
      }),
    )
    .min(1),
});

const list = z.strictObject({
  type: z.literal("list"),
  ...frame,
  header: textHeader.optional(),
  action: z.strictObject({
    button: z.string().min(1).max(limits.listButton),
    sections: z
      .array(section)
      .min(1)
      .max(limits.rows)
      .refine((all) => all.flatMap(({ rows }) => rows).length <= limits.rows, {
        message: `Total row count exceeds max allowed count: ${limits.rows}`,
      })
      .refine((all) => unique(all.flatMap(({ rows }) => rows.map(({ id }) => id))), {
        message: "Row ids must be unique",
      })
      .refine((all) => all.length === 1 || all.every(({ title }) => title), {
        message: "Section title is required when there is more than one section",
      }),
  }),
});

const productItem = z.strictObject({ product_retailer_id: z.string().min(1) });

export const interactive = z.discriminatedUnion("type", [
  button,
  list,
  z.strictObject({
    type: z.literal("cta_url"),
    ...frame,
    action: z.strictObject({
      name: z.literal("cta_url"),
      parameters: z.strictObject({
        display_text: z.string().min(1).max(limits.buttonTitle),
        url: z.url({ protocol: /^https?$/ }),
      }),
    }),
  }),
  z.strictObject({
    type: z.literal("location_request_message"),
    body: frame.body,
    action: z.strictObject({ name: z.literal("send_location") }),
  }),
  z.strictObject({
    type: z.literal("call_permission_request"),
    body: frame.body.optional(),
    action: z.strictObject({ name: z.literal("call_permission_request") }),
  }),
  z.strictObject({
    type: z.literal("flow"),
    ...frame,
    action: z.strictObject({
      name: z.literal("flow"),
      parameters: z.strictObject({
        flow_message_version: z.literal("3"),
        flow_token: z.string().optional(),
        flow_id: z.string().optional(),
        flow_name: z.string().optional(),
        flow_cta: z.string().min(1).max(limits.buttonTitle),
        mode: z.enum(["draft", "published"]).optional(),
        flow_action: z.enum(["navigate", "data_exchange"]).optional(),
        flow_action_payload: z.record(z.string(), z.unknown()).optional(),
      }),
    }),
  }),
  z.strictObject({
    type: z.literal("product"),
    body: frame.body.optional(),
    footer: frame.footer,
    action: z.strictObject({
      catalog_id: z.string().min(1),
      product_retailer_id: z.string().min(1),
    }),
  }),
  z.strictObject({
    type: z.literal("product_list"),
    ...frame,
    header: textHeader,
    action: z.strictObject({
      catalog_id: z.string().min(1),
      sections: z
        .array(
          z.strictObject({
            title: z.string().min(1).max(limits.sectionTitle),
            product_items: z.array(productItem).min(1),
          }),
        )
        .min(1)
        .refine((all) => all.flatMap((one) => one.product_items).length <= limits.productItems, {
          message: `At most ${limits.productItems} products`,
        }),
    }),
  }),
  z.strictObject({
    type: z.literal("catalog_message"),
    body: frame.body,
    footer: frame.footer,
    action: z.strictObject({
      name: z.literal("catalog_message"),
      parameters: z.strictObject({ thumbnail_product_retailer_id: z.string() }).optional(),
    }),
  }),
  z.strictObject({ type: z.literal("order_details"), ...frame, action: orderDetails }),
  z.strictObject({ type: z.literal("order_status"), body: frame.body, action: orderStatus }),
]);

function unique(values: string[]): boolean {
  return new Set(values).size === values.length;
}
