import type { Field } from "../../forms/form.ts";
import { addTexts } from "../../kit/translations.ts";
import texts from "./texts.json";

addTexts(texts);

type Stored = { hasClientSecret: boolean; hasCertificate: boolean };

/** The fields of an account at Efí, beside its Pix key. */
export const efiFields = ({ hasClientSecret, hasCertificate }: Stored): Field[] => [
  {
    name: "efiUrl",
    label: "efi.url",
    hint: "efi.urlHint",
    required: true,
    max: 2000,
    messages: { insecure: "efi.urlInsecure" },
  },
  { name: "clientId", label: "efi.clientId", required: true, max: 200, autoComplete: "off" },
  {
    name: "clientSecret",
    label: "efi.clientSecret",
    type: "secret",
    required: true,
    hasStored: hasClientSecret,
    max: 200,
  },
  {
    name: "certificate",
    label: "efi.certificate",
    hint: "efi.certificateHint",
    type: "secret",
    rows: 5,
    required: true,
    hasStored: hasCertificate,
    max: 20_000,
    messages: { invalid: "efi.certificateInvalid" },
  },
];
