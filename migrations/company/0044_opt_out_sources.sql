-- A number may also be put on the list by a program or by the network, and come back by itself.

CREATE TABLE optOutsAnew (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL DEFAULT '',
  number TEXT, -- null: erased
  numberKey TEXT NOT NULL UNIQUE, -- or its hash
  reason TEXT NOT NULL DEFAULT '',
  source TEXT NOT NULL CHECK (source IN ('answer', 'hand', 'import', 'return', 'api', 'channel')),
  campaignId INTEGER REFERENCES campaigns (id) ON DELETE SET NULL,
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  at INTEGER NOT NULL,
  backAt INTEGER, -- campaigns may write to them again since then
  backReason TEXT,
  backUserId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
INSERT INTO optOutsAnew SELECT id, name, number, numberKey, reason, source, campaignId, userId, at, backAt, backReason, backUserId, createdAt, updatedAt FROM optOuts;
DROP TABLE optOuts;
ALTER TABLE optOutsAnew RENAME TO optOuts;
CREATE INDEX optOuts_campaign ON optOuts (campaignId) WHERE campaignId IS NOT NULL;
CREATE INDEX optOuts_user ON optOuts (userId) WHERE userId IS NOT NULL;
CREATE INDEX optOuts_backUser ON optOuts (backUserId) WHERE backUserId IS NOT NULL;
CREATE INDEX optOuts_erased ON optOuts (id) WHERE number IS NULL;

-- The answer may ask for no more campaigns: a person decides.
ALTER TABLE campaignShipping ADD COLUMN mayWantOut INTEGER NOT NULL DEFAULT 0;
