-- Goods that came into a store, at their cost. Amounts of money are cents.
CREATE TABLE purchases (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  storeId INTEGER NOT NULL REFERENCES stores (id) ON DELETE RESTRICT,
  supplier TEXT NOT NULL DEFAULT '',
  number TEXT NOT NULL DEFAULT '', -- of the supplier's paper
  total INTEGER NOT NULL CHECK (total > 0),
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  undoneAt INTEGER, -- null: it holds
  undoneById INTEGER REFERENCES users (id) ON DELETE SET NULL,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX purchases_store ON purchases (storeId, id);
CREATE INDEX purchases_user ON purchases (userId) WHERE userId IS NOT NULL;
CREATE INDEX purchases_undoneBy ON purchases (undoneById) WHERE undoneById IS NOT NULL;

CREATE TABLE purchaseItems (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  purchaseId INTEGER NOT NULL REFERENCES purchases (id) ON DELETE CASCADE,
  productId INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0), -- thousandths of the unit
  unit TEXT NOT NULL CHECK (unit IN ('un', 'kg', 'g', 'l', 'm')),
  total INTEGER NOT NULL CHECK (total > 0),
  costBefore INTEGER NOT NULL, -- of one unit
  costAfter INTEGER NOT NULL
) STRICT;
CREATE INDEX purchaseItems_purchase ON purchaseItems (purchaseId, position);
CREATE INDEX purchaseItems_product ON purchaseItems (productId);

-- A new table, for the reasons of purchases and counts.
CREATE TABLE newStockMovements (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  productId INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  storeId INTEGER NOT NULL REFERENCES stores (id) ON DELETE CASCADE,
  amount INTEGER NOT NULL CHECK (amount <> 0),
  stock INTEGER NOT NULL CHECK (stock >= 0), -- after it
  reason TEXT NOT NULL CHECK (reason IN ('start', 'sale', 'return', 'correction', 'import', 'purchase', 'purchaseUndone', 'count')),
  note TEXT,
  orderId INTEGER, -- of a sale or a return; it may be deleted since
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  createdAt INTEGER NOT NULL
) STRICT;
INSERT INTO newStockMovements SELECT id, productId, storeId, amount, stock, reason, note, orderId, userId, createdAt FROM stockMovements;
-- The ids of deleted rows stay used.
UPDATE sqlite_sequence SET seq = max(seq, (SELECT seq FROM sqlite_sequence WHERE name = 'stockMovements')) WHERE name = 'newStockMovements' AND EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'stockMovements');
DROP TABLE stockMovements;
ALTER TABLE newStockMovements RENAME TO stockMovements;
CREATE INDEX stockMovements_product ON stockMovements (productId, storeId, id);
CREATE INDEX stockMovements_store ON stockMovements (storeId);
CREATE INDEX stockMovements_order ON stockMovements (orderId) WHERE orderId IS NOT NULL;
CREATE INDEX stockMovements_user ON stockMovements (userId) WHERE userId IS NOT NULL;
