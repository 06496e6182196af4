-- Messages that came and could not be opened, until they are or are told as such.
CREATE TABLE waUnopened (
  connectionId INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  said BLOB NOT NULL, -- sealed
  due INTEGER NOT NULL, -- epoch ms
  PRIMARY KEY (connectionId, id)
) STRICT;
