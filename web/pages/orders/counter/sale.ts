import { signal } from "@preact/signals-react";
import type { Quote } from "../../../../src/pricing/terms.ts";
import type { Channel } from "../../../../src/shared/sales.ts";
import { centsOf } from "../../../../src/shared/money.ts";
import { api } from "../../../kit/api.ts";
import {
  type BudgetDraft,
  changeDraft,
  type CounterPart,
  draft,
  dropDraft,
  keptDraft,
  newDraft,
  openDraft,
  rememberStore,
} from "../../../parts/budgets/draft.ts";
import { bodyOf } from "../../../parts/budgets/save.ts";
import { type Line, unknownStock } from "../../../parts/cart/line.ts";
import type { FullOrder } from "../../../parts/orders/types.ts";
import { me } from "../../../session/session.ts";
import type { Contact } from "../../../types.ts";

/** A sale that is over, for the slip and the change. */
export type Done = {
  order: FullOrder;
  change: number;
  sale: BudgetDraft;
  quoted: Quote;
  /** A Pix charge is shown until the bank reports it. */
  awaitsPix: boolean;
};

/** Money that the customer hands over, before the sale is sent. Cents. */
export type Handed = { paymentId: number; name: string; cents: number };

/** The sales that wait while others are served, the oldest first. */
export const heldSales = signal<BudgetDraft[]>([]);

/** Opens the stored sale of this device, or a new one. */
export function openSale() {
  heldSales.value = readHeld();
  openDraft(keptDraft("counter") ?? newSale());
}

/** Begins the next sale, in the same store. */
export function nextSale() {
  const storeId = draft.peek()?.storeId;
  dropDraft();
  const next = newSale();
  openDraft({ ...next, storeId: storeId ?? next.storeId });
}

/** Puts the open sale aside, and begins another one. */
export function holdSale() {
  const open = draft.peek();
  if (!open || open.lines.length === 0) return;
  storeHeld([...heldSales.peek(), open]);
  nextSale();
}

/** Goes on with a sale that waits. The open one waits instead, if it has items. */
export function resumeSale(sale: BudgetDraft) {
  const others = heldSales.peek().filter((each) => each !== sale);
  const open = draft.peek();
  storeHeld(open && open.lines.length > 0 ? [...others, open] : others);
  dropDraft();
  openDraft(sale);
  changeDraft({});
}

/** Puts an order's items and customer into the open sale; what was in it waits. */
export function beginAgain({ storeId, contact, orderItems }: FullOrder) {
  openSale();
  holdSale();
  const sale = newSale();
  const lines = orderItems.map(({ productId, product, amount, unit, unitary }): Line => ({
    productId,
    name: product.name,
    ean: null,
    picture: null,
    amount,
    unit,
    isActive: true,
    // The form reads today's price and stock.
    price: { sellingPrice: centsOf(unitary), promotionPrice: 0, stock: unknownStock },
  }));
  openDraft(sale);
  changeDraft({
    storeId,
    lines,
    contactId: contact?.id ?? null,
    counter: { ...sale.counter!, contact: contact && { ...contact, profilePicUrl: "" } },
  });
}

export function changeCounter(change: Partial<CounterPart>) {
  const open = draft.peek();
  if (open?.counter) changeDraft({ counter: { ...open.counter, ...change } });
}

/** Gives the sale a contact, or takes it away; an address belongs to its contact. */
export function setContact(contact: Contact | null) {
  const open = draft.peek();
  if (!open?.counter) return;
  changeDraft({
    contactId: contact?.id ?? null,
    contactAddressId: null,
    ...(contact === null && { typeRoute: "RETIRADA" as const }),
    counter: { ...open.counter, contact },
  });
}

export const setChannel = (channel: Channel) =>
  changeCounter({ channel, ...(channel === "PHONE" && { isTaken: false }) });

/**
 * Sells the open sale with what was handed over. `method` is the method of the rest; null where the
 * customer pays it later. Throws `ApiError`; then nothing is saved.
 */
export async function sell(
  quoted: Quote,
  handed: Handed[],
  method: number | null,
): Promise<FullOrder> {
  const open = draft.peek()!;
  const counter = open.counter!;
  const paymentId = method === null ? null : (handed[0]?.paymentId ?? method);
  const order = await api.post<FullOrder>("/orders", {
    ...bodyOf({ ...open, paymentId }, quoted, null),
    notes: counter.notes,
    clientId: counter.clientId,
    payLater: method === null,
    handedOver: open.typeRoute === "RETIRADA" && counter.isTaken,
    receipts: handed.map(({ paymentId, cents }) => ({
      paymentId,
      value: (cents / 100).toFixed(2),
    })),
  });
  if (open.storeId) rememberStore(open.storeId);
  return order;
}

const newSale = (): BudgetDraft => ({
  ...newDraft(null),
  typeRoute: "RETIRADA",
  counter: { channel: "COUNTER", clientId: newId(), contact: null, notes: "", isTaken: true },
});

// Plain http pages have no randomUUID.
const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

const heldKey = () => `heldSales:${me.peek()?.id ?? 0}`;

function readHeld(): BudgetDraft[] {
  try {
    return JSON.parse(localStorage.getItem(heldKey()) ?? "[]") as BudgetDraft[];
  } catch {
    return [];
  }
}

function storeHeld(sales: BudgetDraft[]) {
  heldSales.value = sales;
  try {
    localStorage.setItem(heldKey(), JSON.stringify(sales));
  } catch {
    // Storage is full or forbidden, so the sales live as long as the page.
  }
}
