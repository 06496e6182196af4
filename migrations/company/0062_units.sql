-- A product is sold by the piece, or by weight, volume or length. Amounts are thousandths of its unit.
ALTER TABLE products ADD COLUMN unit TEXT NOT NULL DEFAULT 'un' CHECK (unit IN ('un', 'kg', 'g', 'l', 'm'));

-- The unit of a line is that of its sale: the product may get another one later.
ALTER TABLE orderItems ADD COLUMN unit TEXT NOT NULL DEFAULT 'un' CHECK (unit IN ('un', 'kg', 'g', 'l', 'm'));
UPDATE orderItems SET amount = amount * 1000;
UPDATE budgetItems SET amount = amount * 1000;
UPDATE stockMovements SET amount = amount * 1000, stock = stock * 1000;

-- A new table, for the default of lowStock.
CREATE TABLE newProductStores (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  productId INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  storeId INTEGER NOT NULL REFERENCES stores (id) ON DELETE CASCADE,
  stock INTEGER NOT NULL DEFAULT 0 CHECK (stock >= 0),
  lowStock INTEGER NOT NULL DEFAULT 5000, -- at so much or less it is marked
  costPrice INTEGER NOT NULL, -- cents, as the others
  sellingPrice INTEGER NOT NULL,
  promotionPrice INTEGER NOT NULL DEFAULT 0, -- 0: no promotion
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL,
  UNIQUE (productId, storeId)
) STRICT;
INSERT INTO newProductStores SELECT id, productId, storeId, stock * 1000, lowStock * 1000, costPrice, sellingPrice, promotionPrice, createdAt, updatedAt FROM productStores;
-- The ids of deleted rows stay used.
UPDATE sqlite_sequence SET seq = max(seq, (SELECT seq FROM sqlite_sequence WHERE name = 'productStores')) WHERE name = 'newProductStores' AND EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'productStores');
DROP TABLE productStores;
ALTER TABLE newProductStores RENAME TO productStores;
CREATE INDEX productStores_store ON productStores (storeId);
CREATE INDEX productStores_low ON productStores (productId) WHERE stock <= lowStock;
