-- A connection has several tokens, each with a name, what it may do, and how many requests a minute.
CREATE TABLE newApiTokens (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  companyId INTEGER NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  connectionId INTEGER NOT NULL,
  name TEXT NOT NULL,
  scopes TEXT NOT NULL, -- JSON: "send", "read"
  perMinute INTEGER NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  prefix TEXT NOT NULL,
  createdAt INTEGER NOT NULL,
  lastUsedAt INTEGER
) STRICT;
INSERT INTO newApiTokens (id, companyId, connectionId, name, scopes, perMinute, hash, prefix, createdAt, lastUsedAt)
  SELECT id, companyId, connectionId, 'API', '["send","read"]', 300, hash, prefix, createdAt, lastUsedAt FROM apiTokens;
DROP TABLE apiTokens;
ALTER TABLE newApiTokens RENAME TO apiTokens;
CREATE INDEX apiTokens_company ON apiTokens (companyId, connectionId);
