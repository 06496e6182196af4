import { KeyRound, Landmark } from "lucide-react";
import type { Billing } from "../../../src/modules/subscription/table.ts";
import { pixKey } from "../../../src/pix/pix.ts";
import { gateways } from "../../../src/shared/invoices.ts";
import type { Field, FormValues } from "../../forms/form.ts";

/** The fields of a payment method. A Pix key also requires the receiver's name and city. */
export function fieldsOf(
  { gateway, pixKey: typedKey }: FormValues,
  { hasClientSecret, hasCertificate }: Pick<Billing, "hasClientSecret" | "hasCertificate">,
): Field[] {
  const isEfi = gateway === "efi";
  const icons = { pix: KeyRound, efi: Landmark };
  const choice: Field = {
    name: "gateway",
    label: "settings.billing.gateway",
    type: "choice",
    required: true,
    choices: gateways.map((value) => ({
      value,
      label: `settings.billing.gateways.${value}`,
      hint: `settings.billing.gatewayHints.${value}`,
      icon: icons[value],
    })),
  };
  const own: Field[] = [
    {
      name: "pixKey",
      label: "settings.billing.pixKey",
      hint: "settings.billing.pixKeyHint",
      required: isEfi,
      max: 77,
      valid: (text) => pixKey(text) !== undefined,
      messages: { invalid: "pixKey.invalid" },
    },
    ...(isEfi || !typedKey
      ? []
      : [
          {
            name: "merchantName",
            label: "settings.billing.merchantName",
            hint: "settings.billing.merchantNameHint",
            required: true,
            max: 25,
          },
          { name: "merchantCity", label: "settings.billing.merchantCity", required: true, max: 15 },
        ]),
  ];
  if (!isEfi) return [choice, ...own];
  return [
    choice,
    ...own,
    {
      name: "efiUrl",
      label: "settings.billing.efiUrl",
      hint: "settings.billing.efiUrlHint",
      required: true,
      max: 2000,
    },
    {
      name: "clientId",
      label: "settings.billing.clientId",
      required: true,
      max: 200,
      autoComplete: "off",
    },
    {
      name: "clientSecret",
      label: "settings.billing.clientSecret",
      type: "secret",
      required: true,
      hasStored: hasClientSecret,
      max: 200,
    },
    {
      name: "certificate",
      label: "settings.billing.certificate",
      hint: "settings.billing.certificateHint",
      type: "secret",
      rows: 5,
      required: true,
      hasStored: hasCertificate,
      max: 20_000,
      messages: { invalid: "settings.billing.certificateInvalid" },
    },
  ];
}
