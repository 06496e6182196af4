import { useState } from "react";
import type { Quote } from "../../../src/pricing/terms.ts";
import type { Budget } from "../../inbox/open-budgets.ts";
import { ApiError } from "../../kit/api.ts";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { type BudgetDraft, dropDraft, rememberStore } from "./draft.ts";
import { readPrices } from "./lines.ts";
import { type Obstacle, type Part, partOf, problemText, unfinished } from "../cart/problems.ts";
import { refusalLines } from "./refusal.ts";
import { saveBudget } from "./save.ts";

type Options = {
  draft: BudgetDraft;
  ticketId: number;
  quoted: Quote;
  obstacles: Obstacle[];
  /** Moves the focus to the part with the obstacle. */
  goTo: (part: Part) => void;
  onSaved: (budget: Budget) => void;
};

/** Saves a budget, or shows the part with the first obstacle. */
export function useSaving({ draft, ticketId, quoted, obstacles, goTo, onSaved }: Options) {
  const { t } = useTranslation();
  const [isTried, setIsTried] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const [refusal, setRefusal] = useState<string[]>([]);
  const [wrong, setWrong] = useState<ReadonlySet<Part>>(new Set());

  const save = async () => {
    setIsTried(true);
    const first = [...wrong][0] ?? obstacles.map(({ code }) => partOf[code])[0];
    if (first) return goTo(first);
    setIsSaving(true);
    setRefusal([]);
    try {
      const saved = await saveBudget(draft, quoted, ticketId);
      toast.success(t(draft.budgetId === null ? "budgets.created" : "budgets.updated"));
      if (draft.storeId) rememberStore(draft.storeId);
      dropDraft();
      onSaved(saved);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 422) return toast.error(error);
      setRefusal(refusalLines(error, draft, quoted));
      void readPrices();
    } finally {
      setIsSaving(false);
    }
  };

  return {
    save,
    isSaving,
    refusal,
    /** The problem of a part. A missing payment shows only after a try to save. */
    problemAt: (part: Part): string | undefined => {
      const obstacle = obstacles.find(
        ({ code }) => partOf[code] === part && !unfinished.includes(code),
      );
      return obstacle && (obstacle.code !== "noPayment" || isTried)
        ? problemText(obstacle)
        : undefined;
    },
    /** Receives whether the typed text of a part is valid. */
    validAt: (part: Part) => (isValid: boolean) =>
      setWrong((before) =>
        before.has(part) === !isValid
          ? before
          : new Set([...before].filter((one) => one !== part).concat(isValid ? [] : [part])),
      ),
  };
}
