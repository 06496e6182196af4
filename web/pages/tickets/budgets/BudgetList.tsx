import { useSignals } from "@preact/signals-react/runtime";
import { CircleCheckBig, Pencil, Plus, ReceiptText, SendHorizontal, Trash2 } from "lucide-react";
import {
  type Budget,
  openBudgets,
  openBudgetsFailed,
  readOpenBudgets,
} from "../../../inbox/open-budgets.ts";
import { Empty } from "../../../kit/Empty.tsx";
import { IconButton } from "../../../kit/IconButton.tsx";
import { Delayed, Skeleton } from "../../../kit/Skeleton.tsx";
import { deduction, money, useTranslation } from "../../../kit/text.ts";
import { itemText } from "../../../parts/products/amounts.ts";
import { LoadFailed } from "../../../lists/NextPage.tsx";

export type BudgetActions = {
  onNew: () => void;
  onEdit: (budget: Budget) => void;
  onDelete: (budget: Budget) => void;
  onConfirm: (budget: Budget) => void;
  /** Undefined when the agent cannot send: the ticket is not open. */
  onSend: ((budget: Budget) => void) | undefined;
};

/** A contact's open budgets, newest first. */
export function BudgetList({ onNew, ...actions }: BudgetActions) {
  useSignals();
  const { t } = useTranslation();
  const rows = openBudgets.value;
  return (
    <div data-scrolls className="min-h-0 flex-1 overflow-y-auto px-4 pb-4">
      <button type="button" data-autofocus className="btn btn-primary btn-block" onClick={onNew}>
        <Plus size={18} aria-hidden />
        {t("budgets.new")}
      </button>
      {rows === null && openBudgetsFailed.value && (
        <LoadFailed retry={() => void readOpenBudgets()} />
      )}
      {rows === null && !openBudgetsFailed.value && (
        <Delayed>
          <Skeleton className="mt-3 h-40 w-full" />
        </Delayed>
      )}
      {rows?.length === 0 && (
        <Empty icon={ReceiptText} title={t("budgets.none")} text={t("budgets.noneText")} />
      )}
      <ul className="mt-3 flex flex-col gap-3">
        {rows?.map((budget) => (
          <BudgetCard key={budget.id} budget={budget} {...actions} />
        ))}
      </ul>
    </div>
  );
}

export function BudgetCard({
  budget,
  onEdit,
  onDelete,
  onConfirm,
  onSend,
}: { budget: Budget } & Omit<BudgetActions, "onNew">) {
  const { t } = useTranslation();
  const { number, store, user, payments, subTotal, freight, discount, total, orderItems } = budget;
  const [method] = payments.methods;
  const facts = [
    [t("budgets.store"), store.name],
    [t("budgets.seller"), user?.name ?? "–"],
    [
      t("budgets.payment"),
      method ? `${method.name}${method.installments > 1 ? ` ${method.installments}x` : ""}` : "–",
    ],
    [t("budgets.subTotal"), money(subTotal)],
    [t("budgets.discountTotal"), deduction(discount)],
    [t("budgets.freight"), money(freight)],
  ];
  return (
    <li aria-label={t("budgets.number", { number })} className="card-quiet px-3 pt-2.5 pb-2">
      <div className="flex items-baseline justify-between gap-2">
        <h3 className="font-semibold">{t("budgets.number", { number })}</h3>
        <p className="tabular font-semibold">
          <span className="text-muted text-small font-normal">{t("budgets.total")} </span>
          {money(total)}
        </p>
      </div>
      <p className="text-muted text-small line-clamp-2 break-words">
        {orderItems.map(itemText).join(", ")}
      </p>
      <dl className="text-small tabular mt-1.5 grid grid-cols-2 gap-x-3 gap-y-0.5">
        {facts.map(([label, value]) => (
          <div key={label} className="flex min-w-0 gap-1">
            <dt className="text-muted shrink-0">{label}</dt>
            <dd className="min-w-0 truncate" title={value}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-2 flex items-center gap-0.5">
        <button type="button" className="btn btn-sm mr-auto" onClick={() => onConfirm(budget)}>
          <CircleCheckBig size={16} aria-hidden />
          {t("budgets.confirm")}
        </button>
        {onSend && (
          <IconButton
            label={t("budgets.send.of", { number })}
            icon={SendHorizontal}
            onClick={() => onSend(budget)}
          />
        )}
        <IconButton
          label={t("budgets.editOf", { number })}
          icon={Pencil}
          onClick={() => onEdit(budget)}
        />
        <IconButton
          label={t("budgets.deleteOf", { number })}
          icon={Trash2}
          className="text-muted hover:text-error focus-visible:text-error"
          onClick={() => onDelete(budget)}
        />
      </div>
    </li>
  );
}
