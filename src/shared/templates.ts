/** A variable's value; `name` where the template names its variables. */
export type TemplateValue = { name?: string; text: string };

/**
 * A template as one message uses it. A button's `index` counts all buttons of the template, and
 * its value is the end of its address, its code or its payload.
 */
export type TemplateUse = {
  name: string;
  language: string;
  header?: TemplateValue[];
  body?: TemplateValue[];
  buttons?: { index: number; type: "url" | "quickReply" | "copyCode"; value: string }[];
  /** The texts of its buttons, as they were when it was sent; "" for one without a text. */
  labels?: string[];
};

export const templateCategories = ["MARKETING", "UTILITY", "AUTHENTICATION"] as const;
export type TemplateCategory = (typeof templateCategories)[number];

/** The states of a template at Meta; only an approved one can be sent. */
export const templateStates = [
  "PENDING",
  "APPROVED",
  "REJECTED",
  "PAUSED",
  "DISABLED",
  "FLAGGED",
  "PENDING_DELETION",
  "LIMIT_EXCEEDED",
] as const;
export type TemplateState = (typeof templateStates)[number];

export const templateQualities = ["GREEN", "YELLOW", "RED", "UNKNOWN"] as const;
export type TemplateQuality = (typeof templateQualities)[number];

export const templateFormats = ["NAMED", "POSITIONAL"] as const;
export type TemplateFormat = (typeof templateFormats)[number];

export const headerFormats = ["TEXT", "IMAGE", "VIDEO", "DOCUMENT", "LOCATION"] as const;

/** The languages that the editor offers, by Meta's codes. */
export const templateLanguages = ["pt_BR", "pt_PT", "en", "en_US", "es", "es_AR", "es_MX"] as const;

export type TemplateButton =
  | { type: "quickReply"; text: string }
  | { type: "url"; text: string; url: string; example?: string }
  | { type: "phone"; text: string; number: string }
  | { type: "copyCode"; example: string }
  /** A kind that only Meta's own pages can fill. */
  | { type: "other"; kind: string };

/** The parts of a template that a shop writes. The examples are by the names of the variables. */
export type TemplateParts = {
  name: string;
  language: string;
  category: TemplateCategory;
  format: TemplateFormat;
  header: { format: (typeof headerFormats)[number]; text: string } | null;
  body: string;
  footer: string;
  buttons: TemplateButton[];
  examples: Record<string, string>;
};

/** A template as a network knows it. `isPlain`: this box can fill all of its parts. */
export type NetworkTemplate = TemplateParts & {
  id: string;
  state: TemplateState;
  quality: TemplateQuality;
  /** The reason of a refusal; empty without one. */
  reason: string;
  isPlain: boolean;
};

/**
 * Limits of Meta's page "Message templates". The length of a name and of a code were not read again.
 */
export const templateLimits = {
  name: 512,
  header: 60,
  body: 1024,
  footer: 60,
  buttons: 10,
  buttonText: 25,
  url: 2000,
  phone: 20,
  code: 15,
  example: 200,
} as const;

const variable = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g;

/** The distinct variables of a text, in their order. */
export const variablesOf = (text: string): string[] => [
  ...new Set([...text.matchAll(variable)].map(([, name]) => name!)),
];

/** A text with its variables filled in; those without a value stay as they are. */
export function fillTemplate(text: string, values: TemplateValue[] = []): string {
  return text.replace(variable, (whole, name: string) => {
    const value = values.find((one) => one.name === name) ?? values[Number(name) - 1];
    return value && (value.name === undefined || value.name === name) ? value.text : whole;
  });
}

/** The text of a message with a template, as its reader sees it. */
export function templateText(
  { header, body, footer }: Pick<TemplateParts, "header" | "body" | "footer">,
  use: Pick<TemplateUse, "header" | "body">,
): string {
  const head = header?.format === "TEXT" ? fillTemplate(header.text, use.header) : "";
  return [head && `*${head}*`, fillTemplate(body, use.body), footer && `_${footer}_`]
    .filter(Boolean)
    .join("\n\n");
}

/** A value as Meta takes it: without line breaks, tabs, or runs of spaces. */
export const templateValue = (text: string): string => text.replace(/\s+/g, " ").trim();

/**
 * The errors of a template to be made, by field; empty when Meta would take it.
 * rules.md#templates
 */
