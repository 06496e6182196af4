-- When orders are wanted, and who brings them.

CREATE TABLE couriers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  phone TEXT,
  isActive INTEGER NOT NULL DEFAULT 1,
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL, -- who made it
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX couriers_user ON couriers (userId) WHERE userId IS NOT NULL;

ALTER TABLE stores ADD COLUMN schedules TEXT NOT NULL DEFAULT '[]'; -- its own hours, JSON
ALTER TABLE stores ADD COLUMN prepMinutes INTEGER NOT NULL DEFAULT 0 CHECK (prepMinutes BETWEEN 0 AND 10080);
ALTER TABLE stores ADD COLUMN slotMinutes INTEGER NOT NULL DEFAULT 30 CHECK (slotMinutes BETWEEN 5 AND 1440);
ALTER TABLE stores ADD COLUMN slotLimit INTEGER CHECK (slotLimit > 0); -- orders in a slot; null: any number

ALTER TABLE budgets ADD COLUMN wantedAt INTEGER; -- null: as soon as possible
ALTER TABLE budgets ADD COLUMN courierId INTEGER REFERENCES couriers (id) ON DELETE SET NULL;
CREATE INDEX budgets_courier ON budgets (courierId) WHERE courierId IS NOT NULL;
ALTER TABLE orders ADD COLUMN wantedAt INTEGER; -- null: as soon as possible
ALTER TABLE orders ADD COLUMN remindedAt INTEGER; -- when its team was reminded of it
ALTER TABLE orders ADD COLUMN courierId INTEGER REFERENCES couriers (id) ON DELETE SET NULL;
CREATE INDEX orders_courier ON orders (courierId, id) WHERE courierId IS NOT NULL;
CREATE INDEX orders_wanted ON orders (wantedAt) WHERE wantedAt IS NOT NULL;

-- A fee may count for a district too.
CREATE TABLE newFees (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  storeId INTEGER NOT NULL REFERENCES stores (id) ON DELETE CASCADE,
  saleValue INTEGER, -- cents
  minKm INTEGER, -- hundredths of a kilometre
  neighborhood TEXT,
  deliveryFee INTEGER NOT NULL, -- cents
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL,
  CONSTRAINT saleValue CHECK (saleValue IS NOT NULL OR minKm IS NOT NULL OR neighborhood IS NOT NULL)
) STRICT;
INSERT INTO newFees (id, storeId, saleValue, minKm, deliveryFee, createdAt, updatedAt)
  SELECT id, storeId, saleValue, minKm, deliveryFee, createdAt, updatedAt FROM deliveryFees;
DROP TABLE deliveryFees;
ALTER TABLE newFees RENAME TO deliveryFees;
CREATE INDEX deliveryFees_store ON deliveryFees (storeId);
