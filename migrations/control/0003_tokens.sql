-- What opens the API of a connection. Only its hash is kept; the prefix is for people to tell one from another.
CREATE TABLE apiTokens (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  companyId INTEGER NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  connectionId INTEGER NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  prefix TEXT NOT NULL,
  createdAt INTEGER NOT NULL,
  lastUsedAt INTEGER,
  UNIQUE (companyId, connectionId)
) STRICT;
