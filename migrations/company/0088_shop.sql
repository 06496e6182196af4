-- The page of a store for customers. rules.md#shop
ALTER TABLE stores ADD COLUMN windowOpen INTEGER NOT NULL DEFAULT 0;
ALTER TABLE stores ADD COLUMN windowPausedUntil INTEGER;
ALTER TABLE stores ADD COLUMN minimumOrder INTEGER NOT NULL DEFAULT 0; -- cents

-- Carts of strangers, for a day. A message with the code turns one into a budget, and the row goes.
CREATE TABLE shopCarts (
  code TEXT PRIMARY KEY,
  storeId INTEGER NOT NULL REFERENCES stores (id) ON DELETE CASCADE,
  cart TEXT NOT NULL, -- JSON
  total INTEGER NOT NULL, -- cents, as the customer read it
  createdAt INTEGER NOT NULL,
  expiresAt INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX shopCarts_expiresAt ON shopCarts (expiresAt);
CREATE INDEX shopCarts_storeId ON shopCarts (storeId);
