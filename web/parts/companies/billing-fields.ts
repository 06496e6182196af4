import type { Field } from "../../forms/form.ts";
import { zipPattern } from "../contacts/addresses.ts";
import { addTexts } from "../../kit/translations.ts";
import texts from "./texts.json";

addTexts(texts);

/** The billing name and address of a company. */
export const billingFields: Field[] = [
  { name: "billingName", label: "billing.name", max: 160 },
  { name: "billingAddress", label: "billing.address", max: 250 },
  { name: "billingCity", label: "billing.city", max: 150 },
  { name: "billingState", label: "billing.state", max: 60 },
  {
    name: "billingZipCode",
    label: "billing.zipCode",
    pattern: zipPattern,
    messages: { invalid: "billing.zipInvalid" },
  },
  { name: "billingCountry", label: "billing.country", max: 60 },
];
