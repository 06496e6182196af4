-- The prices of a promotion, and when on its days they hold.
CREATE TABLE promotionItems (
  promotionId INTEGER NOT NULL REFERENCES promotions (id) ON DELETE CASCADE,
  productId INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  price INTEGER NOT NULL CHECK (price > 0), -- cents
  PRIMARY KEY (promotionId, productId)
) STRICT, WITHOUT ROWID;
CREATE INDEX promotionItems_product ON promotionItems (productId);
ALTER TABLE promotions ADD COLUMN weekdays TEXT NOT NULL DEFAULT '[]'; -- JSON, 0 is Sunday; none: all
ALTER TABLE promotions ADD COLUMN startTime TEXT; -- HH:MM
ALTER TABLE promotions ADD COLUMN endTime TEXT;
