-- The team's own talk: chats, who is in them, and what was said.

CREATE TABLE chats (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  ownerId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  lastMessage TEXT NOT NULL DEFAULT '',
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL -- of the last message, or of a later change
) STRICT;
CREATE INDEX chats_owner ON chats (ownerId) WHERE ownerId IS NOT NULL;

CREATE TABLE chatUsers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  chatId INTEGER NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
  userId INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  unreads INTEGER NOT NULL DEFAULT 0,
  mentions INTEGER NOT NULL DEFAULT 0, -- how many of the unread messages name them
  UNIQUE (chatId, userId)
) STRICT;
CREATE INDEX chatUsers_user ON chatUsers (userId, chatId);

CREATE TABLE chatMessages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  chatId INTEGER NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
  senderId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  senderName TEXT, -- of a deleted user
  clientId TEXT, -- the sender's own key, so that a retry is the same message
  message TEXT NOT NULL DEFAULT '',
  mediaType TEXT NOT NULL DEFAULT 'chat',
  mediaId INTEGER REFERENCES media (id) ON DELETE SET NULL,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX chatMessages_chat ON chatMessages (chatId, id);
CREATE INDEX chatMessages_sender ON chatMessages (senderId) WHERE senderId IS NOT NULL;
CREATE INDEX chatMessages_media ON chatMessages (mediaId) WHERE mediaId IS NOT NULL;
CREATE UNIQUE INDEX chatMessages_client ON chatMessages (chatId, senderId, clientId) WHERE clientId IS NOT NULL;

CREATE VIRTUAL TABLE chatSearch USING fts5 (message, content = 'chatMessages', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3');
CREATE TRIGGER chatMessages_search_insert AFTER INSERT ON chatMessages BEGIN
  INSERT INTO chatSearch (rowid, message) VALUES (new.id, new.message);
END;
CREATE TRIGGER chatMessages_search_delete AFTER DELETE ON chatMessages BEGIN
  INSERT INTO chatSearch (chatSearch, rowid, message) VALUES ('delete', old.id, old.message);
END;
