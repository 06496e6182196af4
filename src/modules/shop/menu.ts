import { eq } from "drizzle-orm";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { centsOf } from "../../shared/money.ts";
import { deliveryFees } from "../delivery-fees/table.ts";
import type { OfferedProduct } from "../products/table.ts";
import * as settings from "../settings/settings.ts";
import { offers } from "../stock/offers.ts";
import { findStore, type Shop } from "./shop.ts";
import type { ShopMenu, ShopProduct } from "./table.ts";

/** The most products of a page: a phone on a slow network shows it in a second. */
const pageSize = 60;

/**
 * The products that strangers may order in a store, by category. Costs, and how much is left, stay
 * inside. Throws missing.
 */
export function menuOf(
  { db, name, slug }: Shop,
  storeId: number,
  { searchParam = "", pageNumber = 1 }: { searchParam?: string; pageNumber?: number },
): ShopMenu {
  const store = findStore(db, storeId);
  const { products, hasMore } = offers(db, { storeId, searchParam, pageNumber, pageSize });
  const groups = Map.groupBy(products, ({ categoryId }) => categoryId);
  const categories = [...groups].map(([id, own]) => ({
    id,
    name: own[0]!.categoryName,
    products: own.map(shopProduct),
  }));
  return {
    company: { name, slug },
    store,
    deliveryFees: feesOf(db, storeId),
    categories: categories.toSorted(byName),
    hasMore,
  };
}

type Category = ShopMenu["categories"][number];

// Products without a category come last.
const byName = (one: Category, other: Category) =>
  Number(one.name === null) - Number(other.name === null) ||
  (one.name ?? "").localeCompare(other.name ?? "", "pt-BR");

function shopProduct(product: OfferedProduct): ShopProduct {
  const { id, name, description, unit, mediaPath, price, optionGroups } = product;
  const { sellingPrice, stock, lowStock } = product;
  return {
    id,
    name,
    description,
    unit,
    mediaPath,
    price,
    priceBefore: centsOf(price) < centsOf(sellingPrice) ? sellingPrice : null,
    optionGroups,
    isAvailable: stock > 0,
    isLow: stock > 0 && stock <= lowStock,
  };
}

function feesOf(db: CompanyDb, storeId: number): ShopMenu["deliveryFees"] {
  const type = settings.read(db, "deliveryFeeType");
  const districts =
    type === "neighborhood"
      ? db.select().from(deliveryFees).where(eq(deliveryFees.storeId, storeId)).all()
      : [];
  return {
    type,
    districts: districts.flatMap(({ neighborhood, deliveryFee }) =>
      neighborhood ? [{ neighborhood, deliveryFee }] : [],
    ),
  };
}
