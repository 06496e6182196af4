import { and, eq, gt, lte, sql } from "drizzle-orm";
import { z } from "zod";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { notFound } from "../../kit/db/page.ts";
import { Fault } from "../../kit/fault.ts";
import { arrayOf, bounded, id, line, money, zipCode } from "../../kit/http/fields.ts";
import { instantOf, moment } from "../../kit/http/moment.ts";
import type { HttpClient } from "../../kit/net/http-client.ts";
import { amountOf, centsOf } from "../../shared/money.ts";
import { mostChosen, mostItemOptions } from "../../shared/option-groups.ts";
import { routeTypes } from "../../shared/sales.ts";
import {
  cartLifetime,
  cartText,
  longestCartNote,
  longestLineNote,
  mostCartLines,
  newCartCode,
} from "../../shared/shop.ts";
import { hasThousandths, highestAmount } from "../../shared/units.ts";
import { fieldOf, messageOf, wireLine } from "../budgets/refusals.ts";
import { refuseTime } from "../budgets/wanted.ts";
import { addressOfZip, type ZipAddress } from "../contacts/zip.ts";
import { productNames } from "../products/products.ts";
import { priceCart, type PricedCart } from "./price-cart.ts";
import { findStore, type Shop } from "./shop.ts";
import { shopCarts, type CartAddress, type ShopCart, type ShownCart } from "./table.ts";

const option = z.object({
  optionId: id,
  amount: z.number().int().min(1).max(mostChosen).default(1),
});

const item = z.object({
  productId: id,
  amount: z.number().positive().max(highestAmount).refine(hasThousandths, "invalid"),
  note: line(longestLineNote).default(""),
  options: arrayOf(option, mostItemOptions)
    .refine((all) => new Set(all.map(({ optionId }) => optionId)).size === all.length, "taken")
    .default([]),
});

export const cartBody = z.object({
  orderItems: arrayOf(item, mostCartLines, 1),
  typeRoute: bounded(20)
    .transform((text) => text.toUpperCase())
    .pipe(z.enum(routeTypes)),
  zipCode: zipCode.nullish(),
  address: line(250).default(""),
  number: line(30).default(""),
  complement: line(255).default(""),
  neighborhood: line(150).default(""),
  wantedAt: moment.nullish(),
  couponCode: line(40).nullish(),
  notes: line(longestCartNote).nullish(),
  /** The total that the customer read. */
  total: money.optional(),
});
export type CartBody = z.infer<typeof cartBody>;

/** A cart as the file stores it. */
export const storedCart = z.object({
  items: arrayOf(item, mostCartLines, 1),
  typeRoute: z.enum(routeTypes),
  address: z
    .object({
      zipCode: bounded(8),
      address: bounded(250),
      number: bounded(30),
      complement: bounded(255),
      neighborhood: bounded(150),
      city: bounded(150),
      state: bounded(2),
    })
    .nullable(),
  wantedAt: z.number().int().min(0).max(8.64e15).nullable(),
  couponCode: bounded(40),
  notes: bounded(longestCartNote),
});

/** A company has at most so many carts that nobody has sent yet. */
const mostCarts = 5000;

type Services = { httpClient: HttpClient; cepUrl: string };

/**
 * Stores a stranger's cart for a day, and reserves nothing. Throws missing for the store, and invalid
 * for what can't be sold. Throws a conflict while the store is paused, and where the total is another
 * one now. rules.md#shop
 */
export async function createCart(
  shop: Shop,
  storeId: number,
  body: CartBody,
  services: Services,
): Promise<ShownCart> {
  const { db } = shop;
  findStore(db, storeId);
  const cart: ShopCart = {
    items: body.orderItems,
    typeRoute: body.typeRoute,
    address: body.typeRoute === "ENTREGA" ? await addressOf(body, services) : null,
    wantedAt: body.wantedAt ? instantOf(db, body.wantedAt) : null,
    couponCode: body.couponCode ?? "",
    notes: body.notes ?? "",
  };
  // The lookup of the postal code took a while, so the store is read again.
  const store = findStore(db, storeId);
  if (store.pausedUntil) throw paused(store.pausedUntil);
  const at = cart.wantedAt === null ? null : new Date(cart.wantedAt);
  if (!at && !store.isOpen) throw closed();
  const priced = priceCart(db, storeId, cart);
  refuseProblems(priced);
  refuseBelow(priced, centsOf(store.minimumOrder));
  const total = amountOf(priced.quote.total);
  if (body.total !== undefined && body.total !== total) throw changed(body.total, total);
  const code = db.write((tx) => {
    if (at) refuseTime(tx, at, { storeId });
    tx.delete(shopCarts)
      .where(lte(shopCarts.expiresAt, new Date(tx.now())))
      .run();
    if (tx.get<{ count: number }>(countCarts)!.count >= mostCarts) throw tooMany();
    const own = newCartCode(db.company);
    tx.insert(shopCarts)
      .values({
        code: own,
        storeId,
        cart,
        total,
        createdAt: new Date(tx.now()),
        expiresAt: new Date(tx.now() + cartLifetime),
      })
      .run();
    return own;
  });
  return show(shop, findCart(db, code), priced);
}

