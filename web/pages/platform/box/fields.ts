import type { ReadSettings, ShownSettings } from "../../../../src/modules/box/table.ts";
import type { Plan } from "../../../../src/modules/companies/table.ts";
import { primaryColors } from "../../../../src/shared/companies.ts";
import { languages } from "../../../../src/shared/languages.ts";
import { smtpSecurities } from "../../../../src/shared/mail.ts";
import type { Wire } from "../../../../src/shared/wire.ts";
import type { Field, FormValues } from "../../../forms/form.ts";
import { languageNames, t } from "../../../kit/text.ts";
import { hasPrice, planPrice } from "../../../parts/companies/price.ts";

export type Plans = Pick<Wire<Plan>, "id" | "name" | "value">[];

const locked = "••••••••";
const tied = { passwordOutside: "settings.box.passwordOutside" };

/** The form fields of the box's settings. */
export function fieldsOf(
  settings: Wire<ReadSettings>,
  plans: Plans,
  { smtpHost }: FormValues,
): Field[] {
  const sendsMail = Boolean(smtpHost);
  const fields = [
    ...appearanceFields(),
    ...pageFields(settings, plans, sendsMail),
    ...mailFields(settings, sendsMail),
    ...networkFields(),
  ];
  return fields.map((field) => {
    const { source, name } = settings[field.name as keyof ShownSettings];
    // A setting from outside the box cannot change here. A default has no source to name.
    return {
      ...field,
      note: source === "default" ? undefined : t(`settings.box.sources.${source}`, { name }),
      disabled: name !== undefined,
    };
  });
}

export const valuesOf = ({ updatedAt: _, ...settings }: Wire<ReadSettings>) =>
  Object.fromEntries(Object.entries(settings).map(([name, { value }]) => [name, value])) as {
    [Name in keyof ShownSettings]: ShownSettings[Name]["value"];
  };

/** The settings as values of their fields. */
export const rowOf = (settings: Wire<ReadSettings>) => ({
  ...valuesOf(settings),
  boxName: settings.boxName.source === "default" ? "" : settings.boxName.value,
  boxLogo: settings.boxLogo.value ?? undefined,
  languages: settings.languages.value.map((one) => languages.indexOf(one)),
  smtpPassword: settings.smtpPassword.name ? locked : undefined,
});

const appearanceFields = (): Field[] => [
  {
    name: "boxName",
    label: "settings.box.boxName",
    hint: "settings.box.boxNameHint",
    min: 2,
    max: 40,
    placeholder: "settings.box.boxNameUsual",
  },
  { name: "boxLogo", label: "settings.box.boxLogo", type: "picture" },
  {
    name: "boxColor",
    label: "settings.box.boxColor",
    hint: "settings.box.boxColorHint",
    type: "select",
    emptyLabel: "settings.box.ownColor",
    items: primaryColors.map((value) => ({ value, label: t(`settings.box.colors.${value}`) })),
  },
  {
    name: "language",
    label: "settings.box.language",
    hint: "settings.box.languageHint",
    type: "select",
    required: true,
    items: languages.map((value) => ({ value, label: languageNames[value] })),
    messages: { notOffered: "settings.box.languagesUsual" },
  },
  {
    name: "languages",
    label: "settings.box.languages",
    hint: "settings.box.languagesHint",
    type: "many",
    required: true,
    inline: true,
    options: languages.map((value, id) => ({ id, name: languageNames[value] })),
    messages: { usual: "settings.box.languagesUsual" },
  },
];

/** The fields of the pages that strangers see. */
const pageFields = (settings: Wire<ReadSettings>, plans: Plans, sendsMail: boolean): Field[] => [
  {
    name: "publicUrl",
    label: "settings.box.publicUrl",
    hint: "settings.box.publicUrlHint",
    required: sendsMail,
    max: 2000,
    valid: (url) => /^https?:\/\/[^\s@?#]+$/.test(url),
  },
  {
    name: "landing",
    label: "settings.box.landing",
    hint: "settings.box.landingHint",
    type: "switch",
  },
  {
    name: "signUp",
    label: "settings.box.signUp",
    hint: "settings.box.signUpHint",
    type: "switch",
  },
  {
    name: "publicPages",
    label: "settings.box.publicPages",
    hint: "settings.box.publicPagesHint",
    type: "switch",
  },
  {
    name: "planId",
    label: "settings.box.planId",
    hint: "settings.box.planIdHint",
    type: "select",
    emptyLabel: "settings.box.cheapest",
    items: plans
      .filter(({ id, value }) => hasPrice(value) || id === settings.planId.value)
      .map(({ id, name, value }) => ({
        value: String(id),
        label: `${name} – ${planPrice(value)}`,
      })),
  },
  {
    name: "contact",
    label: "settings.box.contact",
    hint: "settings.box.contactHint",
    min: 3,
    max: 120,
  },
  {
    name: "leadsTo",
    label: "settings.box.leadsTo",
    hint: "settings.box.leadsToHint",
    type: "email",
    max: 254,
  },
];

const mailFields = (settings: Wire<ReadSettings>, sendsMail: boolean): Field[] => [
  {
    name: "smtpHost",
    label: "settings.box.smtpHost",
    hint: "settings.box.smtpHostHint",
    max: 253,
    messages: tied,
  },
  {
    name: "smtpPort",
    label: "settings.box.smtpPort",
    type: "number",
    min: 1,
    max: 65_535,
    required: true,
    messages: tied,
  },
  {
    name: "smtpSecurity",
    label: "settings.box.smtpSecurity",
    hint: "settings.box.smtpSecurityHint",
    type: "select",
    required: true,
    items: smtpSecurities.map((value) => ({
      value,
      label: t(`settings.box.securities.${value}`),
    })),
    messages: tied,
  },
  {
    name: "smtpUser",
    label: "settings.box.smtpUser",
    max: 254,
    autoComplete: "off",
    messages: tied,
  },
  {
    name: "smtpPassword",
    label: "settings.box.smtpPassword",
    hint: "settings.box.smtpPasswordHint",
    type: settings.smtpPassword.name ? "text" : "secret",
    hasStored: settings.smtpPassword.isSet,
    max: 254,
  },
  {
    name: "mailName",
    label: "settings.box.mailName",
    hint: "settings.box.mailNameHint",
    max: 80,
  },
  {
    name: "mailFrom",
    label: "settings.box.mailFrom",
    type: "email",
    required: sendsMail,
    max: 254,
  },
];

const networkFields = (): Field[] => [
  {
    name: "whatsappVersion",
    label: "settings.box.whatsappVersion",
    hint: "settings.box.whatsappVersionHint",
    max: 40,
    pattern: /^\s*\d{1,3}\.\d{1,10}\.\d{1,15}\s*$/,
    messages: { invalid: "settings.box.whatsappVersionInvalid" },
  },
];
