-- AUTOINCREMENT throughout: an id that was used again would inherit what events, links and phones remember of the old one.

CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE,
  profile TEXT NOT NULL DEFAULT 'user' CHECK (profile IN ('admin', 'user')),
  allTicket INTEGER NOT NULL DEFAULT 0,
  whatsappId INTEGER REFERENCES connections (id) ON DELETE SET NULL,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;

CREATE TABLE queues (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  color TEXT NOT NULL UNIQUE,
  greetingMessage TEXT NOT NULL DEFAULT '',
  orderQueue INTEGER NOT NULL DEFAULT 0,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;

CREATE TABLE userQueues (
  userId INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  queueId INTEGER NOT NULL REFERENCES queues (id) ON DELETE CASCADE,
  PRIMARY KEY (userId, queueId)
) STRICT, WITHOUT ROWID;
CREATE INDEX userQueues_queue ON userQueues (queueId);

CREATE TABLE connections (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  provider TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'OPENING',
  qrcode TEXT NOT NULL DEFAULT '',
  retries INTEGER NOT NULL DEFAULT 0,
  number TEXT NOT NULL DEFAULT '',
  isDefault INTEGER NOT NULL DEFAULT 0,
  greetingMessage TEXT NOT NULL DEFAULT '',
  reopenMinutes INTEGER NOT NULL DEFAULT 120,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX connections_default ON connections (isDefault) WHERE isDefault = 1;

CREATE TABLE connectionQueues (
  connectionId INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  queueId INTEGER NOT NULL REFERENCES queues (id) ON DELETE CASCADE,
  PRIMARY KEY (connectionId, queueId)
) STRICT, WITHOUT ROWID;
CREATE INDEX connectionQueues_queue ON connectionQueues (queueId);

CREATE TABLE contacts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  pushName TEXT NOT NULL DEFAULT '',
  number TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL DEFAULT '',
  profilePicUrl TEXT NOT NULL DEFAULT '',
  isGroup INTEGER NOT NULL DEFAULT 0,
  active INTEGER NOT NULL DEFAULT 1,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX contacts_name ON contacts (name COLLATE NOCASE);
CREATE INDEX contacts_number ON contacts (number);

-- A person's names on the network. A phone number is only one of them. doc 4 §0.3
CREATE TABLE identifiers (
  type TEXT NOT NULL CHECK (type IN ('phone', 'lid', 'group')),
  value TEXT NOT NULL,
  contactId INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  PRIMARY KEY (type, value)
) STRICT, WITHOUT ROWID;
CREATE INDEX identifiers_contact ON identifiers (contactId);

CREATE TABLE tickets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL CHECK (status IN ('pending', 'open', 'closed')),
  contactId INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  whatsappId INTEGER REFERENCES connections (id) ON DELETE SET NULL,
  queueId INTEGER REFERENCES queues (id) ON DELETE SET NULL,
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  isGroup INTEGER NOT NULL DEFAULT 0,
  lastMessage TEXT NOT NULL DEFAULT '',
  lastMessageAt INTEGER NOT NULL,
  unreadMessages INTEGER NOT NULL DEFAULT 0,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
-- doc 4 §1.3
CREATE UNIQUE INDEX tickets_active ON tickets (contactId, whatsappId) WHERE status IN ('pending', 'open');
-- In the order of the list, so that none is sorted; the last column lets an agent's be counted in the index alone.
CREATE INDEX tickets_latest ON tickets (updatedAt DESC, id DESC);
CREATE INDEX tickets_status ON tickets (status, updatedAt DESC, id DESC);
CREATE INDEX tickets_user ON tickets (userId, status, updatedAt DESC, id DESC, queueId);
CREATE INDEX tickets_queue ON tickets (queueId, status, updatedAt DESC, id DESC);
CREATE INDEX tickets_contact ON tickets (contactId, whatsappId, updatedAt DESC);
CREATE INDEX tickets_connection ON tickets (whatsappId);

CREATE TABLE media (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  sha256 TEXT NOT NULL,
  type TEXT NOT NULL, -- sniffed, never taken from the sender
  size INTEGER NOT NULL, -- bytes
  name TEXT NOT NULL,
  createdAt INTEGER NOT NULL
) STRICT;
CREATE INDEX media_sha ON media (sha256);

CREATE TABLE messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ticketId INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  contactId INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  whatsappId INTEGER REFERENCES connections (id) ON DELETE SET NULL,
  providerId TEXT NOT NULL,
  clientId TEXT UNIQUE, -- made by the screen, so that asking twice is one message
  origin TEXT NOT NULL CHECK (origin IN ('contact', 'device', 'agent', 'bot')),
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  fromMe INTEGER NOT NULL DEFAULT 0,
  read INTEGER NOT NULL DEFAULT 0,
  ack INTEGER NOT NULL DEFAULT 0 CHECK (ack BETWEEN -1 AND 4),
  reason TEXT,
  body TEXT NOT NULL DEFAULT '',
  mediaType TEXT NOT NULL DEFAULT 'chat',
  mediaId INTEGER REFERENCES media (id) ON DELETE SET NULL,
  quotedMsgId INTEGER REFERENCES messages (id) ON DELETE SET NULL,
  isDeleted INTEGER NOT NULL DEFAULT 0,
  isEdited INTEGER NOT NULL DEFAULT 0,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX messages_provider ON messages (whatsappId, providerId);
CREATE INDEX messages_ticket ON messages (ticketId, id DESC);
CREATE INDEX messages_unread ON messages (ticketId) WHERE read = 0;
CREATE INDEX messages_contact ON messages (contactId);
CREATE INDEX messages_media ON messages (mediaId) WHERE mediaId IS NOT NULL;
CREATE INDEX messages_quoted ON messages (quotedMsgId) WHERE quotedMsgId IS NOT NULL;

-- What still has to leave the box. A row goes when its message is sent or has failed.
CREATE TABLE outbox (
  messageId INTEGER PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  whatsappId INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  contactId INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending')),
  attempts INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX outbox_connection ON outbox (whatsappId, messageId);
CREATE INDEX outbox_contact ON outbox (contactId);

CREATE TABLE tags (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  color TEXT NOT NULL,
  kanban INTEGER NOT NULL DEFAULT 0,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;

CREATE TABLE ticketTags (
  ticketId INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  tagId INTEGER NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
  PRIMARY KEY (ticketId, tagId)
) STRICT, WITHOUT ROWID;
CREATE INDEX ticketTags_tag ON ticketTags (tagId);

CREATE TABLE quickMessages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  shortcode TEXT NOT NULL,
  message TEXT NOT NULL,
  geral INTEGER NOT NULL DEFAULT 0,
  userId INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL,
  UNIQUE (userId, shortcode)
) STRICT;

-- What the sockets tell, so that who was away hears it in order. The audience stands beside it.
CREATE TABLE events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  event TEXT NOT NULL,
  action TEXT NOT NULL,
  payload TEXT NOT NULL,
  audience TEXT NOT NULL,
  createdAt INTEGER NOT NULL
) STRICT;
CREATE INDEX events_age ON events (createdAt);

CREATE VIRTUAL TABLE messageSearch USING fts5 (body, content = 'messages', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3');
CREATE TRIGGER messages_search_insert AFTER INSERT ON messages BEGIN
  INSERT INTO messageSearch (rowid, body) VALUES (new.id, new.body);
END;
CREATE TRIGGER messages_search_delete AFTER DELETE ON messages BEGIN
  INSERT INTO messageSearch (messageSearch, rowid, body) VALUES ('delete', old.id, old.body);
END;
CREATE TRIGGER messages_search_update AFTER UPDATE OF body ON messages BEGIN
  INSERT INTO messageSearch (messageSearch, rowid, body) VALUES ('delete', old.id, old.body);
  INSERT INTO messageSearch (rowid, body) VALUES (new.id, new.body);
END;

-- Any three letters or digits in a row find a contact.
CREATE VIRTUAL TABLE contactSearch USING fts5 (name, number, content = 'contacts', content_rowid = 'id', tokenize = 'trigram remove_diacritics 1');
CREATE TRIGGER contacts_search_insert AFTER INSERT ON contacts BEGIN
  INSERT INTO contactSearch (rowid, name, number) VALUES (new.id, new.name, new.number);
END;
CREATE TRIGGER contacts_search_delete AFTER DELETE ON contacts BEGIN
  INSERT INTO contactSearch (contactSearch, rowid, name, number) VALUES ('delete', old.id, old.name, old.number);
END;
CREATE TRIGGER contacts_search_update AFTER UPDATE OF name, number ON contacts BEGIN
  INSERT INTO contactSearch (contactSearch, rowid, name, number) VALUES ('delete', old.id, old.name, old.number);
  INSERT INTO contactSearch (rowid, name, number) VALUES (new.id, new.name, new.number);
END;

-- Who leaves hands back what they held. doc 4 §1.34
CREATE TRIGGER users_leave BEFORE DELETE ON users BEGIN
  UPDATE tickets SET status = 'pending', userId = NULL WHERE userId = old.id AND status = 'open';
END;

-- What still waited on a connection will never go. doc 4, decision 3
CREATE TRIGGER connections_leave BEFORE DELETE ON connections BEGIN
  UPDATE messages SET ack = -1, reason = 'ERR_NO_WAPP_FOUND' WHERE id IN (SELECT messageId FROM outbox WHERE whatsappId = old.id);
END;