const countCarts = sql`SELECT count(*) AS count FROM ${shopCarts}`;

/**
 * A cart that nobody has sent yet, at today's prices. Throws missing, and a conflict with both totals
 * where they changed.
 */
export function readCart(shop: Shop, code: string): ShownCart {
  const row = findCart(shop.db, code);
  findStore(shop.db, row.storeId);
  const priced = priceCart(shop.db, row.storeId, row.cart);
  refuseProblems(priced);
  const total = amountOf(priced.quote.total);
  if (total !== row.total) throw changed(row.total, total);
  return show(shop, row, priced);
}

/** Throws missing. */
export function findCart(db: CompanyDb, code: string): typeof shopCarts.$inferSelect {
  const row = db
    .select()
    .from(shopCarts)
    .where(and(eq(shopCarts.code, code), gt(shopCarts.expiresAt, new Date(db.now()))))
    .get();
  if (!row) throw notFound("Este carrinho não existe mais");
  return row;
}

function show(
  { db, number }: Shop,
  { code, storeId, cart, expiresAt }: typeof shopCarts.$inferSelect,
  { quote, freight }: PricedCart,
): ShownCart {
  const names = productNames(
    db,
    cart.items.map(({ productId }) => productId),
  );
  return {
    code,
    storeId,
    orderItems: quote.lines.map((each) => {
      const { productId, unit, amount, note, options, unitary, total } = wireLine(each);
      const product = names.get(productId) ?? "";
      return { productId, name: product, unit, amount, note, options, unitary, total };
    }),
    typeRoute: cart.typeRoute,
    address: cart.address,
    wantedAt: cart.wantedAt === null ? null : new Date(cart.wantedAt),
    notes: cart.notes,
    subTotal: amountOf(quote.subTotal),
    discount: amountOf(quote.discount),
    freight: freight === null ? null : amountOf(freight),
    total: amountOf(quote.total),
    whatsappUrl: `https://wa.me/${number}?text=${encodeURIComponent(cartText(code))}`,
    expiresAt,
  };
}

/** The address that a postal code completes. Throws invalid for an unknown code. */
async function addressOf(body: CartBody, services: Services): Promise<CartAddress> {
  const { zipCode: zip, address, number, complement, neighborhood } = body;
  if (!zip) throw invalid({ zipCode: "required" }, "Diga o CEP da entrega");
  const place = await lookUp(zip, services);
  return {
    zipCode: zip,
    address: address || (place?.address ?? ""),
    number,
    complement,
    neighborhood: place?.neighborhood || neighborhood,
    city: place?.city ?? "",
    state: place?.state ?? "",
  };
}

/** Undefined where the service does not answer: people then read the address in the conversation. */
async function lookUp(
  zip: string,
  { httpClient, cepUrl }: Services,
): Promise<ZipAddress | undefined> {
  try {
    return await addressOfZip(httpClient, cepUrl, zip);
  } catch (thrown) {
    if (thrown instanceof Fault && thrown.reason === "ERR_CEP_UNAVAILABLE") return undefined;
    if (thrown instanceof Fault && thrown.reason === "ERR_CEP_NOT_FOUND")
      throw invalid({ zipCode: "invalid" }, thrown.message);
    throw thrown;
  }
}

/** The amounts that are left stay inside, so no limit of the stock is in the answer. */
function refuseProblems({ quote: { problems } }: PricedCart) {
  const [first] = problems;
  if (!first) return;
  const fields = problems.map((problem) => [shopField(fieldOf(problem)), "invalid"]);
  throw invalid(Object.fromEntries(fields) as Record<string, string>, messageOf(first));
}

const shopField = (field: string) =>
  field === "contactAddressId" ? "zipCode" : field === "couponId" ? "couponCode" : field;

function refuseBelow({ quote: { subTotal } }: PricedCart, minimum: number) {
  if (subTotal >= minimum) return;
  const text = `O pedido mínimo é de R$ ${amountOf(minimum).replace(".", ",")}`;
  throw new Fault("invalid", "ERR_BELOW_MINIMUM", {
    message: text,
    fields: { orderItems: "too_short" },
    details: { minimum: amountOf(minimum) },
  });
}

const invalid = (fields: Record<string, string>, message: string) =>
  new Fault("invalid", "ERR_VALIDATION", { message, fields });

const changed = (before: string, total: string) =>
  new Fault("conflict", "ERR_CART_CHANGED", {
    message: "Os preços mudaram: confira o pedido",
    details: { before, total },
  });

const paused = (until: Date) =>
  new Fault("conflict", "ERR_SHOP_PAUSED", {
    message: "A loja parou de receber pedidos por enquanto",
    details: { until: until.toISOString() },
  });

const closed = () =>
  new Fault("invalid", "ERR_SHOP_CLOSED", {
    message: "A loja está fechada agora: escolha um horário",
    fields: { wantedAt: "required" },
  });

const tooMany = () =>
  new Fault("busy", "ERR_TOO_MANY_TRIES", {
    message: "Há pedidos demais agora. Tente de novo mais tarde",
    details: { seconds: 600 },
  });
