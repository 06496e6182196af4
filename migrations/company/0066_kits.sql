-- What one kit takes from the stock, in thousandths of the part's unit.
CREATE TABLE kitParts (
  kitId INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  productId INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0),
  PRIMARY KEY (kitId, productId)
) STRICT, WITHOUT ROWID;
CREATE INDEX kitParts_product ON kitParts (productId);

-- The parts of a kit as it was sold, JSON; null for any other product.
ALTER TABLE orderItems ADD COLUMN kit TEXT;
