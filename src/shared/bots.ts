/**
 * The billing systems of internet providers; the company's settings have their addresses.
 * rules.md#provider-bills
 */
export const billingTypes = ["mkauth", "asaas", "ixc"] as const;

export type BillingType = (typeof billingTypes)[number];

export const isBillingType = (type: string): type is BillingType =>
  (billingTypes as readonly string[]).includes(type);

export const billingNames: Record<BillingType, string> = {
  mkauth: "MK-Auth",
  asaas: "Asaas",
  ixc: "IXC",
};

export const integrationTypes = [
  "typebot",
  "n8n",
  "webhook",
  "dialogflow",
  ...billingTypes,
] as const;

export type IntegrationType = (typeof integrationTypes)[number];

export const botLanguages = ["pt-BR", "en", "es"] as const;
