-- Messages that other programs asked to be sent: each request, what it was answered, and the messages that it made.
CREATE TABLE apiRequests (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  tokenId INTEGER NOT NULL, -- of the control file
  tokenName TEXT NOT NULL,
  idempotencyKey TEXT,
  fingerprint TEXT NOT NULL, -- SHA-256 of what was asked
  status INTEGER NOT NULL,
  error TEXT,
  answer TEXT, -- JSON; a repetition with the same key is answered with it
  createdAt INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX apiRequests_key ON apiRequests (tokenId, idempotencyKey) WHERE idempotencyKey IS NOT NULL;
CREATE INDEX apiRequests_createdAt ON apiRequests (createdAt);

CREATE TABLE apiMessages (
  messageId INTEGER PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  callId INTEGER NOT NULL REFERENCES apiRequests (id) ON DELETE CASCADE
) STRICT;
CREATE INDEX apiMessages_call ON apiMessages (callId);
