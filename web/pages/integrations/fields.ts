import { Barcode, Bot, MessagesSquare, Webhook, Workflow } from "lucide-react";
import {
  billingNames,
  botLanguages,
  type IntegrationType,
  integrationTypes,
} from "../../../src/shared/bots.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import type * as integrationsTable from "../../../src/modules/integrations/table.ts";
import { switched, switchedValues, withoutSwitches } from "../../forms/switched.ts";
import type { Field, FormValues } from "../../forms/form.ts";

export type Integration = Wire<integrationsTable.Integration>;

export const icons = {
  typebot: Bot,
  n8n: Workflow,
  webhook: Webhook,
  dialogflow: MessagesSquare,
  mkauth: Barcode,
  asaas: Barcode,
  ixc: Barcode,
};
export const typeNames: Record<IntegrationType, string> = {
  typebot: "Typebot",
  n8n: "n8n",
  webhook: "Webhook",
  dialogflow: "Dialogflow",
  ...billingNames,
};

export const typeOf = (values: FormValues) =>
  integrationTypes.find((type) => type === values.type) ?? "typebot";

/** The form of an integration: only the fields of its type. The type cannot change later. */
export function fieldsOf(values: FormValues, row: Integration | null): Field[] {
  const type = typeOf(values);
  return [
    ...(row ? [] : [chooser]),
    name,
    ...own[type].flatMap((field) => {
      if (field.name === "typebotExpires")
        return switched(values, "integrations.restartsAfter", field);
      return field.type === "secret" ? { ...field, hasStored: row?.hasSecret } : field;
    }),
  ];
}

const chooser: Field = {
  name: "type",
  label: "integrations.type",
  type: "choice",
  required: true,
  choices: integrationTypes.map((type) => ({
    value: type,
    label: `integrations.types.${type}.name`,
    hint: `integrations.types.${type}.does`,
    icon: icons[type],
  })),
};

const name: Field = {
  name: "name",
  label: "integrations.name",
  hint: "integrations.nameHint",
  required: true,
  min: 2,
  max: 50,
};

const url: Field = {
  name: "urlN8N",
  label: "integrations.url",
  hint: "integrations.urlHint",
  placeholder: "integrations.urlExample",
  required: true,
  max: 2000,
  pattern: /^https?:\/\/[^\s/]+\S*$/i,
  messages: { invalid: "integrations.urlInvalid" },
};
const posted: Field[] = [
  url,
  {
    name: "secret",
    label: "integrations.secret",
    type: "secret",
    hint: "integrations.secretHint",
    required: true,
    max: 200,
  },
];

/** The access to a billing provider is stored in the settings; the form only links there. */
const access: Field = { name: "access", label: "integrations.access", type: "custom" };

const own: Record<IntegrationType, Field[]> = {
  n8n: posted,
  webhook: posted,
  typebot: [
    {
      ...url,
      label: "integrations.typebotUrl",
      hint: "integrations.typebotUrlHint",
      placeholder: "integrations.typebotUrlExample",
    },
    {
      name: "typebotSlug",
      label: "integrations.slug",
      hint: "integrations.slugHint",
      required: true,
      max: 100,
      pattern: /^\S+$/,
      messages: { invalid: "integrations.slugInvalid" },
    },
    {
      name: "typebotDelayMessage",
      label: "integrations.delay",
      hint: "integrations.delayHint",
      type: "number",
      required: true,
      max: 60_000,
      messages: { invalid: "integrations.delayInvalid" },
    },
    {
      name: "typebotExpires",
      label: "integrations.expires",
      hint: "integrations.expiresHint",
      type: "number",
      required: true,
      min: 1,
      max: 525_600,
      messages: { invalid: "connections.reopenInvalid" },
    },
    {
      name: "typebotKeywordFinish",
      label: "integrations.finish",
      hint: "integrations.finishHint",
      max: 50,
    },
    {
      name: "typebotKeywordRestart",
      label: "integrations.restart",
      hint: "integrations.restartHint",
      max: 50,
    },
    {
      name: "typebotRestartMessage",
      label: "integrations.restartMessage",
      type: "textarea",
      rows: 3,
      max: 2000,
    },
    {
      name: "typebotUnknownMessage",
      label: "integrations.unknown",
      hint: "integrations.unknownHint",
      type: "textarea",
      rows: 3,
      max: 2000,
    },
  ],
  dialogflow: [
    {
      name: "projectName",
      label: "integrations.project",
      hint: "integrations.projectHint",
      required: true,
      max: 100,
    },
    {
      name: "language",
      label: "integrations.language",
      type: "select",
      items: botLanguages.map((value) => ({
        value,
        label: { "pt-BR": "Português (Brasil)", en: "English", es: "Español" }[value],
      })),
    },
    {
      name: "jsonContent",
      label: "integrations.json",
      hint: "integrations.jsonHint",
      type: "secret",
      rows: 6,
      required: true,
      max: 20_000,
      messages: { invalid: "integrations.jsonInvalid" },
    },
  ],
  mkauth: [access],
  asaas: [access],
  ixc: [access],
};

const texts = [
  "name",
  "projectName",
  "language",
  "urlN8N",
  "typebotSlug",
  "typebotKeywordFinish",
  "typebotKeywordRestart",
  "typebotRestartMessage",
  "typebotUnknownMessage",
] as const;

/** The form's initial values. rules.md#form-defaults */
export const valuesOf = (row: Integration | null): FormValues => ({
  type: row?.type ?? "typebot",
  ...Object.fromEntries(texts.map((text) => [text, row?.[text] ?? ""])),
  language: row?.language ?? "pt-BR",
  typebotDelayMessage: String(row?.typebotDelayMessage ?? 1000),
  ...switchedValues({ typebotExpires: row?.typebotExpires ?? 1 }, { typebotExpires: 60 }),
});

/** The request body: the fields of the chosen type, with numbers as numbers. */
export function bodyOf(values: FormValues, row: Integration | null) {
  const body = Object.fromEntries(
    fieldsOf(values, row).map((field) => [field.name, values[field.name]]),
  );
  const whole = { type: values.type, ...body };
  if (!("typebotSlug" in body)) return whole;
  return withoutSwitches(
    { ...whole, typebotDelayMessage: Number(values.typebotDelayMessage) },
    values,
    ["typebotExpires"],
  );
}
