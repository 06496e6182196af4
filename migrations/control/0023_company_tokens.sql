-- A token without a connection opens the API of the whole company.
CREATE TABLE newApiTokens (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  companyId INTEGER NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  connectionId INTEGER,
  name TEXT NOT NULL,
  scopes TEXT NOT NULL, -- JSON: "send", "orders:read"
  perMinute INTEGER NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  prefix TEXT NOT NULL,
  createdAt INTEGER NOT NULL,
  lastUsedAt INTEGER
) STRICT;
INSERT INTO newApiTokens (id, companyId, connectionId, name, scopes, perMinute, hash, prefix, createdAt, lastUsedAt)
  SELECT id, companyId, connectionId, name, scopes, perMinute, hash, prefix, createdAt, lastUsedAt FROM apiTokens;
DROP TABLE apiTokens;
ALTER TABLE newApiTokens RENAME TO apiTokens;
CREATE INDEX apiTokens_company ON apiTokens (companyId, connectionId);
