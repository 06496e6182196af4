-- What products are sorted by.

CREATE TABLE categories (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  code TEXT,
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL, -- who made it
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX categories_user ON categories (userId) WHERE userId IS NOT NULL;
