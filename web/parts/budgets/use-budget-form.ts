import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef } from "react";
import { useChoices } from "../../forms/choices.ts";
import { users } from "../../lists/company-lists.ts";
import { useAddresses } from "../contacts/addresses.ts";
import { payments } from "../orders/payments.ts";
import { me } from "../../session/session.ts";
import * as drafts from "./draft.ts";
import { readPrices, watchPrices } from "./lines.ts";
import type { Obstacle } from "../cart/problems.ts";
import { quoteOf, stores, useFees } from "./terms.ts";

/** Everything that the form shows of a draft: its figures, its obstacles, and the choices. */
export function useBudgetForm(draft: drafts.BudgetDraft) {
  useSignals();
  useChoices(stores);
  useChoices(payments);
  useChoices(users);
  const { rows: addresses } = useAddresses(draft.contactId);
  const fees = useFees(draft.storeId);
  const all = {
    stores: (stores.rows.value ?? []).filter(
      ({ id, isActive }) => isActive || id === draft.storeId,
    ),
    payments: payments.rows.value ?? [],
    users: users.rows.value ?? [],
  };
  const mostDiscount =
    all.users.find(({ id }) => id === me.value?.id)?.groupRangeDiscount?.discount ?? null;
  const quoteWith = (change: Partial<drafts.BudgetDraft>) =>
    quoteOf({ ...draft, ...change }, { ...all, addresses: addresses ?? [], fees, mostDiscount });
  const quoted = quoteWith({});
  const hasSeller = all.users.some(({ id }) => id === draft.userId);
  // A field that is still loading does not count as missing.
  const isLoading =
    stores.rows.value === null ||
    payments.rows.value === null ||
    users.rows.value === null ||
    addresses === null ||
    (draft.storeId !== null && fees === null);
  const obstacles: Obstacle[] = [
    ...quoted.problems,
    ...(hasSeller ? [] : [{ code: "noSeller" as const }]),
  ];

  useEffect(watchPrices, []);
  useEffect(() => void readPrices(), [draft.budgetId, draft.contactId, draft.storeId]);
  useFirstChoices(draft, stores.rows.value && all.stores.map(({ id }) => id), addresses);
  const addedAddress = useChooseAdded(addresses);

  // rules.md#quote
  const sellers = all.users.filter(
    ({ id }) => me.value?.profile === "admin" || id === me.value?.id || id === draft.userId,
  );

  return {
    ...all,
    sellers,
    addresses,
    quoteWith,
    quoted,
    obstacles,
    isLoading,
    mostDiscount,
    addedAddress,
  };
}

/**
 * Fills in the first store when the draft has none, and the contact's main address in a new budget.
 */
function useFirstChoices(
  draft: drafts.BudgetDraft,
  storeIds: number[] | null,
  addresses: { id: number; isActive: boolean }[] | null,
) {
  const isNew = draft.budgetId === null && draft.lines.length === 0;
  // The contact of the new budget. The agent may add a product before the addresses are loaded.
  const begunFor = useRef<number | null>(undefined);
  useEffect(() => {
    if (isNew) begunFor.current = draft.contactId;
  }, [isNew, draft.contactId]);
  useEffect(() => {
    const open = drafts.draft.peek();
    if (!open || !storeIds || (open.storeId !== null && storeIds.includes(open.storeId))) return;
    drafts.openDraft({ ...open, storeId: storeIds[0] ?? null });
  }, [storeIds === null]);
  useEffect(() => {
    const open = drafts.draft.peek();
    if (
      !open ||
      open.contactId !== begunFor.current ||
      !addresses ||
      open.contactAddressId !== null ||
      open.typeRoute !== "ENTREGA"
    )
      return;
    const main = addresses.find(({ isActive }) => isActive) ?? addresses[0];
    drafts.openDraft({
      ...open,
      contactAddressId: main?.id ?? null,
      typeRoute: main ? "ENTREGA" : "RETIRADA",
    });
  }, [addresses === null]);
}

/**
 * Selects an address that the agent adds from the form. Call the returned function before adding
 * one.
 */
function useChooseAdded(addresses: { id: number }[] | null) {
  const before = useRef<Set<number> | null>(null);
  useEffect(() => {
    const added = before.current && addresses?.find(({ id }) => !before.current?.has(id));
    if (!added) return;
    before.current = null;
    drafts.changeDraft({ contactAddressId: added.id, typeRoute: "ENTREGA" });
  }, [addresses]);
  return () => void (before.current = new Set(addresses?.map(({ id }) => id)));
}
