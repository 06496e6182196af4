-- What is opened by a link that came by mail: each once, until it expires. Of the link a hash is kept.
CREATE TABLE passwordResets (
  tokenHash TEXT PRIMARY KEY,
  identityId INTEGER NOT NULL REFERENCES identities (id) ON DELETE CASCADE,
  expiresAt INTEGER NOT NULL -- epoch ms
) STRICT;
CREATE INDEX passwordResets_identity ON passwordResets (identityId);
CREATE INDEX passwordResets_expiresAt ON passwordResets (expiresAt);

CREATE TABLE pendingSignUps (
  tokenHash TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  body TEXT NOT NULL, -- JSON, with the password's hash
  expiresAt INTEGER NOT NULL -- epoch ms
) STRICT;
CREATE INDEX pendingSignUps_email ON pendingSignUps (email);
CREATE INDEX pendingSignUps_expiresAt ON pendingSignUps (expiresAt);
