-- A company that was blocked before it moved is blocked after it, wherever that ends.
ALTER TABLE companyMoves ADD COLUMN blocked INTEGER NOT NULL DEFAULT 0 CHECK (blocked IN (0, 1));
