import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { canSee, type Me } from "../../kit/db/audience.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { arrayOf, bounded, id, line, money } from "../../kit/http/fields.ts";
import type { Tx } from "../../kit/db/company-db.ts";
import { moment } from "../../kit/http/moment.ts";
import { query } from "../../kit/db/query.ts";
import { quote } from "../../pricing/quote.ts";
import type { Cart, Quote, Terms } from "../../pricing/terms.ts";
import { amountOf, centsOf } from "../../shared/money.ts";
import { channels, routeTypes } from "../../shared/sales.ts";
import { mostCartOptions, mostChosen, mostItemOptions } from "../../shared/option-groups.ts";
import { hasThousandths, highestAmount } from "../../shared/units.ts";
import { contactAddresses } from "../contacts/table.ts";
import { notErased } from "../contacts/contacts.ts";
import { coupons } from "../coupons/table.ts";
import { tickets } from "../tickets/table.ts";
import { audienceOf } from "../tickets/audience.ts";
import { findTicket } from "../tickets/tickets.ts";
import { kitItems } from "../products/kits.ts";
import { users } from "../users/table.ts";
import { refuseOtherFigures, refuseProblems } from "./refusals.ts";
import { problemsOfItems, promisedItems } from "./promised.ts";
import type { BudgetItem, BudgetRow } from "./table.ts";
import { termsFor } from "./terms.ts";

const amount = money.optional();
const named = z.object({ id: id.nullish(), name: bounded(500).nullish() });
const item = z.object({
  id: id.nullish(),
  productId: id,
  /** In the product's unit; 0 removes the item. */
  amount: z.number().min(0).max(highestAmount).refine(hasThousandths, "invalid"),
  unitary: amount,
  unitaryGross: amount,
  discount: amount,
  total: amount,
  product: named.or(bounded(500)).nullish(),
  note: line(200).optional(),
  options: arrayOf(
    z.object({
      optionId: id,
      amount: z.number().int().min(1).max(mostChosen).default(1),
      name: bounded(500).nullish(),
      price: amount,
      priceMode: bounded(10).nullish(),
    }),
    mostItemOptions,
  )
    .refine((all) => new Set(all.map(({ optionId }) => optionId)).size === all.length, "taken")
    .optional(),
  /** Not read: a form sends back what it read. */
  unit: bounded(10).nullish(),
  kit: kitItems.nullish(),
});
const installments = z.number().int().min(1).max(999).optional();
const method = z.object({
  id,
  name: bounded(500).nullish(),
  value: amount.nullable(),
  changeFor: amount.nullable(),
  installments: installments.nullable(),
});

/** The most products in one budget. */
const maxItems = 200;

export const budgetBody = z.object({
  contactId: id,
  ticketId: id.nullish(),
  storeId: id,
  /** The seller; the saving user by default. */
  userId: id.nullish(),
  typeRoute: bounded(20)
    .transform((text) => text.toUpperCase())
    .pipe(z.enum(routeTypes))
    .meta({ examples: routeTypes }),
  channel: z.enum(channels).optional(),
  contactAddressId: id.nullish(),
  paymentId: id.nullish(),
  payments: z
    .object({ prepaid: amount.nullable(), pending: amount.nullable(), methods: arrayOf(method, 1) })
    .optional(),
  installments,
  changeFor: amount.nullable(),
  couponId: id.nullish(),
  wantedAt: moment.nullish(),
  courierId: id.nullish(),
  discount: amount,
  subTotal: amount,
  freight: amount,
  total: amount,
  orderItems: arrayOf(item, maxItems).refine(
    (items) => items.reduce((sum, { options = [] }) => sum + options.length, 0) <= mostCartOptions,
    "too_long",
  ),
});
export type BudgetBody = z.infer<typeof budgetBody>;

/** A cart to price: a budget, or a sale that may have no contact. */
export type CartBody = Omit<BudgetBody, "contactId"> & {
  contactId: number | null;
  /** The contact pays later, so no method is agreed. */
  payLater?: boolean;
};

/** A budget or an order before its change. */
type Saved = Pick<BudgetRow, "userId" | "couponId" | "discount" | "subTotal">;

/**
 * The part of an order's terms that a later change keeps: its lines, and the terms that `terms`
 * restores.
 */
type Sold = { orderItems: BudgetItem[]; terms: (today: Terms) => Terms };

/**
 * Prices a cart from the company's own rows. Throws missing for a ticket that `me` may not see.
 * Throws invalid for missing rows, for each problem that prevents the sale, and for figures that
 * differ from the server's. rules.md#quote
 */
