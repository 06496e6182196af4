-- What the desk writes for itself beside a conversation.
CREATE TABLE ticketNotes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ticketId INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  contactId INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  note TEXT NOT NULL,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX ticketNotes_ticket ON ticketNotes (ticketId);
CREATE INDEX ticketNotes_contact ON ticketNotes (contactId, id DESC);
CREATE INDEX ticketNotes_user ON ticketNotes (userId);

-- What someone has begun to write and not sent.
CREATE TABLE drafts (
  userId INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  ticketId INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  text TEXT NOT NULL,
  quotedMsgId INTEGER REFERENCES messages (id) ON DELETE SET NULL,
  updatedAt INTEGER NOT NULL,
  PRIMARY KEY (userId, ticketId)
) STRICT, WITHOUT ROWID;
CREATE INDEX drafts_ticket ON drafts (ticketId);
CREATE INDEX drafts_quoted ON drafts (quotedMsgId) WHERE quotedMsgId IS NOT NULL;

-- What a shop wants to know of a contact beyond name and number.
CREATE TABLE contactFields (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  contactId INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  name TEXT NOT NULL COLLATE NOCASE,
  value TEXT NOT NULL,
  UNIQUE (contactId, name)
) STRICT;

-- The farewell when a ticket is resolved.
ALTER TABLE connections ADD COLUMN complationMessage TEXT NOT NULL DEFAULT '';

-- Whether the last word was ours.
ALTER TABLE tickets ADD COLUMN fromMe INTEGER NOT NULL DEFAULT 0;

-- Each way a ticket went, and who sent it there: nobody, when a customer or a clock did.
CREATE TABLE ticketMoves (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ticketId INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  byUserId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  fromStatus TEXT NOT NULL,
  fromQueueId INTEGER,
  fromUserId INTEGER,
  fromUnread INTEGER NOT NULL DEFAULT 0,
  status TEXT NOT NULL,
  queueId INTEGER,
  userId INTEGER,
  at INTEGER NOT NULL -- epoch ms
) STRICT;
CREATE INDEX ticketMoves_ticket ON ticketMoves (ticketId, id DESC);
CREATE INDEX ticketMoves_by ON ticketMoves (byUserId) WHERE byUserId IS NOT NULL;

-- A contact's pictures, documents and sounds; the last column lets them be found in the index alone.
CREATE INDEX messages_files ON messages (ticketId, mediaType, id DESC, mediaId) WHERE mediaId IS NOT NULL AND isDeleted = 0;
