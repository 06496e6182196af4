-- A company that moves between two boxes: which of them it is on, so that one is always in charge, and one alone.
CREATE TABLE companyMoves (
  companyId INTEGER PRIMARY KEY REFERENCES companies (id) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('leaving', 'gone', 'waiting')), -- leaving and gone here, waiting there
  code TEXT NOT NULL, -- here what lets it work there; there its SHA-256
  at INTEGER NOT NULL -- epoch ms
) STRICT;

-- Recovery codes are hashed with the number of the identity that they were made for, which another box may have given to someone else.
ALTER TABLE recoveryCodes ADD COLUMN madeFor INTEGER;
