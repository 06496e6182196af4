-- What the box worked on each time its watchdog ended it, and what is left alone for it.

CREATE TABLE stalls (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  work TEXT NOT NULL, -- what ran, '' where that is not known
  suspects TEXT NOT NULL CHECK (json_valid(suspects)) -- what may have blocked it, of what can be left alone
) STRICT;
CREATE INDEX stalls_at ON stalls (at);

CREATE TABLE setAside (
  id INTEGER PRIMARY KEY,
  work TEXT NOT NULL UNIQUE,
  at INTEGER NOT NULL,
  triedAgainAt INTEGER -- NULL while it is left alone
) STRICT;
