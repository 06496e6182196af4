-- The last number that was given out, for each thing that is numbered without gaps.
CREATE TABLE sequences (
  name TEXT PRIMARY KEY,
  last INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What was offered to a customer, in cents. A closed one became an order, or its order is gone.
CREATE TABLE budgets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  number INTEGER NOT NULL UNIQUE,
  contactId INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  ticketId INTEGER REFERENCES tickets (id) ON DELETE SET NULL,
  storeId INTEGER NOT NULL REFERENCES stores (id) ON DELETE RESTRICT,
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL, -- who sells
  typeRoute TEXT NOT NULL CHECK (typeRoute IN ('ENTREGA', 'RETIRADA')),
  channel TEXT NOT NULL DEFAULT 'WHATSAPP',
  contactAddressId INTEGER REFERENCES contactAddresses (id) ON DELETE SET NULL,
  paymentId INTEGER NOT NULL REFERENCES payments (id) ON DELETE RESTRICT,
  installments INTEGER NOT NULL DEFAULT 1,
  changeFor INTEGER NOT NULL DEFAULT 0, -- 0: no change is wanted
  couponId INTEGER REFERENCES coupons (id) ON DELETE RESTRICT,
  subTotal INTEGER NOT NULL CHECK (subTotal >= 0),
  freight INTEGER NOT NULL CHECK (freight >= 0),
  discount INTEGER NOT NULL CHECK (discount BETWEEN 0 AND subTotal),
  increase INTEGER NOT NULL DEFAULT 0,
  total INTEGER NOT NULL CHECK (total = subTotal - discount + freight + increase),
  orderId INTEGER REFERENCES orders (id) ON DELETE SET NULL,
  closedAt INTEGER,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX budgets_contact ON budgets (contactId, id);
CREATE INDEX budgets_ticket ON budgets (ticketId) WHERE ticketId IS NOT NULL;
CREATE INDEX budgets_user ON budgets (userId) WHERE userId IS NOT NULL;
CREATE INDEX budgets_store ON budgets (storeId);
CREATE INDEX budgets_payment ON budgets (paymentId);
CREATE INDEX budgets_coupon ON budgets (couponId) WHERE couponId IS NOT NULL;
CREATE INDEX budgets_address ON budgets (contactAddressId) WHERE contactAddressId IS NOT NULL;
CREATE INDEX budgets_order ON budgets (orderId) WHERE orderId IS NOT NULL;
CREATE INDEX budgets_day ON budgets (createdAt);

CREATE TABLE budgetItems (
  budgetId INTEGER NOT NULL REFERENCES budgets (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  productId INTEGER NOT NULL REFERENCES products (id) ON DELETE RESTRICT,
  amount INTEGER NOT NULL CHECK (amount > 0),
  unitary INTEGER NOT NULL,
  unitaryGross INTEGER NOT NULL, -- without promotion
  discount INTEGER NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (budgetId, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX budgetItems_product ON budgetItems (productId);

-- What was sold. Its figures stay when the contact, the seller or the ticket goes.
CREATE TABLE orders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  number INTEGER NOT NULL UNIQUE,
  budgetId INTEGER UNIQUE REFERENCES budgets (id) ON DELETE SET NULL,
  statusId INTEGER NOT NULL REFERENCES orderStatus (id) ON DELETE RESTRICT,
  emission INTEGER NOT NULL,
  contactId INTEGER REFERENCES contacts (id) ON DELETE SET NULL,
  ticketId INTEGER REFERENCES tickets (id) ON DELETE SET NULL,
  storeId INTEGER NOT NULL REFERENCES stores (id) ON DELETE RESTRICT,
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  typeRoute TEXT NOT NULL CHECK (typeRoute IN ('ENTREGA', 'RETIRADA')),
  channel TEXT NOT NULL DEFAULT 'WHATSAPP',
  contactAddressId INTEGER REFERENCES contactAddresses (id) ON DELETE SET NULL,
  contactAddress TEXT, -- as it was, JSON
  paymentId INTEGER NOT NULL REFERENCES payments (id) ON DELETE RESTRICT,
  installments INTEGER NOT NULL DEFAULT 1,
  changeFor INTEGER NOT NULL DEFAULT 0,
  couponId INTEGER REFERENCES coupons (id) ON DELETE RESTRICT,
  subTotal INTEGER NOT NULL CHECK (subTotal >= 0),
  freight INTEGER NOT NULL CHECK (freight >= 0),
  discount INTEGER NOT NULL CHECK (discount BETWEEN 0 AND subTotal),
  increase INTEGER NOT NULL DEFAULT 0,
  total INTEGER NOT NULL CHECK (total = subTotal - discount + freight + increase),
  notes TEXT NOT NULL DEFAULT '',
  cancelledAt INTEGER, -- since when its stock and its coupon are given back
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX orders_day ON orders (emission, id);
CREATE INDEX orders_status ON orders (statusId, id);
-- With userId, so that the orders of one's customers can be counted from it alone.
CREATE INDEX orders_contact ON orders (contactId, userId, id) WHERE contactId IS NOT NULL;
CREATE INDEX orders_ticket ON orders (ticketId) WHERE ticketId IS NOT NULL;
CREATE INDEX orders_user ON orders (userId, id) WHERE userId IS NOT NULL;
CREATE INDEX orders_store ON orders (storeId);
CREATE INDEX orders_payment ON orders (paymentId);
CREATE INDEX orders_coupon ON orders (couponId) WHERE couponId IS NOT NULL;
CREATE INDEX orders_address ON orders (contactAddressId) WHERE contactAddressId IS NOT NULL;

CREATE TABLE orderItems (
  orderId INTEGER NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  productId INTEGER NOT NULL REFERENCES products (id) ON DELETE RESTRICT,
  name TEXT NOT NULL, -- the product's, as it was called then
  amount INTEGER NOT NULL CHECK (amount > 0),
  unitary INTEGER NOT NULL,
  unitaryGross INTEGER NOT NULL,
  discount INTEGER NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (orderId, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX orderItems_product ON orderItems (productId);

-- Who gave an order which status, and whether its customer was told so.
CREATE TABLE orderHistory (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  orderId INTEGER NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  statusId INTEGER REFERENCES orderStatus (id) ON DELETE SET NULL,
  name TEXT NOT NULL, -- the status's, as it was called then
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  told INTEGER NOT NULL DEFAULT 0,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX orderHistory_order ON orderHistory (orderId, id);
CREATE INDEX orderHistory_status ON orderHistory (statusId) WHERE statusId IS NOT NULL;
CREATE INDEX orderHistory_user ON orderHistory (userId) WHERE userId IS NOT NULL;
