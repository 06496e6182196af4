-- Who did what, for whoever asks later. It outlives those it names: `userName` is what they were called then.
CREATE TABLE audit (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL, -- epoch ms
  userId INTEGER, -- nobody of the company, when the console did it
  userName TEXT NOT NULL DEFAULT '',
  action TEXT NOT NULL,
  subject TEXT NOT NULL DEFAULT '',
  details TEXT NOT NULL DEFAULT '{}',
  address TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX audit_at ON audit (at);
CREATE INDEX audit_action ON audit (action, id DESC);
CREATE INDEX audit_user ON audit (userId, id DESC);

-- How much of a price whoever belongs to a group may take off. doc 2 §3
CREATE TABLE groupRangeDiscounts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  discount REAL NOT NULL, -- percent
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;

ALTER TABLE users ADD COLUMN code TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN groupRangeDiscountId INTEGER REFERENCES groupRangeDiscounts (id) ON DELETE SET NULL;
ALTER TABLE users ADD COLUMN lastSeenAt INTEGER; -- when the last of their screens was closed; epoch ms
CREATE INDEX users_discount ON users (groupRangeDiscountId) WHERE groupRangeDiscountId IS NOT NULL;

-- Who leaves hands back what they held by a verb, which is told.
DROP TRIGGER users_leave;
