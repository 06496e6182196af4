-- A count of what a store has. At its end the differences become movements.
CREATE TABLE stockCounts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  storeId INTEGER NOT NULL REFERENCES stores (id) ON DELETE RESTRICT,
  categoryId INTEGER REFERENCES categories (id) ON DELETE SET NULL, -- null: all products
  category TEXT, -- its name when the count began
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  closedAt INTEGER, -- null: it goes on
  closedById INTEGER REFERENCES users (id) ON DELETE SET NULL,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX stockCounts_open ON stockCounts (storeId) WHERE closedAt IS NULL;
CREATE INDEX stockCounts_store ON stockCounts (storeId, id);
CREATE INDEX stockCounts_category ON stockCounts (categoryId) WHERE categoryId IS NOT NULL;
CREATE INDEX stockCounts_user ON stockCounts (userId) WHERE userId IS NOT NULL;
CREATE INDEX stockCounts_closedBy ON stockCounts (closedById) WHERE closedById IS NOT NULL;

-- Amounts are thousandths of the unit.
CREATE TABLE stockCountLines (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  countId INTEGER NOT NULL REFERENCES stockCounts (id) ON DELETE CASCADE,
  productId INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  unit TEXT NOT NULL CHECK (unit IN ('un', 'kg', 'g', 'l', 'm')),
  counted INTEGER NOT NULL CHECK (counted >= 0),
  stock INTEGER NOT NULL, -- at the moment of the count
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  countedAt INTEGER NOT NULL,
  moved INTEGER, -- from the end of the count on
  value INTEGER, -- of the difference in cents, at its cost
  UNIQUE (countId, productId)
) STRICT;
CREATE INDEX stockCountLines_product ON stockCountLines (productId);
CREATE INDEX stockCountLines_user ON stockCountLines (userId) WHERE userId IS NOT NULL;
