import type { Database } from "bun:sqlite";
import { day, end, insert, insertContact, range, seededWith, size, staff } from "./seed.ts";
import { dice, pick, speaker } from "./words.ts";

/**
 * The size of a shop. All days have equally many orders: a shop with more orders has sold for
 * longer. `open` are budgets that a call may confirm.
 */
export type ShopSize = { products: number; orders: number; open: number };

export const storeCount = 3;
export const ordersPerDay = 200;
/** The last of the seed's days (YYYY-MM-DD). It has all its orders. */
export const lastDay = new Date(end).toISOString().slice(0, 10);

const times = { createdAt: end, updatedAt: end };
const kinds = "Pão Bolo Torta Suco Café Queijo Broa Biscoito Rosca Doce Salgado Leite".split(" ");

/** The folder with a shop of this size, made once. */
export const seededShop = (shop: ShopSize) =>
  seededWith(`shop${shop.products}x${shop.orders}`, (sqlite) => {
    staff(sqlite);
    sqlite.transaction(() => {
      sqlite.run("PRAGMA defer_foreign_keys = ON");
      customers(sqlite);
      catalogue(sqlite, shop);
      sold(sqlite, shop);
    })();
    sqlite.run("PRAGMA optimize = 0x10002");
  });

/** Inserts customers who have each had one conversation. */
function customers(sqlite: Database) {
  const roll = dice(3);
  for (let id = 1; id <= size.contacts; id++) {
    insertContact(sqlite, id, roll);
    insert(sqlite, "tickets", [
      {
        id,
        uuid: `00000000-0000-4000-8000-${String(id).padStart(12, "0")}`,
        status: "closed",
        contactId: id,
        whatsappId: 1,
        queueId: 1 + (id % size.queues),
        userId: sellerOf(id),
        lastMessageAt: end - id,
        ...times,
      },
    ]);
  }
}

function catalogue(sqlite: Database, { products }: ShopSize) {
  const roll = dice(4);
  const say = speaker(roll);
  insert(
    sqlite,
    "stores",
    range(storeCount, (id) => ({ id, name: `Loja ${id}`, ...times })),
  );
  sqlite.run("DELETE FROM orderStatus");
  insert(
    sqlite,
    "orderStatus",
    ["Pendente", "Em preparo", "Saiu para entrega", "Entregue", "Cancelado"].map((name, index) => ({
      id: index + 1,
      code: index + 1,
      name,
      color: "#0f766e",
      isCancelled: index === 4 ? 1 : 0,
      ...times,
    })),
  );
  sqlite.run("DELETE FROM payments");
  insert(
    sqlite,
    "payments",
    ["Dinheiro", "Pix", "Cartão de crédito", "Cartão de débito"].map((name, index) => ({
      id: index + 1,
      name,
      typePaymentId: index + 1,
      ...times,
    })),
  );
  for (let id = 1; id <= products; id++) {
    insert(sqlite, "products", [
      {
        id,
        name: `${pick(roll, kinds)} ${say(3)} ${id}`,
        code: `P${id}`,
        ean: String(7_890_000_000_000 + id),
        ...times,
      },
    ]);
    insert(
      sqlite,
      "productStores",
      range(storeCount, (storeId) => ({
        productId: id,
        storeId,
        stock: 1_000_000_000,
        costPrice: 50,
        sellingPrice: priceOf(id),
        ...times,
      })),
    );
  }
}

const columns =
  "contactId, storeId, userId, typeRoute, paymentId, subTotal, freight, discount, total, createdAt, updatedAt";

/**
 * Inserts orders of many days, each from a budget of its own, then open budgets. The last day's
 * orders have every status; nearly all earlier ones were delivered.
 */
function sold(sqlite: Database, { products, orders, open }: ShopSize) {
  const roll = dice(5);
  const upTo = (count: number) => 1 + Math.floor(roll() * count);
  for (let id = 1; id <= orders + open; id++) {
    const items = range(upTo(4), () => ({ productId: upTo(products), amount: upTo(5) })).map(
      ({ productId, amount }, position) => ({
        position,
        productId,
        amount: amount * 1000,
        unitary: priceOf(productId),
        unitaryGross: priceOf(productId),
        discount: 0,
        total: amount * priceOf(productId),
      }),
    );
    const total = items.reduce((sum, item) => sum + item.total, 0);
    const age = Math.max(0, orders - id);
    const at = end - Math.floor(age / ordersPerDay) * day - (age % ordersPerDay) * 60_000;
    const contactId = upTo(size.contacts);
    insert(sqlite, "budgets", [
      {
        id,
        number: id,
        contactId,
        storeId: upTo(storeCount),
        userId: sellerOf(contactId),
        typeRoute: "RETIRADA",
        paymentId: upTo(4),
        subTotal: total,
        freight: 0,
        discount: 0,
        total,
        orderId: id <= orders ? id : null,
        closedAt: id <= orders ? at : null,
        createdAt: at,
        updatedAt: at,
      },
    ]);
    insert(
      sqlite,
      "budgetItems",
      items.map((item) => ({ budgetId: id, ...item })),
    );
  }
  sqlite.run(
    `INSERT INTO orders (id, number, budgetId, statusId, emission, ${columns}) SELECT id, id, id, iif(?1 - id < ?2, 1 + id % 5, 4), createdAt, ${columns} FROM budgets WHERE orderId IS NOT NULL ORDER BY id`,
    [orders, ordersPerDay],
  );
  sqlite.run(
    "INSERT INTO orderItems SELECT budgetId, position, productId, (SELECT name FROM products WHERE id = productId), amount, unitary, unitaryGross, discount, total FROM budgetItems WHERE budgetId <= ?",
    [orders],
  );
  sqlite.run(
    "INSERT INTO orderHistory (orderId, statusId, name, userId, at) SELECT id, statusId, 'Pendente', userId, emission FROM orders",
  );
  sqlite.run(
    "INSERT INTO stockMovements (productId, storeId, amount, stock, reason, orderId, userId, createdAt) SELECT productId, storeId, -amount, 1000000, 'sale', orderId, userId, emission FROM orderItems JOIN orders ON orders.id = orderId",
  );
  insert(sqlite, "sequences", [
    { name: "budget", last: orders + open },
    { name: "order", last: orders },
  ]);
}

const priceOf = (productId: number) => 100 + ((productId * 37) % 9000);

/** The user who talked to a customer also sells to them. */
const sellerOf = (contactId: number) => 2 + (contactId % (size.users - 1));
