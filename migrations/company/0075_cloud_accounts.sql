-- A connection's account on the official channel. The token and the secret are sealed for this box.
CREATE TABLE cloudAccounts (
  connectionId INTEGER PRIMARY KEY REFERENCES connections (id) ON DELETE CASCADE,
  phoneNumberId TEXT NOT NULL UNIQUE,
  wabaId TEXT NOT NULL,
  accessToken BLOB NOT NULL,
  appSecret BLOB NOT NULL,
  apiVersion TEXT NOT NULL,
  verifyToken TEXT NOT NULL,
  path TEXT NOT NULL UNIQUE,
  isLinked INTEGER NOT NULL DEFAULT 1,
  lastWebhookAt INTEGER
) STRICT;

-- The ids of received files at Meta, by the message that has them. An id is good for seven days.
CREATE TABLE cloudMedia (
  connectionId INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  messageId TEXT NOT NULL,
  mediaId TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (connectionId, messageId)
) STRICT, WITHOUT ROWID;

-- Parts of webhooks that could not be stored, as JSON, with the identifiers of their people.
CREATE TABLE cloudSetAside (
  id INTEGER PRIMARY KEY,
  connectionId INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  part TEXT NOT NULL,
  people TEXT NOT NULL,
  at INTEGER NOT NULL,
  tries INTEGER NOT NULL
) STRICT;
CREATE INDEX cloudSetAside_connection ON cloudSetAside (connectionId);
