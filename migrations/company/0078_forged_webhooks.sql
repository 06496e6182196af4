-- Webhooks with a wrong signature that came to a connection's address.
ALTER TABLE cloudAccounts ADD COLUMN forged INTEGER NOT NULL DEFAULT 0;
ALTER TABLE cloudAccounts ADD COLUMN forgedAt INTEGER;
