-- A connection's session on WhatsApp. What is a BLOB is sealed with the box's key, and opens only in its own row.
-- `epoch` is its owner's number: whoever holds an earlier one writes no more.
CREATE TABLE waSessions (
  connectionId INTEGER PRIMARY KEY REFERENCES connections (id) ON DELETE CASCADE,
  epoch INTEGER NOT NULL DEFAULT 0,
  salt TEXT NOT NULL, -- so that no two sessions are sealed with the same keys
  creds BLOB
) STRICT;

CREATE TABLE waKeys (
  connectionId INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  id TEXT NOT NULL,
  value BLOB NOT NULL,
  PRIMARY KEY (connectionId, type, id)
) STRICT, WITHOUT ROWID;

-- What came and was decrypted, which can be done only once: kept until the house has it, and for a while, should it come again.
CREATE TABLE waInbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  connectionId INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  messageId TEXT NOT NULL,
  node BLOB, -- the whole stanza
  plain BLOB NOT NULL,
  at INTEGER NOT NULL, -- epoch ms
  done INTEGER NOT NULL DEFAULT 0,
  replays INTEGER NOT NULL DEFAULT 0,
  UNIQUE (connectionId, hash)
) STRICT;
CREATE INDEX waInbox_message ON waInbox (connectionId, messageId);
CREATE INDEX waInbox_done ON waInbox (connectionId, done, at);

-- What was said: to say it again to a phone that asks, to quote it, to fetch its file.
CREATE TABLE waContents (
  connectionId INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  ours INTEGER NOT NULL,
  content BLOB NOT NULL,
  at INTEGER NOT NULL, -- epoch ms
  PRIMARY KEY (connectionId, id)
) STRICT;
CREATE INDEX waContents_at ON waContents (connectionId, at);

CREATE TABLE waGroups (
  connectionId INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  metadata BLOB NOT NULL,
  PRIMARY KEY (connectionId, id)
) STRICT;

-- Whom the phone knows. A person is one row, by whichever names are known.
CREATE TABLE waPeople (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  connectionId INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  lid TEXT,
  phone TEXT,
  name TEXT NOT NULL DEFAULT '',
  inBook INTEGER NOT NULL DEFAULT 0,
  hasChat INTEGER NOT NULL DEFAULT 0,
  UNIQUE (connectionId, lid),
  UNIQUE (connectionId, phone),
  CHECK (lid IS NOT NULL OR phone IS NOT NULL)
) STRICT;
