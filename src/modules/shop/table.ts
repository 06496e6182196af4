import { sqliteTable, text, integer } from "drizzle-orm/sqlite-core";
import { instant, money } from "../../kit/db/table.ts";
import type { ItemOption } from "../budgets/table.ts";
import type { OfferedProduct } from "../products/table.ts";
import type { RouteType } from "../../shared/sales.ts";

/** A customer's address as they typed it, filled up by its postal code. */
export type CartAddress = {
  zipCode: string;
  address: string;
  number: string;
  complement: string;
  neighborhood: string;
  city: string;
  state: string;
};

/** The goods that a stranger chose, without a price. */
export type ShopCart = {
  items: {
    productId: number;
    amount: number;
    note: string;
    options: { optionId: number; amount: number }[];
  }[];
  typeRoute: RouteType;
  address: CartAddress | null;
  wantedAt: number | null;
  couponCode: string;
  notes: string;
};

export const shopCarts = sqliteTable("shopCarts", {
  code: text().primaryKey(),
  storeId: integer().notNull(),
  cart: text({ mode: "json" }).$type<ShopCart>().notNull(),
  total: money().notNull(),
  createdAt: instant().notNull(),
  expiresAt: instant().notNull(),
});

/** A store as its page shows it. */
export type ShopStore = {
  id: number;
  name: string;
  address: string | null;
  number: string | null;
  neighborhood: string | null;
  city: string | null;
  state: string | null;
  zipCode: string | null;
  /** Whether it takes orders for now. */
  isOpen: boolean;
  /** The next time when it opens, while it is closed. */
  opensAt: Date | null;
  pausedUntil: Date | null;
  prepMinutes: number;
  slotMinutes: number;
  minimumOrder: string;
};

export type ShopProduct = Pick<
  OfferedProduct,
  "id" | "name" | "description" | "unit" | "mediaPath" | "price" | "optionGroups"
> & {
  /** The usual price, where a promotion counts now. */
  priceBefore: string | null;
  isAvailable: boolean;
  isLow: boolean;
};

/** A store's products for strangers, by category. */
export type ShopMenu = {
  company: { name: string; slug: string };
  store: ShopStore;
  deliveryFees: { type: string; districts: { neighborhood: string; deliveryFee: string }[] };
  categories: { id: number | null; name: string | null; products: ShopProduct[] }[];
  hasMore: boolean;
};

/** A cart as its page shows it. */
export type ShownCart = {
  code: string;
  storeId: number;
  orderItems: {
    productId: number;
    name: string;
    unit: string;
    amount: number;
    note: string;
    options: ItemOption[];
    unitary: string;
    total: string;
  }[];
  typeRoute: RouteType;
  address: CartAddress | null;
  wantedAt: Date | null;
  notes: string;
  subTotal: string;
  discount: string;
  /** Null where people agree on it in the conversation. */
  freight: string | null;
  total: string;
  whatsappUrl: string;
  expiresAt: Date;
};
