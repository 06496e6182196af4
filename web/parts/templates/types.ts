import type * as table from "../../../src/modules/templates/table.ts";
import {
  needsValue,
  variablesOf,
  type TemplateUse,
  type TemplateValue,
} from "../../../src/shared/templates.ts";
import type { Wire } from "../../../src/shared/wire.ts";

export type Template = Wire<table.Template>;

/** A template with its values, as the server takes it. */
export type TemplateChoice = { id: number } & Pick<TemplateUse, "header" | "body" | "buttons">;

/** The places of a template that need a value; `key` names them as errors do. */
export type Place = { key: string; name: string; example: string };

export function placesOf(template: Template): Place[] {
  const head = template.header?.format === "TEXT" ? template.header.text : "";
  const inText = (part: "header" | "body", text: string) =>
    variablesOf(text).map((name) => ({
      key: `${part}.${name}`,
      name,
      example: template.examples[name] ?? "",
    }));
  const buttons = template.buttons.flatMap((button, index) => {
    if (!needsValue(button) || (button.type !== "url" && button.type !== "copyCode")) return [];
    const name = button.type === "url" ? button.text : "";
    return [{ key: `buttons.${index}`, name, example: button.example ?? "" }];
  });
  return [...inText("header", head), ...inText("body", template.body), ...buttons];
}

/** The choice for these values, by the keys of their places. */
export function choiceOf(template: Template, values: Record<string, string>): TemplateChoice {
  const part = (name: "header" | "body", text: string): TemplateValue[] =>
    variablesOf(text).map((one) => ({
      ...(template.format === "NAMED" && { name: one }),
      text: values[`${name}.${one}`] ?? "",
    }));
  const head = template.header?.format === "TEXT" ? part("header", template.header.text) : [];
  const body = part("body", template.body);
  const buttons = template.buttons.flatMap((button, index) =>
    needsValue(button) && (button.type === "url" || button.type === "copyCode")
      ? [{ index, type: button.type, value: values[`buttons.${index}`] ?? "" }]
      : [],
  );
  return {
    id: template.id,
    ...(head.length > 0 && { header: head }),
    ...(body.length > 0 && { body }),
    ...(buttons.length > 0 && { buttons }),
  };
}
