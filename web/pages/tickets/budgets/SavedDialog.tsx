import { CircleCheckBig, List, SendHorizontal } from "lucide-react";
import { Dialog } from "../../../kit/Dialog.tsx";
import { money, useTranslation } from "../../../kit/text.ts";
import type { Budget } from "../../../inbox/open-budgets.ts";

type Props = {
  budget: Budget;
  busy: boolean;
  onConfirm: () => void;
  onSend: (() => void) | undefined;
  onList: () => void;
};

/**
 * Offers the next steps for a saved budget: confirm it as an order, send it, or leave it open.
 * rules.md#budget
 */
export function SavedDialog({ budget: { number, total }, busy, onConfirm, onSend, onList }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog title={t("budgets.saved.title")} onClose={onList} size="small">
      {/* No button has the focus: a second press of the Enter that saved must not sell. */}
      <p data-autofocus tabIndex={-1} className="mb-4 outline-none">
        {t("budgets.saved.text", { number, total: money(total) })}
      </p>
      <div className="flex flex-col gap-2">
        <button
          type="button"
          className="btn btn-primary btn-block"
          disabled={busy}
          onClick={onConfirm}
        >
          <CircleCheckBig size={18} aria-hidden />
          {t("budgets.confirm")}
        </button>
        {onSend && (
          <button type="button" className="btn btn-block" onClick={onSend}>
            <SendHorizontal size={18} aria-hidden />
            {t("budgets.send.do")}
          </button>
        )}
        <button type="button" className="btn btn-ghost btn-block" onClick={onList}>
          <List size={18} aria-hidden />
          {t("budgets.saved.list")}
        </button>
      </div>
    </Dialog>
  );
}
