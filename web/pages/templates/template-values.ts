import {
  templateCategories,
  templateLanguages,
  templateLimits,
  variablesOf,
  type TemplateButton,
  type TemplateParts,
} from "../../../src/shared/templates.ts";
import type { Field, FormValues } from "../../forms/form.ts";
import { language, t } from "../../kit/text.ts";
import { languageTags } from "../../kit/translations.ts";
import { languageName } from "../../parts/templates/language-name.ts";
import type { Template } from "../../parts/templates/types.ts";

/** The quick replies that the form offers; a link may come beside them. */
const replies = ["reply1", "reply2", "reply3"] as const;

const codes = [
  "variableAtEdge",
  "variablesTogether",
  "wrongBraces",
  "wrongOrder",
  "wrongNames",
  "oneVariable",
  "noVariables",
];

const messages: Field["messages"] = Object.fromEntries(
  codes.map((code) => [code, `templates.errors.${code}`]),
);

/** The fields of a template; its name and language stay once it exists. */
export const fieldsOf = (row: Template | null): Field[] => [
  {
    name: "name",
    label: "templates.name",
    hint: "templates.nameHint",
    required: true,
    max: templateLimits.name,
    pattern: /^[a-z0-9_]+$/,
    messages: { invalid: "templates.errors.name" },
    disabled: row !== null,
  },
  {
    name: "language",
    label: "templates.language",
    type: "select",
    items: templateLanguages.map((value) => ({
      value,
      label: languageName(value, languageTags[language.value]),
    })),
    disabled: row !== null,
    inline: true,
  },
  {
    name: "category",
    label: "templates.category",
    type: "select",
    items: templateCategories.map((value) => ({
      value,
      label: t(`templates.categories.${value}`),
    })),
    hint: "templates.categoryHint",
    inline: true,
  },
  {
    name: "header",
    label: "templates.header",
    max: templateLimits.header,
    messages,
  },
  {
    name: "body",
    label: "templates.body",
    hint: "templates.bodyHint",
    type: "textarea",
    required: true,
    max: templateLimits.body,
    showLength: true,
    rows: 4,
    messages,
  },
  {
    name: "footer",
    label: "templates.footer",
    max: templateLimits.footer,
    messages,
  },
  ...replies.map((name, index) => ({
    name,
    label: `templates.replies.${name}`,
    wire: [`buttons.${index}`],
    max: templateLimits.buttonText,
  })),
  { name: "linkText", label: "templates.linkText", max: templateLimits.buttonText },
  {
    name: "linkUrl",
    label: "templates.linkUrl",
    placeholder: "https://",
    max: templateLimits.url,
    pattern: /^https?:\/\/\S+$/,
  },
];

/** The form's values of a template, or of a new one. */
export function valuesOf(row: Template | null): FormValues {
  const texts = (row?.buttons ?? []).flatMap((one) =>
    one.type === "quickReply" ? [one.text] : [],
  );
  const link = row?.buttons.find((one) => one.type === "url");
  return {
    name: row?.name ?? "",
    language: row?.language ?? "pt_BR",
    category: row?.category ?? "UTILITY",
    header: row?.header?.format === "TEXT" ? row.header.text : "",
    body: row?.body ?? "",
    footer: row?.footer ?? "",
    ...Object.fromEntries(replies.map((name, index) => [name, texts[index] ?? ""])),
    linkText: link?.text ?? "",
    linkUrl: link?.url ?? "",
  };
}

/** The parts that the form's values describe. Buttons of other kinds stay as they are. */
export function partsOf(
  values: FormValues,
  examples: Record<string, string>,
  row: Template | null,
): TemplateParts {
  const of = (name: string) => String(values[name] ?? "").trim();
  const others = (row?.buttons ?? []).filter(({ type }) => type === "phone" || type === "copyCode");
  const url = of("linkUrl");
  const oldLink = row?.buttons.find((one) => one.type === "url");
  const buttons: TemplateButton[] = [
    ...replies.flatMap((name) =>
      of(name) ? [{ type: "quickReply" as const, text: of(name) }] : [],
    ),
    ...(of("linkText") || url
      ? [
          {
            type: "url" as const,
            text: of("linkText"),
            url,
            ...(url.includes("{{") && {
              example: oldLink?.example ?? url.replace(/\{\{.*$/, "exemplo"),
            }),
          },
        ]
      : []),
    ...others,
  ];
  const header = of("header");
  const names = [...variablesOf(header), ...variablesOf(of("body"))];
  return {
    name: of("name"),
    language: of("language"),
    category: of("category") as TemplateParts["category"],
    format: row?.format ?? (names.some((name) => /^\d+$/.test(name)) ? "POSITIONAL" : "NAMED"),
    header: header ? { format: "TEXT", text: header } : null,
    body: of("body"),
    footer: of("footer"),
    buttons,
    examples: Object.fromEntries(names.map((name) => [name, examples[name] ?? ""])),
  };
}