export function templateErrors(parts: TemplateParts): Record<string, string> {
  const { name, header, body, footer, buttons } = parts;
  const errors: Record<string, string> = {};
  if (!/^[a-z0-9_]+$/.test(name) || name.length > templateLimits.name) errors.name = "invalid";
  const head = header?.format === "TEXT" ? header.text : "";
  if (header?.format === "TEXT")
    errors.header = textError(head, templateLimits.header, parts.format, "required");
  if (variablesOf(head).length > 1) errors.header = "oneVariable";
  errors.body = bodyError(parts);
  errors.footer = variablesOf(footer).length > 0 ? "noVariables" : "";
  if (footer.length > templateLimits.footer) errors.footer = "too_long";
  if (buttons.length > templateLimits.buttons) errors.buttons = "too_long";
  buttons.forEach((button, index) => {
    errors[`buttons.${index}`] = buttonError(button);
  });
  for (const one of new Set([...variablesOf(head), ...variablesOf(body)]))
    errors[`examples.${one}`] = templateValue(exampleOf(parts, one)) ? "" : "required";
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error));
}

/** The example of a variable; none under names that every object has. */
const exampleOf = ({ examples }: Pick<TemplateParts, "examples">, name: string) =>
  Object.hasOwn(examples, name) ? examples[name]! : "";

/**
 * The errors of a use's values, by field (`body.nome`); empty when the template can be sent.
 * rules.md#templates
 */
export function valueErrorsOf(
  { header, body, buttons }: Pick<TemplateParts, "header" | "body" | "buttons">,
  use: TemplateUse,
): Record<string, string> {
  const head = header?.format === "TEXT" ? header.text : "";
  const errors = {
    ...valueErrors("header", variablesOf(head), use.header ?? []),
    ...valueErrors("body", variablesOf(body), use.body ?? []),
  };
  const used = new Map((use.buttons ?? []).map((one) => [one.index, one]));
  buttons.forEach((button, index) => {
    const needed = needsValue(button);
    const value = used.get(index)?.value ?? "";
    if (needed && !templateValue(value)) errors[`buttons.${index}`] = "required";
  });
  for (const { index, type } of used.values())
    if (buttons[index]?.type !== type) errors[`buttons.${index}`] = "invalid";
  return errors;
}

/** Whether each message has to give this button a value. */
export const needsValue = (button: TemplateButton): boolean =>
  button.type === "copyCode" || (button.type === "url" && button.url.includes("{{"));

function valueErrors(
  part: string,
  names: string[],
  values: TemplateValue[],
): Record<string, string> {
  const errors = names.flatMap((name, index) => {
    const value = values.find((one) => one.name === name) ?? values[index];
    const isOther = value?.name !== undefined && value.name !== name;
    return value && !isOther && templateValue(value.text) ? [] : [[`${part}.${name}`, "required"]];
  });
  return Object.fromEntries([
    ...errors,
    ...values
      .slice(names.length)
      .map(({ name }, index) => [`${part}.${name ?? names.length + index + 1}`, "unexpected"]),
  ]) as Record<string, string>;
}

function bodyError({ body, format }: TemplateParts): string {
  const text = body.trim();
  if (text.startsWith("{{") || text.endsWith("}}")) return "variableAtEdge";
  if (/\}\}\s*\{\{/.test(text)) return "variablesTogether";
  return textError(body, templateLimits.body, format, "required");
}

function textError(text: string, most: number, format: TemplateFormat, empty: string): string {
  if (!text.trim()) return empty;
  if (text.length > most) return "too_long";
  if (/\{\{|\}\}/.test(text.replace(variable, ""))) return "wrongBraces";
  const names = variablesOf(text);
  if (format === "POSITIONAL" && names.some((name, index) => name !== String(index + 1)))
    return "wrongOrder";
  return format === "NAMED" && names.some((name) => !/^[a-z][a-z0-9_]*$/.test(name))
    ? "wrongNames"
    : "";
}

function buttonError(button: TemplateButton): string {
  if (button.type === "other") return "invalid";
  if (button.type === "copyCode")
    return button.example && button.example.length <= templateLimits.code ? "" : "required";
  if (!button.text.trim()) return "required";
  if (button.text.length > templateLimits.buttonText) return "too_long";
  if (button.type === "phone")
    return /^\+?[\d\s()-]{8,}$/.test(button.number) && button.number.length <= templateLimits.phone
      ? ""
      : "invalid";
  if (button.type !== "url") return "";
  if (!/^https?:\/\/[^\s]+$/.test(button.url) || button.url.length > templateLimits.url)
    return "invalid";
  // A variable stands at the end of an address only.
  if (/\{\{/.test(button.url.replace(/\{\{1\}\}$/, ""))) return "invalid";
  return button.url.includes("{{") && !button.example ? "required" : "";
}
