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
};
