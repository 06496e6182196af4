import { useSignals } from "@preact/signals-react/runtime";
import { ArrowLeft, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import {
  type Budget,
  closeBudgets,
  dropBudget,
  openBudgets,
  putBudget,
} from "../../../inbox/open-budgets.ts";
import { ConfirmDelete } from "../../../kit/ConfirmDelete.tsx";
import { IconButton } from "../../../kit/IconButton.tsx";
import { useTranslation } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { addTexts } from "../../../kit/translations.ts";
import { useAddresses } from "../../../parts/contacts/addresses.ts";
import type { Ticket } from "../../../types.ts";
import { BudgetForm } from "../../../parts/budgets/BudgetForm.tsx";
import { BudgetList } from "./BudgetList.tsx";
import { DocumentDialog } from "../../../parts/budgets/DocumentDialog.tsx";
import {
  closeDraft,
  draft,
  draftOfBudget,
  keptDraft,
  newDraft,
  openDraft,
} from "../../../parts/budgets/draft.ts";
import { couponOf } from "../../../parts/budgets/CouponPart.tsx";
import { LastWord } from "./LastWord.tsx";
import { SavedDialog } from "./SavedDialog.tsx";
import { SendBudget } from "./SendBudget.tsx";
import texts from "../../../parts/budgets/texts.json";
import { useConfirm } from "./use-confirm.ts";

addTexts(texts);

/** The contact's budgets beside the conversation: the open ones, or the form of one. */
export function Budgets({ ticket, single }: { ticket: Ticket; single: boolean }) {
  useSignals();
  const { t } = useTranslation();
  const { contactId } = ticket;
  const panel = useRef<HTMLElement>(null);
  const [saved, setSaved] = useState<Budget | null>(null);
  const [sent, setSent] = useState<Budget | null>(null);
  const [toDelete, setToDelete] = useState<Budget | null>(null);
  const { rows: addresses } = useAddresses(contactId);
  const open = draft.value?.contactId === contactId ? draft.value : null;
  const focus = () =>
    requestAnimationFrame(() =>
      panel.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus({ preventScroll: true }),
    );

  useEffect(() => {
    const stored = keptDraft(contactId);
    if (stored) openDraft(stored);
    focus();
    return closeDraft;
  }, [contactId]);

  const begin = () => {
    openDraft(newDraft(contactId));
    focus();
  };
  const edit = async (budget: Budget) => {
    const coupon = budget.coupon && (await couponOf(budget.coupon));
    if (budget.coupon && !coupon)
      toast.warning(t("budgets.coupon.unknown", { code: budget.coupon.code }));
    openDraft(draftOfBudget(budget, coupon));
    focus();
  };
  const showList = () => {
    closeDraft();
    setSaved(null);
    focus();
  };
  const { confirm, confirming, needsDocument, dropNeed } = useConfirm({
    onDone: () => {
      setSaved(null);
      closeBudgets();
    },
    onShort: (budget) => {
      setSaved(null);
      void edit(budget);
    },
  });
  const onSend = ticket.status === "open" ? setSent : undefined;

  const press = (event: KeyboardEvent) => {
    // A dialog above has its own Esc.
    if (
      event.key !== "Escape" ||
      event.defaultPrevented ||
      (event.target instanceof Element && event.target.closest("dialog"))
    )
      return;
    event.preventDefault();
    closeBudgets();
  };

  return (
    <section
      ref={panel}
      role="dialog"
      aria-label={t("budgets.dialog", { name: ticket.contact.name })}
      data-budgets
      className="bg-base-100 flex h-full min-h-0 flex-col"
      onKeyDown={press}
    >
      <header className="flex h-14 shrink-0 items-center gap-1 px-2">
        {open ? (
          <IconButton label={t("budgets.backToList")} icon={ArrowLeft} onClick={showList} />
        ) : (
          single && (
            <IconButton
              label={t("tickets.panel.backToTalk")}
              icon={ArrowLeft}
              onClick={closeBudgets}
            />
          )
        )}
        <h2 className="min-w-0 flex-1 truncate px-2 font-semibold">
          {open
            ? open.number === null
              ? t("budgets.newTitle")
              : t("budgets.number", { number: open.number })
            : t("budgets.title", { count: openBudgets.value?.length ?? 0 })}
        </h2>
        <IconButton label={t("budgets.close")} icon={X} onClick={closeBudgets} />
      </header>
      {single && <LastWord ticket={ticket} />}
      {open ? (
        <BudgetForm
          key={open.budgetId}
          draft={open}
          ticketId={ticket.id}
          onSaved={(budget) => {
            putBudget(budget);
            setSaved(budget);
          }}
          onCancel={showList}
        />
      ) : (
        <BudgetList
          onNew={begin}
          onEdit={(budget) => void edit(budget)}
          onDelete={setToDelete}
          onConfirm={(budget) => void confirm(budget)}
          onSend={onSend}
        />
      )}
      {saved && (
        <SavedDialog
          budget={saved}
          busy={confirming}
          onConfirm={() => void confirm(saved)}
          onSend={onSend && (() => (setSent(saved), setSaved(null)))}
          onList={showList}
        />
      )}
      {sent && (
        <SendBudget
          budget={sent}
          address={addresses?.find(({ id }) => id === sent.contactAddressId)}
          ticket={ticket}
          onClose={() => setSent(null)}
          onSent={() => {
            setSent(null);
            closeBudgets();
          }}
        />
      )}
      {toDelete && (
        <ConfirmDelete
          path={`/budgets/${toDelete.id}`}
          text={t("budgets.number", { number: toDelete.number })}
          doneText={t("budgets.deleted")}
          onClose={() => setToDelete(null)}
          onDeleted={() => {
            dropBudget(toDelete.id);
            focus();
          }}
        />
      )}
      {needsDocument && (
        <DocumentDialog
          contactId={contactId}
          onClose={dropNeed}
          onDone={() => void confirm(needsDocument)}
        />
      )}
    </section>
  );
}
