import type { Field } from "../../../forms/form.ts";

const digits = { pattern: /^\d{1,40}$/, messages: { invalid: "connections.official.digits" } };

/**
 * The fields of a number on the official channel. A stored secret may stay empty: it is never
 * answered, and it stays.
 */
export const officialFields = (hasStored: boolean): Field[] => [
  { name: "officialWarning", label: "connections.official.warning", type: "custom" },
  {
    name: "phoneNumberId",
    label: "connections.official.phoneNumberId",
    hint: "connections.official.phoneNumberIdHint",
    required: true,
    ...digits,
  },
  {
    name: "wabaId",
    label: "connections.official.wabaId",
    hint: "connections.official.wabaIdHint",
    required: true,
    ...digits,
  },
  {
    name: "accessToken",
    label: "connections.official.accessToken",
    hint: "connections.official.accessTokenHint",
    type: "secret",
    required: true,
    hasStored,
    max: 1000,
  },
  {
    name: "appSecret",
    label: "connections.official.appSecret",
    hint: "connections.official.appSecretHint",
    type: "secret",
    required: true,
    hasStored,
    max: 200,
  },
  {
    name: "apiVersion",
    label: "connections.official.apiVersion",
    required: true,
    max: 10,
    pattern: /^v\d{1,3}\.\d{1,2}$/,
    messages: { invalid: "connections.official.apiVersionInvalid" },
  },
  { name: "officialCheck", label: "connections.official.check", type: "custom" },
];

/** The names of the fields that only the official channel has. */
export const officialNames = [
  "phoneNumberId",
  "wabaId",
  "accessToken",
  "appSecret",
  "apiVersion",
] as const;

/** The version of Meta's interface that a new number begins with. */
export const usualVersion = "v25.0";
