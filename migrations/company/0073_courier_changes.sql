-- A change of courier in an order's history: from whom, and to whom.
ALTER TABLE orderHistory ADD COLUMN courierBeforeId INTEGER REFERENCES couriers (id) ON DELETE SET NULL;
ALTER TABLE orderHistory ADD COLUMN courierAfterId INTEGER REFERENCES couriers (id) ON DELETE SET NULL;
CREATE INDEX orderHistory_courierBefore ON orderHistory (courierBeforeId) WHERE courierBeforeId IS NOT NULL;
CREATE INDEX orderHistory_courierAfter ON orderHistory (courierAfterId) WHERE courierAfterId IS NOT NULL;
