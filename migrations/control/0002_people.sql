-- What makes someone's six digits. The secret is sealed with the box's key, and opens only in its own row.
CREATE TABLE totps (
  identityId INTEGER PRIMARY KEY REFERENCES identities (id) ON DELETE CASCADE,
  secret BLOB NOT NULL,
  step INTEGER NOT NULL DEFAULT 0, -- the last that was used: each counts once
  onSince INTEGER -- null until a first code has proved that the app has it; epoch ms
) STRICT;

-- What stands for the digits when the app is gone, each once.
CREATE TABLE recoveryCodes (
  identityId INTEGER NOT NULL REFERENCES identities (id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  PRIMARY KEY (identityId, hash)
) STRICT, WITHOUT ROWID;
