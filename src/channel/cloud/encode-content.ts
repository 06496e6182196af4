import type { Choice, Interactive } from "../../shared/interactive.ts";
import type { TemplateValue } from "../../shared/templates.ts";
import { Refused, type OutboundContent } from "../channel.ts";
import { orderBody } from "./encode-order.ts";
import { cloudFile } from "./files.ts";

type Raw = Record<string, unknown>;

/** A template with its values; `mediaId` is the uploaded file of its header. */
export function templateBody(
  { template: { name, language, header, body, buttons }, file }: TemplateContent,
  mediaId: string,
): Raw {
  const components = [
    ...(file ? [{ type: "header", parameters: [headerFile(file, mediaId)] }] : []),
    ...(header?.length ? [{ type: "header", parameters: header.map(textValue) }] : []),
    ...(body?.length ? [{ type: "body", parameters: body.map(textValue) }] : []),
    ...(buttons ?? []).map(({ index, type, value }) => ({
      type: "button",
      sub_type: subTypes[type],
      index: String(index),
      parameters: [buttonValue[type](value)],
    })),
  ];
  return {
    type: "template",
    template: { name, language: { code: language }, ...(components.length > 0 && { components }) },
  };
}

type TemplateContent = Extract<OutboundContent, { kind: "template" }>;

function headerFile(file: NonNullable<TemplateContent["file"]>, id: string): Raw {
  const kind = /^(image|video)\//.exec(file.type)?.[1] as "image" | "video" | undefined;
  const { type } = cloudFile(kind ?? "application", file);
  const filename = type === "document" ? { filename: file.name.slice(0, 240) } : {};
  return { type, [type]: { id, ...filename } };
}

/** A value is one line: Meta refuses line breaks, tabs and four spaces in a row. (?) */
const textValue = ({ name, text }: TemplateValue): Raw => ({
  type: "text",
  ...(name && { parameter_name: name }),
  text: text
    .replace(/[\r\n\t]+/g, " ")
    .replace(/ {4,}/g, "   ")
    .trim(),
});

const subTypes = { url: "url", quickReply: "quick_reply", copyCode: "copy_code" } as const;

const buttonValue: Record<keyof typeof subTypes, (value: string) => Raw> = {
  url: (text) => ({ type: "text", text }),
  quickReply: (payload) => ({ type: "payload", payload }),
  copyCode: (code) => ({ type: "coupon_code", coupon_code: code }),
};

/**
 * The longest texts and the most options of buttons and lists, by Meta's pages of 2026. Titles and
 * ids that are marked with (?) in other places were not read again.
 */
export const interactiveLimits = {
  body: 1024,
  footer: 60,
  buttons: 3,
  buttonTitle: 20,
  rows: 10,
  sectionTitle: 24,
  rowTitle: 24,
  rowDescription: 72,
} as const;

/** Buttons or a list. Throws Refused where there are too many, or a text is too long. */
export function interactiveBody(interactive: Interactive): Raw {
  const limits = interactiveLimits;
  if (interactive.type === "payment" || interactive.type === "orderState")
    return {
      type: "interactive",
      interactive: orderBody(interactive, { text: within(interactive.text, limits.body) }),
    };
  const { text, footer } = interactive;
  const about = {
    body: { text: within(text, limits.body) },
    ...(footer && { footer: { text: within(footer, limits.footer) } }),
  };
  if (interactive.type === "buttons") {
    const buttons = atMost(interactive.buttons, limits.buttons).map(({ id, title }) => ({
      type: "reply",
      reply: { id, title: within(title, limits.buttonTitle) },
    }));
    return { type: "interactive", interactive: { type: "button", ...about, action: { buttons } } };
  }
  const { button, sections } = interactive;
  atMost(
    sections.flatMap(({ rows }) => rows),
    limits.rows,
  );
  const action = {
    button: within(button, limits.buttonTitle),
    sections: sections.map(({ title, rows }) => ({
      ...(title && { title: within(title, limits.sectionTitle) }),
      rows: rows.map(rowOf),
    })),
  };
  return { type: "interactive", interactive: { type: "list", ...about, action } };
}

const rowOf = ({ id, title, description }: Choice): Raw => ({
  id,
  title: within(title, interactiveLimits.rowTitle),
  ...(description && { description: within(description, interactiveLimits.rowDescription) }),
});

/** Throws Refused for a longer text: the network would refuse it without a word for the agent. */
export function within(text: string, longest: number): string {
  if (text.length > longest) throw new Refused("ERR_CLOUD_TEXT_TOO_LONG");
  return text;
}

function atMost<Item>(items: Item[], most: number): Item[] {
  if (items.length === 0 || items.length > most) throw new Refused("ERR_CLOUD_TEXT_TOO_LONG");
  return items;
}
