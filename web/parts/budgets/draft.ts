import { signal } from "@preact/signals-react";
import type { CouponTerms, Discount, Terms } from "../../../src/pricing/terms.ts";
import { centsOf } from "../../../src/shared/money.ts";
import type { Channel, RouteType } from "../../../src/shared/sales.ts";
import { keyOf, type Line, unknownStock } from "../cart/line.ts";
import { me } from "../../session/session.ts";
import type { Contact } from "../../types.ts";
import type { Budget } from "../../inbox/open-budgets.ts";

export type AppliedCoupon = CouponTerms & { id: number; code: string };

/** The parts of a draft that only a sale at the counter has. */
export type CounterPart = {
  channel: Channel;
  /** The same sale sent again has the same id, so that it counts once. */
  clientId: string;
  contact: Pick<Contact, "id" | "name" | "number" | "profilePicUrl"> | null;
  notes: string;
  /** The customer takes the goods along. */
  isTaken: boolean;
};

/**
 * A budget that an agent is creating or changing, or a sale at the counter. Amounts are cents,
 * percentages hundredths.
 */
export type BudgetDraft = {
  budgetId: number | null;
  /** The `updatedAt` of a saved budget when it was read. */
  updatedAt?: string;
  number: number | null;
  /** Null for a sale to a customer without a name. */
  contactId: number | null;
  storeId: number | null;
  /** The seller. */
  userId: number | null;
  typeRoute: RouteType;
  contactAddressId: number | null;
  paymentId: number | null;
  installments: number;
  changeFor: number;
  discount: Discount | null;
  /** The saved discount, which the agent may leave unchanged; undefined in a new budget. */
  granted?: Terms["saved"];
  coupon: AppliedCoupon | null;
  lines: Line[];
  /** ISO; null or undefined for as soon as possible. */
  wantedAt?: string | null;
  /** Undefined beside a conversation. */
  counter?: CounterPart;
};

/**
 * The budget in the form; null while no form is open. It survives closing the panel, and a reload.
 */
export const draft = signal<BudgetDraft | null>(null);

/** Changes the draft, and stores it on this device. */
export function changeDraft(change: Partial<BudgetDraft>) {
  const before = draft.peek();
  if (!before) return;
  draft.value = { ...before, ...change };
  keep(draft.peek()!);
}

export const changeLine = (key: string, change: Partial<Line>) =>
  changeDraft({
    lines:
      draft.peek()?.lines.map((line) => (keyOf(line) === key ? { ...line, ...change } : line)) ??
      [],
  });

/** Opens a draft, stored or new. Its first change stores it. */
export const openDraft = (opened: BudgetDraft) => void (draft.value = opened);

/** Closes the form. Changes stay on this device. */
export const closeDraft = () => void (draft.value = null);

/** Deletes the draft after the agent saved or discarded it. */
export function dropDraft() {
  const open = draft.peek();
  if (open) localStorage.removeItem(storageKey(placeOf(open)));
  draft.value = null;
}

/** The stored draft for a contact, or of the counter. */
export function keptDraft(place: Place): BudgetDraft | null {
  try {
    return JSON.parse(localStorage.getItem(storageKey(place)) ?? "null") as BudgetDraft | null;
  } catch {
    return null;
  }
}

/** A new budget. Its store is the one that this agent sold from last. */
export const newDraft = (contactId: number | null): BudgetDraft => ({
  budgetId: null,
  number: null,
  contactId,
  storeId: Number(localStorage.getItem(storeKey())) || null,
  userId: me.peek()?.id ?? null,
  typeRoute: "ENTREGA",
  contactAddressId: null,
  paymentId: null,
  installments: 1,
  changeFor: 0,
  discount: null,
  coupon: null,
  lines: [],
});

export const rememberStore = (storeId: number) => localStorage.setItem(storeKey(), String(storeId));

/** A draft of a saved budget. The form reads current prices and stock afterwards. */
export function draftOfBudget(budget: Budget, coupon: AppliedCoupon | null): BudgetDraft {
  const {
    id,
    number,
    contactId,
    storeId,
    userId,
    typeRoute,
    contactAddressId,
    paymentId,
    installments,
    changeFor,
    discount,
    subTotal,
    orderItems,
  } = budget;
  const given = budget.couponId === null ? centsOf(discount) : 0;
  return {
    budgetId: id,
    updatedAt: budget.updatedAt,
    number,
    contactId,
    storeId,
    userId,
    typeRoute,
    contactAddressId,
    paymentId,
    installments,
    coupon,
    wantedAt: budget.wantedAt,
    changeFor: centsOf(changeFor),
    discount: given > 0 ? { value: given } : null,
    granted: { discount: given, subTotal: centsOf(subTotal) },
    lines: orderItems.map(lineOf),
  };
}

function lineOf(item: Budget["orderItems"][number], index: number): Line {
  const { productId, amount, unit, unitary, unitaryGross, product, options, note } = item;
  const [paid, gross] = [centsOf(unitary), centsOf(unitaryGross)];
  return {
    key: `${productId}-${index}`,
    productId,
    name: product.name,
    ean: null,
    picture: null,
    unit,
    amount,
    options: options.map(({ optionId, amount }) => ({ optionId, amount })),
    note,
    soldAt: {
      unitary: paid,
      unitaryGross: gross,
      options: options.map((option) => ({ ...option, price: centsOf(option.price) })),
    },
    isActive: true,
    price: { sellingPrice: gross, promotionPrice: paid < gross ? paid : 0, stock: unknownStock },
  };
}

/** A contact's conversation, or the counter. */
type Place = number | "counter";

const placeOf = ({ contactId, counter }: BudgetDraft): Place => (counter ? "counter" : contactId!);
const storageKey = (place: Place) => `budget:${me.peek()?.id ?? 0}:${place}`;
const storeKey = () => `budgetStore:${me.peek()?.id ?? 0}`;

function keep(changed: BudgetDraft) {
  try {
    localStorage.setItem(storageKey(placeOf(changed)), JSON.stringify(changed));
  } catch {
    // Storage is full or forbidden, so the draft lives as long as the page.
  }
}
