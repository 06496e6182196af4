-- A store's account with a Pix gateway. Its id is the store's.
CREATE TABLE pixAccounts (
  id INTEGER PRIMARY KEY REFERENCES stores (id) ON DELETE CASCADE,
  pixKey TEXT NOT NULL,
  efiUrl TEXT NOT NULL,
  clientId TEXT NOT NULL,
  clientSecret TEXT NOT NULL,
  certificate TEXT NOT NULL,
  updatedAt INTEGER NOT NULL
);

-- The charges that a gateway made for orders. An order that may still be paid stays.
CREATE TABLE pixCharges (
  txid TEXT PRIMARY KEY,
  orderId INTEGER NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  storeId INTEGER NOT NULL REFERENCES stores (id) ON DELETE CASCADE,
  value INTEGER NOT NULL,
  code TEXT NOT NULL,
  createdAt INTEGER NOT NULL,
  expiresAt INTEGER NOT NULL,
  checkedAt INTEGER,
  isOver INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX pixCharges_order ON pixCharges (orderId, createdAt);
CREATE INDEX pixCharges_store ON pixCharges (storeId);
