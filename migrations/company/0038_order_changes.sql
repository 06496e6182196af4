-- What was changed of an order besides its status, and what it came to before and after (cents).
ALTER TABLE orderHistory ADD COLUMN changes TEXT; -- names of parts, JSON; null: it got a status
ALTER TABLE orderHistory ADD COLUMN totalBefore INTEGER;
ALTER TABLE orderHistory ADD COLUMN totalAfter INTEGER;

-- A promotion that costs more than without it is none.
UPDATE productStores SET promotionPrice = 0 WHERE promotionPrice > sellingPrice;
