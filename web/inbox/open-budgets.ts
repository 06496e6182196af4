import { computed, type Signal, signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import type * as budgetsTable from "../../src/modules/budgets/table.ts";
import type { Wire } from "../../src/shared/wire.ts";
import { api } from "../kit/api.ts";
import { live } from "../session/live.ts";
import { can } from "../session/can.ts";
import { plan } from "../session/session.ts";

export type Budget = Wire<budgetsTable.Budget>;

/** Whether this user may make budgets and the company's plan includes them. */
export const maySell = computed(() => plan.value?.useSales === true && can("budgets.write"));

/** The ticket whose budgets are open beside it. */
export const budgetsTicketId = signal<number | null>(null);

/**
 * Shows budgets beside the conversation. When they are open, moves the focus to them; from within
 * them, back to the conversation.
 */
export function toggleBudgets(ticketId: number) {
  const panel = document.querySelector<HTMLElement>("[data-budgets]");
  if (budgetsTicketId.peek() !== ticketId || !panel) return void (budgetsTicketId.value = ticketId);
  if (panel.contains(document.activeElement)) return closeBudgets();
  panel.querySelector<HTMLElement>("[data-autofocus]")?.focus();
}

/** Hides the panel. Budgets in progress stay. */
export function closeBudgets() {
  budgetsTicketId.value = null;
  requestAnimationFrame(() =>
    (
      document.querySelector<HTMLElement>("[data-composer]") ??
      document.querySelector<HTMLElement>("[data-show-budgets]")
    )?.focus(),
  );
}

/** The open budgets of the visible contact, newest first; null until they load. */
export const openBudgets: Signal<Budget[] | null> = signal(null);
export const openBudgetsFailed = signal(false);

/** Loads a contact's budgets into `openBudgets`. */
export function useOpenBudgets(contactId: number) {
  useSignals();
  const isAllowed = maySell.value;
  useEffect(() => {
    if (!isAllowed) return;
    shownContact = contactId;
    openBudgets.value = null;
    void readOpenBudgets();
  }, [contactId, isAllowed]);
}

export async function readOpenBudgets() {
  const contactId = shownContact;
  const rows = await api.get<{ data: Budget[] }>("/budgets/list", { contactId }).then(
    ({ data }) => data,
    () => null,
  );
  if (contactId !== shownContact) return;
  openBudgetsFailed.value = rows === null;
  if (rows) openBudgets.value = rows;
}

/** Stores a budget's new state. A budget that became an order is no longer open. */
export function putBudget(fresh: Budget) {
  const rows = openBudgets.peek();
  if (!rows || fresh.contactId !== shownContact) return;
  if (fresh.closedAt !== null) openBudgets.value = rows.filter(({ id }) => id !== fresh.id);
  else
    openBudgets.value = rows.some(({ id }) => id === fresh.id)
      ? rows.map((row) => (row.id === fresh.id ? fresh : row))
      : [fresh, ...rows];
}

export function dropBudget(budgetId: number) {
  openBudgets.value = openBudgets.peek()?.filter(({ id }) => id !== budgetId) ?? null;
}

let shownContact = 0;

live.on("budget", ({ action, budget, budgetId }) => {
  if (action === "delete") dropBudget(Number(budgetId));
  else putBudget(budget as Budget);
});
live.onReset(() => {
  if (openBudgets.peek()) void readOpenBudgets();
});
