-- A sale that its contact pays later names no method.
ALTER TABLE budgets ALTER COLUMN paymentId DROP NOT NULL;
ALTER TABLE orders ALTER COLUMN paymentId DROP NOT NULL;
