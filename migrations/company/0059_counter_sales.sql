-- The seller's own key of a sale, so that a request that comes again sells once.
ALTER TABLE orders ADD COLUMN clientId TEXT;
CREATE UNIQUE INDEX orders_client ON orders (clientId) WHERE clientId IS NOT NULL;
