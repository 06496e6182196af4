import { GraphError } from "./errors.ts";
import type { Component, TemplateUse } from "./template-bodies.ts";

export type Format = "POSITIONAL" | "NAMED";
type Shape = { format: Format; components: Component[] };

/** Checks the text rules of a template to be made. Throws as Meta refuses it. */
export function checkDefinition({ format, components }: Shape): void {
  const types = components.map(({ type }) => type);
  if (new Set(types).size !== types.length) refuse("Each component may stand once.");
  const body = find(components, "BODY");
  if (!body) refuse("A BODY component is required.");
  if (/^\s*\{\{/.test(body.text) || /\}\}\s*$/.test(body.text))
    refuse("Variables can't be at the start or end of the template.");
  if (/\}\}\s*\{\{/.test(body.text)) refuse("Variables can't stand side by side.");
  checkVariables(body.text, format);
  const examples =
    format === "NAMED"
      ? body.example?.body_text_named_params?.map(({ param_name }) => param_name)
      : body.example?.body_text?.[0];
  checkExamples(variablesOf(body.text), examples, format, "BODY");
  const header = find(components, "HEADER");
  if (!header) return;
  if (header.format !== "TEXT") {
    if (header.format !== "LOCATION" && !header.example?.header_handle?.length)
      refuse("HEADER is missing its example field (header_handle).");
    return;
  }
  if (!header.text) refuse("HEADER of format TEXT needs its text.");
  if (variablesOf(header.text).length > 1) refuse("HEADER may hold one variable.");
  checkVariables(header.text, format);
  const headerExamples =
    format === "NAMED"
      ? header.example?.header_text_named_params?.map(({ param_name }) => param_name)
      : header.example?.header_text;
  checkExamples(variablesOf(header.text), headerExamples, format, "HEADER");
}

/** Checks the parameters of a message against its template. Throws as Meta refuses it. */
export function checkUse(shape: Shape, use: TemplateUse): void {
  const given = use.components ?? [];
  const header = find(shape.components, "HEADER");
  const headerUse = given.find((one) => one.type === "header");
  if (header && header.format !== "TEXT") {
    const kind = headerUse?.parameters[0]?.type;
    if (headerUse?.parameters.length !== 1 || kind !== header.format.toLowerCase())
      throw new GraphError(
        132012,
        `header: Format mismatch, expected ${header.format}, received ${kind?.toUpperCase() ?? "UNKNOWN"}`,
      );
  } else checkTexts("header", header?.text ?? "", headerUse?.parameters ?? [], shape.format);
  const bodyUse = given.find((one) => one.type === "body");
  const body = find(shape.components, "BODY")?.text ?? "";
  checkTexts("body", body, bodyUse?.parameters ?? [], shape.format);
  checkButtons(shape, given);
}

/** The text that the phone shows. */
export function render(shape: Shape, use: TemplateUse): string {
  const values = (use.components ?? []).find((one) => one.type === "body")?.parameters ?? [];
  const texts = values.flatMap((one) => (one.type === "text" ? [one] : []));
  return (find(shape.components, "BODY")?.text ?? "").replace(
    /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g,
    (_, name: string) =>
      (shape.format === "NAMED"
        ? texts.find((one) => one.parameter_name === name)
        : texts[Number(name) - 1]
      )?.text ?? "",
  );
}

function checkTexts(
  where: string,
  text: string,
  parameters: { type: string; text?: string; parameter_name?: string }[],
  format: Format,
): void {
  const expected = variablesOf(text);
  if (parameters.length !== expected.length)
    throw new GraphError(
      132000,
      `${where}: number of localizable_params (${parameters.length}) does not match the expected number of params (${expected.length})`,
    );
  for (const one of parameters) {
    if (one.type !== "text" || one.text === undefined)
      throw new GraphError(132012, `${where}: Format mismatch, expected TEXT`);
    if (/[\n\r\t]| {4}/.test(one.text))
      throw new GraphError(
        132008,
        `${where}: Param text cannot have new-line/tab characters or more than 4 consecutive spaces`,
      );
    if (format === "NAMED" && !expected.includes(one.parameter_name ?? ""))
      throw new GraphError(132012, `${where}: Parameter name is missing or empty`);
    if (format === "POSITIONAL" && one.parameter_name !== undefined)
      throw new GraphError(132012, `${where}: The template takes no parameter names`);
  }
  const names = parameters.map((one) => one.parameter_name);
  if (format === "NAMED" && new Set(names).size !== names.length)
    throw new GraphError(132012, `${where}: Parameter name is given twice`);
  const length = parameters.reduce((sum, one) => sum + (one.text?.length ?? 0), text.length);
  if (where === "body" && length > 1024 + expected.length * 20)
    throw new GraphError(132005, `${where}: the translated text is too long`);
}

const subTypes: Record<string, string> = {
  URL: "url",
  QUICK_REPLY: "quick_reply",
  COPY_CODE: "copy_code",
  ORDER_DETAILS: "order_details",
  CATALOG: "catalog",
};

function checkButtons(shape: Shape, given: NonNullable<TemplateUse["components"]>): void {
  const buttons = find(shape.components, "BUTTONS")?.buttons ?? [];
  const uses = given.flatMap((one) => (one.type === "button" ? [one] : []));
  for (const use of uses) {
    const button = buttons[Number(use.index)];
    if (!button || subTypes[button.type] !== use.sub_type)
      throw new GraphError(
        132000,
        `buttons: there is no ${use.sub_type} button at index ${use.index}`,
      );
    if (button.type === "URL" && !button.url.includes("{{"))
      throw new GraphError(132000, `buttons: Button at index ${use.index} takes no parameter`);
  }
  for (const [index, button] of buttons.entries()) {
    const required =
      button.type === "COPY_CODE" ||
      button.type === "ORDER_DETAILS" ||
      (button.type === "URL" && button.url.includes("{{"));
    if (required && !uses.some((use) => Number(use.index) === index))
      throw new GraphError(
        131008,
        `buttons: Button at index ${index} of type ${button.type} requires a parameter`,
      );
  }
}

function checkVariables(text: string, format: Format): void {
  const names = variablesOf(text);
  if (/\{\{|\}\}/.test(text.replace(/\{\{\s*[A-Za-z0-9_]+\s*\}\}/g, "")))
    refuse("The variables have wrong braces.");
  if (format === "POSITIONAL" && names.some((name, index) => name !== String(index + 1)))
    refuse("Positional variables must be {{1}}, {{2}}, … in order.");
  if (format === "NAMED" && names.some((name) => !/^[a-z][a-z0-9_]*$/.test(name)))
    refuse("Named variables are lower case letters, digits and underscores.");
}

function checkExamples(
  names: string[],
  examples: string[] | undefined,
  format: Format,
  where: string,
): void {
  if (!names.length) return;
  if (examples?.length !== names.length || examples.some((one) => !one))
    refuse(`component of type ${where} is missing expected field(s) (example).`);
  if (format === "NAMED" && names.some((name) => !examples.includes(name)))
    refuse(`component of type ${where} names other examples than variables.`);
}

/** The distinct variables of a text, in order. */
export function variablesOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g)].map((one) => one[1]!))];
}

export function find<T extends Component["type"]>(
  components: Component[],
  type: T,
): Extract<Component, { type: T }> | undefined {
  return components.find((one): one is Extract<Component, { type: T }> => one.type === type);
}

function refuse(details: string): never {
  // 2388043 and its neighbours are the subcodes of templates; only the code is stable. (?)
  throw new GraphError(100, details, 2388043);
}
