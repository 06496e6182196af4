import { invalidFields } from "../../kit/fault.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { pixKey, type PixKey } from "../../pix/pix.ts";
import type { Interactive } from "../../shared/interactive.ts";
import { cardAmounts, type PixKeyType } from "../../shared/payment-card.ts";
import { stores } from "../stores/table.ts";
import { eq } from "drizzle-orm";
import type { Budget } from "./table.ts";

/** The longest text of a card (characters), by Meta's page of 2026. */
const longestText = 1024;

/**
 * The charge of a budget as the official channel shows it, and its text for the other channels.
 * Throws invalid where the budget has no Pix code. rules.md#payment-cards
 */
export function paymentMessage(
  db: CompanyDb,
  budget: Budget,
  text: string,
): { body: string; interactive: Interactive } {
  const store = db
    .select({ keyPix: stores.keyPix, name: stores.name, fantasy: stores.fantasy })
    .from(stores)
    .where(eq(stores.id, budget.storeId))
    .get();
  const key = pixKey(store?.keyPix ?? "");
  if (!store || !key || budget.pixCode === null)
    throw invalidFields({ "payment.budgetId": "invalid" });
  return {
    body: `${text}\n\n${budget.pixCode}`,
    interactive: {
      type: "payment",
      text: text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text,
      card: {
        budgetId: budget.id,
        reference: `B${budget.number}-${db.now().toString(36)}`,
        ...cardAmounts(budget),
        pix: {
          code: budget.pixCode,
          merchant: (store.fantasy || store.name).slice(0, 25),
          key: key.value,
          keyType: keyTypes[key.kind],
        },
      },
    },
  };
}

const keyTypes: Record<PixKey["kind"], PixKeyType> = {
  cpf: "CPF",
  cnpj: "CNPJ",
  email: "EMAIL",
  phone: "PHONE",
  random: "EVP",
};
