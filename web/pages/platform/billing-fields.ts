import { KeyRound, Landmark } from "lucide-react";
import type { Billing } from "../../../src/modules/subscription/table.ts";
import { pixKey } from "../../../src/pix/pix.ts";
import { gateways } from "../../../src/shared/invoices.ts";
import type { Field, FormValues } from "../../forms/form.ts";
import { efiFields } from "../../parts/efi/efi-fields.ts";

/** The fields of a payment method. A Pix key also requires the receiver's name and city. */
export function fieldsOf(
  { gateway, pixKey: typedKey }: FormValues,
  stored: Pick<Billing, "hasClientSecret" | "hasCertificate">,
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
  return [choice, ...own, ...efiFields(stored)];
}
