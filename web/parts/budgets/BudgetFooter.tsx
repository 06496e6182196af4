import type { Quote } from "../../../src/pricing/terms.ts";
import { useTranslation } from "../../kit/text.ts";
import type { BudgetDraft } from "./draft.ts";
import { type Obstacle, problemText } from "../cart/problems.ts";

import { Totals } from "./Totals.tsx";

type Props = {
  /** The prefix of the ids in the footer. */
  id: string;
  draft: BudgetDraft;
  quoted: Quote;
  /** The fields that are still missing. */
  missing: Obstacle[];
  problem: string | undefined;
  refusal: string[];
  isSaving: boolean;
  isLoading: boolean;
  onCancel: () => void;
};

/** The totals and the buttons of a budget, always visible, and the obstacles to saving it. */
export function BudgetFooter(props: Props) {
  const { t } = useTranslation();
  const { id, draft, quoted, missing, problem, refusal, isSaving, isLoading, onCancel } = props;
  return (
    <footer className="bg-base-100 border-line shrink-0 border-t px-4 pt-2 pb-3">
      {problem && (
        <p role="alert" className="text-error text-small mb-1">
          {problem}
        </p>
      )}
      {refusal.length > 0 && (
        <div
          role="alert"
          className="border-error/40 bg-error/8 text-small mb-2 rounded-lg border px-3 py-2"
        >
          {refusal.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      )}
      <Totals quoted={quoted} />
      <div className="mt-2 flex items-center gap-2">
        <p id={`${id}-missing`} className="text-muted text-small min-w-0 flex-1">
          {!isLoading && missing.map((one) => problemText(one)).join(" ")}
        </p>
        <button type="button" className="btn btn-ghost btn-sm" onClick={onCancel}>
          {t("common.cancel")}
        </button>
        <button
          type="submit"
          className="btn btn-primary btn-sm"
          disabled={isSaving || isLoading || missing.length > 0}
          aria-describedby={missing.length > 0 ? `${id}-missing` : undefined}
        >
          {isSaving && <span aria-hidden className="loading loading-spinner loading-xs" />}
          {t(draft.budgetId === null ? "budgets.create" : "budgets.update")}
        </button>
      </div>
    </footer>
  );
}
