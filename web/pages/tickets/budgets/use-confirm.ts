import { useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { type Budget, dropBudget } from "../../../inbox/open-budgets.ts";
import { ApiError } from "../../../kit/api.ts";
import { useTranslation } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { confirmBudget } from "../../../parts/budgets/save.ts";

type Lacking = { product: string; amount: number; stock: number };

/**
 * Confirms budgets as orders. A budget without enough stock returns to the form, which marks its
 * lines. A budget without the customer's document asks for it.
 */
export function useConfirm({
  onDone,
  onShort,
}: {
  onDone: () => void;
  onShort: (budget: Budget) => void;
}) {
  const { t } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  const [needsDocument, setNeedsDocument] = useState<Budget | null>(null);

  const confirm = async (budget: Budget) => {
    if (confirming) return;
    setConfirming(true);
    try {
      const { id, number } = await confirmBudget(budget);
      dropBudget(budget.id);
      setNeedsDocument(null);
      toast.success(t("budgets.confirmed"), {
        label: t("budgets.openOrder", { number }),
        run: () => navigate(`/orders/${id}`),
      });
      onDone();
    } catch (error) {
      if (error instanceof ApiError && error.code === "ERR_DOCUMENT_REQUIRED")
        return setNeedsDocument(budget);
      if (!(error instanceof ApiError && error.code === "ERR_NOT_ENOUGH_STOCK"))
        return toast.error(error);
      for (const { product, amount, stock } of (error.details.items ?? []) as Lacking[])
        toast.error(t("budgets.lacking", { product, amount, stock }));
      onShort(budget);
    } finally {
      setConfirming(false);
    }
  };

  return { confirm, confirming, needsDocument, dropNeed: () => setNeedsDocument(null) };
}
