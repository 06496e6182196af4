import type { CartItem } from "../../../../src/shared/carts.ts";
import { budgetsTicketId } from "../../../inbox/open-budgets.ts";
import { api } from "../../../kit/api.ts";
import { folded } from "../../../../src/shared/search.ts";
import { t } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { addTexts } from "../../../kit/translations.ts";
import type { Address } from "../../../parts/contacts/types.ts";
import { findOffers, type OfferedProduct } from "../../../parts/products/offers.ts";
import {
  type BudgetDraft,
  changeDraft,
  keptDraft,
  newDraft,
  openDraft,
} from "../../../parts/budgets/draft.ts";
import { addProduct } from "../../../parts/budgets/lines.ts";
import { stores } from "../../../parts/budgets/terms.ts";
import texts from "../../../parts/budgets/texts.json";

addTexts(texts);

/**
 * Opens the contact's stored draft, or a new budget. Adds the cart's items that the store sells,
 * and names the others in a warning.
 */
export async function openCart(
  { ticketId, contactId }: { ticketId: number; contactId: number },
  items: CartItem[],
) {
  await stores.load();
  const begun = keptDraft(contactId) ?? {
    ...newDraft(contactId),
    ...(await deliveryTo(contactId)),
  };
  const sold = (stores.rows.peek() ?? []).filter(({ isActive }) => isActive);
  const storeId = sold.find(({ id }) => id === begun.storeId)?.id ?? sold[0]?.id;
  if (storeId === undefined) return toast.warning(t("budgets.noStores"));
  const matches = await Promise.all(
    items.map(async (item) => ({
      ...item,
      offer: offerNamed(item.name, await findOffers(storeId, item.name)),
    })),
  );
  openDraft(begun);
  changeDraft({ storeId });
  const missing = matches.filter(({ offer, amount }) => !(offer && addProduct(offer, amount)));
  budgetsTicketId.value = ticketId;
  if (missing.length > 0)
    toast.warning(t("budgets.cart.missing", { names: missing.map(({ name }) => name).join(", ") }));
}

/** The delivery of a contact's orders: to their main address, or pickup without one. */
async function deliveryTo(
  contactId: number,
): Promise<Pick<BudgetDraft, "contactAddressId" | "typeRoute">> {
  const { contactAddress: all } = await api.get<{ contactAddress: Address[] }>(
    `/contactAddress/all/${contactId}`,
  );
  const main = all.find(({ isActive }) => isActive) ?? all[0];
  return { contactAddressId: main?.id ?? null, typeRoute: main ? "ENTREGA" : "RETIRADA" };
}

/** The product with exactly this name, or the only one with all of its words. */
const offerNamed = (name: string, offers: OfferedProduct[]) =>
  offers.find((offer) => folded(offer.name) === folded(name)) ??
  (offers.length === 1 ? offers[0] : undefined);
