-- A file that does not come, or does not go, is tried again later and later. rules.md#file-retries
ALTER TABLE media ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE media ADD COLUMN retryAt INTEGER; -- when it is asked for again; epoch ms
ALTER TABLE outbox ADD COLUMN deferred INTEGER NOT NULL DEFAULT 0; -- what was said after it may leave before it
