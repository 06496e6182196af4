import { and, eq, gt } from "drizzle-orm";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { Fault } from "../../kit/fault.ts";
import { amountOf } from "../../shared/money.ts";
import { codeIn, companyOfCode } from "../../shared/shop.ts";
import { addBudget } from "../budgets/budgets.ts";
import { messageOf } from "../budgets/refusals.ts";
import { refuseTime } from "../budgets/wanted.ts";
import { addressesOf, maxAddresses, saveAddress } from "../contacts/addresses.ts";
import type { Message } from "../messages/table.ts";
import { productNames } from "../products/products.ts";
import { addSystemNote } from "../tickets/notes/notes.ts";
import type { TicketRow } from "../tickets/table.ts";
import { loadTicket } from "../tickets/tickets.ts";
import { priceCart, type PricedCart } from "./price-cart.ts";
import { shopCarts, type CartAddress, type ShopCart } from "./table.ts";

type Row = typeof shopCarts.$inferSelect;

/**
 * Turns the cart that a customer's message names into a budget of their conversation, at today's
 * prices. A note says what changed, or why there is no budget. The cart ends, so the same message
 * twice makes one budget. rules.md#shop
 */
export function takeCart(db: CompanyDb, message: Message | undefined) {
  if (!message || message.fromMe || message.mediaType !== "chat") return;
  const code = codeIn(message.body);
  if (code === undefined || companyOfCode(code) !== db.company) return;
  db.write((tx) => {
    const isLive = gt(shopCarts.expiresAt, new Date(tx.now()));
    const row = tx
      .select()
      .from(shopCarts)
      .where(and(eq(shopCarts.code, code), isLive))
      .get();
    const ticket = row && loadTicket(tx, message.ticketId);
    if (!ticket || ticket.isGroup) return;
    tx.delete(shopCarts).where(eq(shopCarts.code, code)).run();
    const remarks = budgetOf(tx, ticket, row);
    if (remarks.length > 0)
      addSystemNote(tx, ticket, [`Pedido ${code} da loja online`, ...remarks].join("\n"));
  });
}

/** Saves the budget. Returns the remarks that the team has to read. */
function budgetOf(tx: Tx, ticket: TicketRow, { storeId, cart, total }: Row): string[] {
  const { priced, remarks } = pricedNow(tx, storeId, cart);
  const problem = priced.quote.problems[0];
  const notes = cart.notes ? [`Observação: ${cart.notes}`] : [];
  if (problem) return [`Não virou orçamento: ${messageOf(problem)}`, itemsText(tx, cart), ...notes];
  const place = placeOf(tx, ticket.contactId, cart, priced);
  const time = wantedAt(tx, storeId, cart);
  const { quote, couponId } = place.remark
    ? priceCart(tx, storeId, { ...cart, typeRoute: "RETIRADA", couponCode: priced.couponCode })
    : priced;
  addBudget(tx, quote, {
    contactId: ticket.contactId,
    ticketId: ticket.id,
    storeId,
    userId: ticket.userId,
    typeRoute: place.remark ? "RETIRADA" : cart.typeRoute,
    channel: "WINDOW",
    contactAddressId: place.addressId,
    paymentId: null,
    installments: 1,
    changeFor: "0.00",
    couponId,
    wantedAt: time.at,
    courierId: null,
    subTotal: amountOf(quote.subTotal),
    freight: amountOf(quote.freight),
    discount: amountOf(quote.discount),
    total: amountOf(quote.total),
  });
  const now = amountOf(priced.quote.total);
  const moved = now === total ? [] : [`O cliente viu R$ ${total}, hoje são R$ ${now}`];
  return [...remarks, ...moved, ...time.remarks, ...(place.remark ? [place.remark] : []), ...notes];
}

/** The cart at today's prices; without its coupon, where that ended meanwhile. */
function pricedNow(
  tx: Tx,
  storeId: number,
  cart: ShopCart,
): { priced: PricedCart & { couponCode: string }; remarks: string[] } {
  const { couponCode } = cart;
  try {
    return { priced: { ...priceCart(tx, storeId, cart), couponCode }, remarks: [] };
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown;
    const without = priceCart(tx, storeId, { ...cart, couponCode: "" });
    return { priced: { ...without, couponCode: "" }, remarks: [thrown.message] };
  }
}

/**
 * The address of a delivery. The remark says that people have to agree on the delivery, where the
 * address has gaps or its fee goes by distance.
 */
function placeOf(
  tx: Tx,
  contactId: number,
  { address }: ShopCart,
  { freight }: PricedCart,
): { addressId: number | null; remark?: string } {
  if (!address) return { addressId: null };
  const isWhole = Object.entries(address).every(([name, text]) => optional.has(name) || text);
  if (freight === null || !isWhole)
    return { addressId: null, remark: `Entrega a combinar: ${addressText(address)}` };
  const own = addressesOf(tx, contactId);
  const existing = own.find(
    ({ zipCode, number }) => zipCode === address.zipCode && number === address.number,
  );
  if (existing) return { addressId: existing.id };
  if (own.length >= maxAddresses)
    return { addressId: null, remark: `Entrega a combinar: ${addressText(address)}` };
  return { addressId: saveAddress(tx, { ...address, contactId, type: "Entrega", ...noPoint }).id };
}

const optional = new Set(["complement"]);

const noPoint = { latitude: null, longitude: null };

const addressText = ({ zipCode, address, number, complement, ...town }: CartAddress) =>
  [address, number, complement, town.neighborhood, town.city, town.state, `CEP ${zipCode}`]
    .filter(Boolean)
    .join(", ");

/** The wanted time, unless it passed or filled up meanwhile. */
function wantedAt(tx: Tx, storeId: number, cart: ShopCart): { at: Date | null; remarks: string[] } {
  if (cart.wantedAt === null) return { at: null, remarks: [] };
  const at = new Date(cart.wantedAt);
  try {
    refuseTime(tx, at, { storeId });
    return { at, remarks: [] };
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown;
    const { timezone } = tx.about();
    const local = at.toLocaleString("pt-BR", {
      timeZone: timezone,
      dateStyle: "short",
      timeStyle: "short",
    });
    return { at: null, remarks: [`Pediu para ${local}: ${thrown.message}`] };
  }
}

function itemsText(tx: Tx, { items }: ShopCart): string {
  const names = productNames(
    tx,
    items.map(({ productId }) => productId),
  );
  return items.map((item) => `${item.amount} × ${names.get(item.productId) ?? "?"}`).join("\n");
}
