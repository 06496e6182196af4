import { useSignals } from "@preact/signals-react/runtime";
import { SendHorizontal } from "lucide-react";
import { pixId } from "../../../../src/shared/payments.ts";
import { storedToggle } from "../../../inbox/stored-toggle.ts";
import { Dialog } from "../../../kit/Dialog.tsx";
import { DialogActions } from "../../../kit/DialogActions.tsx";
import { api } from "../../../kit/api.ts";
import { abilitiesAt } from "../../../lists/abilities.ts";
import { useTranslation } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { Formatted } from "../../../messages/Formatted.tsx";
import type { Address } from "../../../parts/contacts/types.ts";
import { Warning } from "../../../parts/Warning.tsx";
import { can } from "../../../session/can.ts";
import { signature } from "../write/signature.ts";
import { sendContent } from "../write/undo.ts";
import { pixPicture } from "./pix-picture.ts";
import { summaryOf } from "./summary.ts";
import type { Budget } from "../../../inbox/open-budgets.ts";

/** Whether the budget is sent as a card, or with the Pix code and its picture. */
const withCode = storedToggle("budgetPix", true);
const withCard = storedToggle("budgetCard", true);
const withPicture = storedToggle("budgetPixPicture", false);

type Props = {
  budget: Budget;
  address: Address | undefined;
  ticket: { id: number; whatsappId: number | null };
  onSent: () => void;
  onClose: () => void;
};

/**
 * A budget as the customer receives it. The Pix code is a separate message, so that a bank's app
 * can copy it whole.
 */
export function SendBudget({ budget, address, ticket, onSent, onClose }: Props) {
  useSignals();
  const { t } = useTranslation();
  const { pixCode, number } = budget;
  const text = summaryOf(budget, address);
  const mayBeCard = pixCode !== null && abilitiesAt(ticket.whatsappId)("payments");
  const isCard = mayBeCard && withCard.on.value;
  const lacksKey =
    !pixCode &&
    budget.total !== "0.00" &&
    budget.payments.methods.some(({ typePaymentId }) => typePaymentId === pixId);

  const send = async () => {
    try {
      if (isCard) {
        await api.post(`/messages/${ticket.id}`, {
          body: signature() + text,
          payment: { budgetId: budget.id },
          clientId: crypto.randomUUID(),
        });
        return onSent();
      }
      const picture =
        pixCode && withPicture.on.peek() ? await pixPicture(pixCode, `pix-${number}.png`) : null;
      sendContent(ticket.id, [
        { body: signature() + text },
        ...(pixCode && withCode.on.peek() ? [{ body: pixCode }] : []),
        ...(picture ? [{ file: { file: picture, kind: "image" as const, voice: null } }] : []),
      ]);
      onSent();
    } catch (error) {
      toast.error(error);
    }
  };

  return (
    <Dialog
      title={t("budgets.send.title", { number })}
      onClose={onClose}
      size="small"
      footer={
        <DialogActions
          onCancel={onClose}
          action={t("messages.send")}
          icon={SendHorizontal}
          onAction={() => void send()}
          focus="action"
        />
      }
    >
      <div className="bg-bubble rounded-bubble text-talk px-3 py-2 break-words whitespace-pre-wrap">
        <Formatted text={text} />
      </div>
      {lacksKey && (
        <div className="mt-3">
          <Warning>
            {t("budgets.send.noPixKey", { store: budget.store.name })}{" "}
            {can("stores.write") && (
              // Open the stores in another tab, because leaving this page would close the budget.
              <a href="/stores" target="_blank" rel="noreferrer" className="link">
                {t("budgets.send.toStores")}
              </a>
            )}
          </Warning>
        </div>
      )}
      {pixCode && (
        <fieldset className="mt-3 flex flex-col gap-1">
          <legend className="sr-only">Pix</legend>
          {mayBeCard && (
            <Option label={t("budgets.send.card")} on={withCard.on.value} onChange={withCard.set} />
          )}
          {!isCard && (
            <>
              <Option
                label={t("budgets.send.pixCode")}
                on={withCode.on.value}
                onChange={withCode.set}
              />
              <Option
                label={t("budgets.send.pixPicture")}
                on={withPicture.on.value}
                onChange={withPicture.set}
              />
            </>
          )}
        </fieldset>
      )}
    </Dialog>
  );
}

const Option = ({
  label,
  on,
  onChange,
}: {
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
}) => (
  <label className="flex cursor-pointer items-center gap-2.5 py-1">
    <input
      type="checkbox"
      className="checkbox checkbox-primary checkbox-sm"
      checked={on}
      onChange={({ target }) => onChange(target.checked)}
    />
    {label}
  </label>
);
