-- A webhook may be told only of some queues, connections and tags: JSON lists of ids, empty for all.
ALTER TABLE webhooks ADD COLUMN queueIds TEXT NOT NULL DEFAULT '[]';
ALTER TABLE webhooks ADD COLUMN whatsappIds TEXT NOT NULL DEFAULT '[]';
ALTER TABLE webhooks ADD COLUMN tagIds TEXT NOT NULL DEFAULT '[]';
