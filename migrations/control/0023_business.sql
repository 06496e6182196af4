-- What the owner of the box sees of each company without opening its file, and what each month was worth.

CREATE TABLE companyUsage (
  companyId INTEGER PRIMARY KEY REFERENCES companies (id) ON DELETE CASCADE,
  users INTEGER NOT NULL,
  connections INTEGER NOT NULL,
  tickets INTEGER NOT NULL, -- begun in the last 30 days
  bytes INTEGER NOT NULL, -- database and media
  lastUsedAt INTEGER, -- epoch ms; when a person last used it
  countedAt INTEGER NOT NULL
) STRICT;

CREATE TABLE businessMonths (
  month TEXT PRIMARY KEY, -- YYYY-MM
  recurring INTEGER NOT NULL, -- cents a month, as last counted in it
  updatedAt INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
