-- The cash drawer of a person in a store, from its opening to its count. Amounts are cents.
CREATE TABLE tills (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  storeId INTEGER NOT NULL REFERENCES stores (id) ON DELETE RESTRICT,
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  openingAmount INTEGER NOT NULL CHECK (openingAmount >= 0),
  openedAt INTEGER NOT NULL,
  closedAt INTEGER, -- null: it is open
  closedById INTEGER REFERENCES users (id) ON DELETE SET NULL,
  reason TEXT NOT NULL DEFAULT '', -- of a difference
  rest INTEGER CHECK (rest >= 0), -- cash that stays for the next opening
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX tills_open ON tills (userId, storeId) WHERE closedAt IS NULL;
CREATE INDEX tills_user ON tills (userId, id) WHERE userId IS NOT NULL;
CREATE INDEX tills_store ON tills (storeId, id);
CREATE INDEX tills_closedBy ON tills (closedById) WHERE closedById IS NOT NULL;

-- Cash that was put into a till or taken out of it.
CREATE TABLE tillMovements (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  tillId INTEGER NOT NULL REFERENCES tills (id) ON DELETE RESTRICT,
  kind TEXT NOT NULL CHECK (kind IN ('in', 'out')),
  value INTEGER NOT NULL CHECK (value > 0),
  reason TEXT NOT NULL,
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX tillMovements_till ON tillMovements (tillId, id);
CREATE INDEX tillMovements_user ON tillMovements (userId) WHERE userId IS NOT NULL;

-- The count of a closed till, for each method of payment.
CREATE TABLE tillCounts (
  tillId INTEGER NOT NULL REFERENCES tills (id) ON DELETE RESTRICT,
  paymentId INTEGER NOT NULL REFERENCES payments (id) ON DELETE RESTRICT,
  expected INTEGER NOT NULL,
  counted INTEGER NOT NULL, -- below zero where more went back than came
  PRIMARY KEY (tillId, paymentId)
) STRICT, WITHOUT ROWID;
CREATE INDEX tillCounts_payment ON tillCounts (paymentId);

-- Money that came for an order, and money that went back. No row is ever deleted.
CREATE TABLE receipts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  orderId INTEGER NOT NULL REFERENCES orders (id) ON DELETE RESTRICT,
  paymentId INTEGER NOT NULL REFERENCES payments (id) ON DELETE RESTRICT,
  value INTEGER NOT NULL CHECK (value <> 0), -- below zero for a refund
  change INTEGER NOT NULL DEFAULT 0 CHECK (change >= 0), -- cash that was given back at once
  note TEXT NOT NULL DEFAULT '',
  refundOf INTEGER REFERENCES receipts (id) ON DELETE RESTRICT,
  isCredit INTEGER NOT NULL DEFAULT 0 CHECK (isCredit IN (0, 1)), -- moved from or to another order
  tillId INTEGER REFERENCES tills (id) ON DELETE RESTRICT,
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  clientId TEXT, -- by which a request that comes again is known
  at INTEGER NOT NULL,
  CHECK ((value < 0) = (refundOf IS NOT NULL)),
  CHECK (change = 0 OR value > 0)
) STRICT;
CREATE INDEX receipts_order ON receipts (orderId, id);
CREATE UNIQUE INDEX receipts_client ON receipts (orderId, clientId) WHERE clientId IS NOT NULL;
CREATE INDEX receipts_payment ON receipts (paymentId);
CREATE INDEX receipts_refund ON receipts (refundOf) WHERE refundOf IS NOT NULL;
CREATE INDEX receipts_till ON receipts (tillId, paymentId) WHERE tillId IS NOT NULL;
CREATE INDEX receipts_user ON receipts (userId) WHERE userId IS NOT NULL;
CREATE INDEX receipts_day ON receipts (at);

-- The sum of an order's receipts. Null: the order is older than receipts, and none came since.
ALTER TABLE orders ADD COLUMN received INTEGER CHECK (received >= 0);
-- Money that went back to the customer, or to another order of theirs.
ALTER TABLE orders ADD COLUMN refunded INTEGER NOT NULL DEFAULT 0 CHECK (refunded >= 0);
CREATE INDEX orders_money ON orders (received, refunded, total, cancelledAt);

ALTER TABLE orderHistory ADD COLUMN receiptId INTEGER REFERENCES receipts (id) ON DELETE SET NULL;
CREATE INDEX orderHistory_receipt ON orderHistory (receiptId) WHERE receiptId IS NOT NULL;