export function price(
  tx: Tx,
  me: Me,
  body: CartBody,
  before: Saved | null = null,
  sold: Sold | null = null,
): { quote: Quote; values: ReturnType<typeof valuesOf> } {
  const [method] = body.payments?.methods ?? [];
  const paymentId = body.payLater ? null : (body.paymentId ?? method?.id ?? null);
  const userId = body.userId ?? before?.userId ?? me.id;
  if (body.contactId !== null) notErased(tx, body.contactId);
  if (!userQuery(tx).get({ id: userId }) || !sellsFor(me, userId, before?.userId ?? null))
    throw invalidFields({ userId: "invalid" });
  const today = termsFor(tx, {
    storeId: body.storeId,
    productIds: body.orderItems.map(({ productId }) => productId),
    paymentId,
    couponId: body.couponId ?? null,
    userId: me.id,
  });
  const terms: Terms = {
    ...(sold?.terms(today) ?? today),
    saved: before ? grantedIn(before) : undefined,
  };
  const items = promisedItems(body.orderItems, sold?.orderItems ?? [], terms);
  if (body.couponId && !terms.coupon) throw invalidCoupon(tx, body.couponId);
  const address = body.typeRoute === "ENTREGA" ? addressFor(tx, body) : null;
  const cart: Cart = {
    items,
    typeRoute: body.typeRoute,
    address,
    discount: body.couponId || !body.discount ? null : { value: centsOf(body.discount) },
    installments: method?.installments ?? body.installments ?? 1,
    changeFor: centsOf(method?.changeFor ?? body.changeFor ?? "0"),
    payLater: body.payLater,
  };
  const figures = quote(terms, cart);
  const worked = { ...figures, problems: problemsOfItems(figures.problems, items) };
  refuseProblems(worked);
  const sent = Object.fromEntries(
    (["subTotal", "freight", "discount", "total"] as const).flatMap((name) =>
      body[name] === undefined ? [] : [[name, centsOf(body[name])]],
    ),
  );
  refuseOtherFigures(worked, {
    ...sent,
    unitary: items.map(({ unitary }) => (unitary === undefined ? undefined : centsOf(unitary))),
  });
  return {
    quote: worked,
    values: valuesOf(body, worked, {
      userId,
      paymentId,
      ticketId: ticketFor(tx, me, body),
      contactAddressId: address?.id ?? null,
      changeFor: terms.payment?.change ? cart.changeFor : 0,
    }),
  };
}

/** The discount that a user granted; a coupon's discount counts as none. */
const grantedIn = ({ couponId, discount, subTotal }: Saved) => ({
  discount: couponId === null ? centsOf(discount) : 0,
  subTotal: centsOf(subTotal),
});

// Users sell in their own name, so that no sale counts for another user. rules.md#quote
const sellsFor = (me: Me, userId: number, sellerBefore: number | null) =>
  me.profile === "admin" || userId === me.id || userId === sellerBefore;

function valuesOf(
  { contactId, storeId, typeRoute, couponId }: CartBody,
  { subTotal, freight, discount, total, installments }: Quote,
  chosen: {
    userId: number;
    paymentId: number | null;
    ticketId: number | null;
    contactAddressId: number | null;
    changeFor: number;
  },
) {
  return {
    ...chosen,
    changeFor: amountOf(chosen.changeFor),
    contactId,
    storeId,
    typeRoute,
    installments,
    couponId: couponId ?? null,
    subTotal: amountOf(subTotal),
    freight: amountOf(freight),
    discount: amountOf(discount),
    total: amountOf(total),
  };
}

/** The address, which must be the contact's own; null where the cart has none. */
function addressFor(tx: Tx, { contactId, contactAddressId }: CartBody) {
  if (!contactAddressId) return null;
  if (contactId === null) throw invalidFields({ contactId: "required" });
  const own = and(
    eq(contactAddresses.id, contactAddressId),
    eq(contactAddresses.contactId, contactId),
  );
  const { id, latitude, longitude, neighborhood } = contactAddresses;
  const address = tx
    .select({ id, latitude, longitude, neighborhood })
    .from(contactAddresses)
    .where(own)
    .get();
  if (!address) throw invalidFields({ contactAddressId: "invalid" });
  return address;
}

/** The ticket of the sale: the named one, or the contact's active one that `me` sees. */
function ticketFor(tx: Tx, me: Me, { contactId, ticketId }: CartBody): number | null {
  if (ticketId) {
    if (findTicket(tx, me, ticketId).contactId !== contactId)
      throw invalidFields({ ticketId: "invalid" });
    return ticketId;
  }
  if (contactId === null) return null;
  return (
    activeTickets(tx)
      .all({ contactId })
      .find((ticket) => canSee(me, audienceOf(ticket)))?.id ?? null
  );
}

// Open tickets before pending ones.
const { id: ticketKey, queueId, whatsappId, userId, status } = tickets;
const activeTickets = query((db) =>
  db
    .select({ id: ticketKey, queueId, whatsappId, userId, status })
    .from(tickets)
    .where(
      and(
        eq(tickets.contactId, sql.placeholder("contactId")),
        inArray(status, ["open", "pending"]),
      ),
    )
    .orderBy(status),
);

const userQuery = query((db) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, sql.placeholder("id"))),
);

function invalidCoupon(tx: Tx, couponId: number) {
  const code =
    tx.select({ code: coupons.code }).from(coupons).where(eq(coupons.id, couponId)).get()?.code ??
    "";
  return new Fault("invalid", "ERR_COUPON_INVALID", {
    message: `Cupom "${code}" inválido ou expirado.`,
    fields: { couponId: "invalid" },
    details: { code },
  });
}
