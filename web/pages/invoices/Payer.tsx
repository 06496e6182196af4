import { useTranslation } from "../../kit/text.ts";
import { Form } from "../../forms/Form.tsx";
import type { Field, FormValues } from "../../forms/form.ts";

const fields: Field[] = [
  {
    name: "name",
    label: "invoices.payer.name",
    required: true,
    max: 100,
    autoComplete: "name",
    messages: { required: "invoices.payer.nameRequired" },
  },
  {
    name: "address",
    label: "invoices.payer.address",
    required: true,
    max: 250,
    autoComplete: "street-address",
    messages: { required: "invoices.payer.addressRequired" },
  },
  {
    name: "city",
    label: "invoices.payer.city",
    required: true,
    max: 150,
    autoComplete: "address-level2",
    messages: { required: "invoices.payer.cityRequired" },
  },
  { name: "state", label: "invoices.payer.state", max: 60, autoComplete: "address-level1" },
  {
    name: "zipCode",
    label: "invoices.payer.zipCode",
    required: true,
    pattern: /^\d{5}-?\d{3}$/,
    autoComplete: "postal-code",
    messages: {
      required: "invoices.payer.zipCodeRequired",
      invalid: "invoices.payer.zipCodeInvalid",
    },
  },
  {
    name: "country",
    label: "invoices.payer.country",
    required: true,
    max: 60,
    autoComplete: "country-name",
    messages: { required: "invoices.payer.countryRequired" },
  },
];

/** The payer's name and address. */
export function Payer({
  values,
  onDone,
}: {
  values: FormValues;
  onDone: (values: FormValues) => void;
}) {
  const { t } = useTranslation();
  return (
    <Form
      fields={fields}
      values={values}
      submit={t("invoices.next")}
      focusFirst
      onSubmit={async (typed) => onDone(typed)}
    />
  );
}

type Billed = Partial<
  Record<
    | "billingName"
    | "billingAddress"
    | "billingCity"
    | "billingState"
    | "billingZipCode"
    | "billingCountry",
    string | null
  >
>;

/** The payer that the company entered the last time. */
export function payerOf({
  billingName,
  billingAddress,
  billingCity,
  billingState,
  billingZipCode,
  billingCountry,
}: Billed): FormValues {
  return {
    name: billingName ?? "",
    address: billingAddress ?? "",
    city: billingCity ?? "",
    state: billingState ?? "",
    zipCode: (billingZipCode ?? "").replace(/^(\d{5})(\d{3})$/, "$1-$2"),
    country: billingCountry ?? "Brasil",
  };
}
