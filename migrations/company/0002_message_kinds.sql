ALTER TABLE connections ADD COLUMN reason TEXT; -- why the line is as it is, for a screen to explain

-- A message's file may come after the message: '' until it is here, and a reason when it never came.
ALTER TABLE media ADD COLUMN reason TEXT;
ALTER TABLE media ADD COLUMN seconds INTEGER; -- of audio and video
ALTER TABLE media ADD COLUMN voice INTEGER NOT NULL DEFAULT 0; -- recorded in the conversation, not sent as a file
ALTER TABLE media ADD COLUMN waveform TEXT; -- 64 numbers from 0 to 100, as JSON
CREATE INDEX media_waiting ON media (id) WHERE sha256 = '' AND reason IS NULL;

-- What a message said before it was edited or deleted. doc 4 §1.14
CREATE TABLE messageVersions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  messageId INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  body TEXT NOT NULL,
  mediaId INTEGER REFERENCES media (id) ON DELETE SET NULL,
  createdAt INTEGER NOT NULL
) STRICT;
CREATE INDEX messageVersions_message ON messageVersions (messageId);
CREATE INDEX messageVersions_media ON messageVersions (mediaId) WHERE mediaId IS NOT NULL;

-- One a person and message; ours, whoever of us gave it, is contact 0. doc 4 §1.14
CREATE TABLE reactions (
  messageId INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  contactId INTEGER NOT NULL,
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  emoji TEXT NOT NULL,
  createdAt INTEGER NOT NULL,
  PRIMARY KEY (messageId, contactId)
) STRICT, WITHOUT ROWID;
CREATE INDEX reactions_user ON reactions (userId) WHERE userId IS NOT NULL;

-- `cold`: the contact has not written of late, so that it leaves at a careful pace. doc 4 §0.2
ALTER TABLE outbox ADD COLUMN cold INTEGER NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN dueAt INTEGER NOT NULL DEFAULT 0; -- not before; epoch ms
DROP INDEX outbox_contact;
CREATE INDEX outbox_contact ON outbox (contactId, messageId);
