-- Where the shop sells. A point of sale may share its document with another.
CREATE TABLE stores (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  document TEXT, -- a CNPJ: 12 letters or digits and two check digits
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  fantasy TEXT,
  zipCode TEXT,
  address TEXT,
  number TEXT,
  complement TEXT,
  neighborhood TEXT,
  city TEXT,
  state TEXT,
  latitude REAL,
  longitude REAL,
  keyPix TEXT,
  isActive INTEGER NOT NULL DEFAULT 1,
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL, -- who made it
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX stores_user ON stores (userId) WHERE userId IS NOT NULL;

-- What bringing something costs: from a value of the sale on, or from a distance on.
CREATE TABLE deliveryFees (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  storeId INTEGER NOT NULL REFERENCES stores (id) ON DELETE CASCADE,
  saleValue INTEGER, -- cents
  minKm INTEGER, -- hundredths of a kilometre
  deliveryFee INTEGER NOT NULL, -- cents
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL,
  CONSTRAINT saleValue CHECK (saleValue IS NOT NULL OR minKm IS NOT NULL)
) STRICT;
CREATE INDEX deliveryFees_store ON deliveryFees (storeId);

-- A deleted product stays: orders and movements of its stock name it.
CREATE TABLE products (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ean TEXT,
  name TEXT NOT NULL,
  code TEXT,
  description TEXT,
  isActive INTEGER NOT NULL DEFAULT 1, -- may be put into new budgets
  categoryId INTEGER REFERENCES categories (id) ON DELETE RESTRICT,
  mediaId INTEGER REFERENCES media (id) ON DELETE SET NULL, -- its picture
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  deletedAt INTEGER,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
-- A scanner finds one.
CREATE UNIQUE INDEX products_ean ON products (ean) WHERE ean IS NOT NULL AND deletedAt IS NULL;
CREATE INDEX products_name ON products (name COLLATE NOCASE, id) WHERE deletedAt IS NULL;
CREATE INDEX products_category ON products (categoryId) WHERE categoryId IS NOT NULL;
CREATE INDEX products_media ON products (mediaId) WHERE mediaId IS NOT NULL;
CREATE INDEX products_user ON products (userId) WHERE userId IS NOT NULL;
-- Nobody sees a deleted one, so it keeps no category from being deleted.
CREATE TRIGGER products_gone AFTER UPDATE OF deletedAt ON products WHEN new.deletedAt IS NOT NULL BEGIN
  UPDATE products SET categoryId = NULL WHERE id = new.id;
END;

-- Any three letters or digits in a row find a product.
CREATE VIRTUAL TABLE productSearch USING fts5 (name, code, ean, content = 'products', content_rowid = 'id', tokenize = 'trigram remove_diacritics 1');
CREATE TRIGGER products_search_insert AFTER INSERT ON products BEGIN
  INSERT INTO productSearch (rowid, name, code, ean) VALUES (new.id, new.name, new.code, new.ean);
END;
CREATE TRIGGER products_search_delete AFTER DELETE ON products BEGIN
  INSERT INTO productSearch (productSearch, rowid, name, code, ean) VALUES ('delete', old.id, old.name, old.code, old.ean);
END;
CREATE TRIGGER products_search_update AFTER UPDATE OF name, code, ean ON products BEGIN
  INSERT INTO productSearch (productSearch, rowid, name, code, ean) VALUES ('delete', old.id, old.name, old.code, old.ean);
  INSERT INTO productSearch (rowid, name, code, ean) VALUES (new.id, new.name, new.code, new.ean);
END;

-- What a product costs in a store, and how many are there. Only moveStock writes the stock.
CREATE TABLE productStores (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  productId INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  storeId INTEGER NOT NULL REFERENCES stores (id) ON DELETE CASCADE,
  stock INTEGER NOT NULL DEFAULT 0 CHECK (stock >= 0),
  lowStock INTEGER NOT NULL DEFAULT 5, -- at so many or fewer it is marked
  costPrice INTEGER NOT NULL, -- cents, as the others
  sellingPrice INTEGER NOT NULL,
  promotionPrice INTEGER NOT NULL DEFAULT 0, -- 0: no promotion
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL,
  UNIQUE (productId, storeId)
) STRICT;
CREATE INDEX productStores_store ON productStores (storeId);

-- Why a stock is what it is: each change, and how many there were after it.
CREATE TABLE stockMovements (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  productId INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  storeId INTEGER NOT NULL REFERENCES stores (id) ON DELETE CASCADE,
  amount INTEGER NOT NULL CHECK (amount <> 0),
  stock INTEGER NOT NULL CHECK (stock >= 0), -- after it
  reason TEXT NOT NULL CHECK (reason IN ('start', 'sale', 'return', 'correction', 'import')),
  note TEXT,
  orderId INTEGER, -- of a sale or a return; it may be deleted since
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  createdAt INTEGER NOT NULL
) STRICT;
CREATE INDEX stockMovements_product ON stockMovements (productId, storeId, id);
CREATE INDEX stockMovements_store ON stockMovements (storeId);
CREATE INDEX stockMovements_order ON stockMovements (orderId) WHERE orderId IS NOT NULL;
CREATE INDEX stockMovements_user ON stockMovements (userId) WHERE userId IS NOT NULL;

-- How customers pay.
CREATE TABLE payments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  code TEXT,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  typePaymentId INTEGER NOT NULL CHECK (typePaymentId BETWEEN 1 AND 4), -- src/shared/payments.ts
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX payments_user ON payments (userId) WHERE userId IS NOT NULL;

-- From which value on so many instalments are offered.
CREATE TABLE paymentDetails (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  paymentId INTEGER NOT NULL REFERENCES payments (id) ON DELETE CASCADE,
  minimumValue INTEGER NOT NULL, -- cents
  installments INTEGER NOT NULL,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL,
  UNIQUE (paymentId, minimumValue)
) STRICT;

-- Percentages are hundredths, as amounts are cents.
CREATE TABLE newGroupRangeDiscounts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  discount INTEGER NOT NULL, -- hundredths of a percent
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
INSERT INTO newGroupRangeDiscounts SELECT id, name, CAST(round(discount * 100) AS INTEGER), NULL, createdAt, updatedAt FROM groupRangeDiscounts;
DROP TABLE groupRangeDiscounts;
ALTER TABLE newGroupRangeDiscounts RENAME TO groupRangeDiscounts;
CREATE INDEX groupRangeDiscounts_user ON groupRangeDiscounts (userId) WHERE userId IS NOT NULL;

-- The states of an order. The one with the lowest code is what a new one gets.
CREATE TABLE orderStatus (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  code INTEGER UNIQUE, -- the next one, if not said
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  color TEXT NOT NULL,
  isCancelled INTEGER NOT NULL DEFAULT 0, -- what is in it returned its stock
  message TEXT, -- what the customer is told of it
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX orderStatus_user ON orderStatus (userId) WHERE userId IS NOT NULL;
CREATE TRIGGER orderStatus_code AFTER INSERT ON orderStatus WHEN new.code IS NULL BEGIN
  UPDATE orderStatus SET code = (SELECT ifnull(max(code), 0) + 1 FROM orderStatus) WHERE id = new.id;
END;

-- Both days count, in the company's zone.
CREATE TABLE coupons (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  code TEXT NOT NULL UNIQUE, -- in capitals
  type TEXT NOT NULL CHECK (type IN ('FIXED_DISCOUNT', 'PERCENTAGE_DISCOUNT', 'FREE_SHIPPING')),
  value INTEGER NOT NULL, -- cents, or hundredths of a percent
  valueMin INTEGER, -- cents
  startDate TEXT NOT NULL, -- YYYY-MM-DD
  expirationDate TEXT NOT NULL,
  maxUsage INTEGER NOT NULL DEFAULT 0, -- 0: as often as one likes
  currentUsage INTEGER NOT NULL DEFAULT 0 CHECK (currentUsage >= 0),
  isActive INTEGER NOT NULL DEFAULT 1,
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL,
  CONSTRAINT expirationDate CHECK (expirationDate >= startDate)
) STRICT;
CREATE INDEX coupons_user ON coupons (userId) WHERE userId IS NOT NULL;

-- What is offered for some days, in one store or in all, with a flyer.
CREATE TABLE promotions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  status INTEGER NOT NULL DEFAULT 1, -- whether it is on
  startpromotionsAt TEXT NOT NULL, -- YYYY-MM-DD
  endpromotionsAt TEXT NOT NULL,
  storeId INTEGER REFERENCES stores (id) ON DELETE RESTRICT, -- null: all
  mediaId INTEGER REFERENCES media (id) ON DELETE SET NULL, -- its flyer
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL,
  CONSTRAINT endpromotionsAt CHECK (endpromotionsAt >= startpromotionsAt)
) STRICT;
CREATE INDEX promotions_store ON promotions (storeId) WHERE storeId IS NOT NULL;
CREATE INDEX promotions_media ON promotions (mediaId) WHERE mediaId IS NOT NULL;
CREATE INDEX promotions_user ON promotions (userId) WHERE userId IS NOT NULL;

-- What a company begins with that has been at work; a new one gets the same when it is made.
INSERT INTO orderStatus (code, name, color, isCancelled, createdAt, updatedAt)
  SELECT code, name, color, code = 5, now, now FROM (SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now),
    (SELECT column1 AS code, column2 AS name, column3 AS color FROM (VALUES (1, 'Pendente', '#a16207'), (2, 'Em preparo', '#2563a8'), (3, 'Saiu para entrega', '#6d4fb3'), (4, 'Entregue', '#4d7c0f'), (5, 'Cancelado', '#9f1239')))
  WHERE EXISTS (SELECT 1 FROM users);
INSERT INTO payments (name, typePaymentId, createdAt, updatedAt)
  SELECT name, id, now, now FROM (SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now),
    (SELECT column1 AS id, column2 AS name FROM (VALUES (1, 'Dinheiro'), (2, 'Pix'), (3, 'Cartão de crédito'), (4, 'Cartão de débito')))
  WHERE EXISTS (SELECT 1 FROM users);
