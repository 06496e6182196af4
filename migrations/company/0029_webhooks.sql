-- Addresses of other programs that are told what happens, and each thing that one of them is told.
CREATE TABLE webhooks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  url TEXT NOT NULL,
  events TEXT NOT NULL, -- JSON
  secret TEXT NOT NULL,
  active INTEGER NOT NULL DEFAULT 1,
  failures INTEGER NOT NULL DEFAULT 0, -- in a row
  offReason TEXT, -- why it was turned off by itself
  offAt INTEGER,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;

CREATE TABLE webhookDeliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  webhookId INTEGER NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  event TEXT NOT NULL,
  onceKey TEXT NOT NULL, -- what it tells of: a second one is not made
  orderKey TEXT NOT NULL, -- those with the same one leave one after the other
  contactId INTEGER REFERENCES contacts (id) ON DELETE CASCADE,
  body TEXT NOT NULL, -- JSON, as it is posted
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  dueAt INTEGER NOT NULL,
  status INTEGER, -- of the last answer
  error TEXT,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL,
  UNIQUE (webhookId, onceKey)
) STRICT;
CREATE INDEX webhookDeliveries_due ON webhookDeliveries (webhookId, dueAt) WHERE state = 'waiting';
CREATE INDEX webhookDeliveries_order ON webhookDeliveries (webhookId, orderKey, id) WHERE state = 'waiting';
CREATE INDEX webhookDeliveries_createdAt ON webhookDeliveries (createdAt);
CREATE INDEX webhookDeliveries_contact ON webhookDeliveries (contactId) WHERE contactId IS NOT NULL;

-- Active tickets as webhooks were last told of them: what differs is told.
CREATE TABLE webhookTickets (
  ticketId INTEGER PRIMARY KEY REFERENCES tickets (id) ON DELETE CASCADE,
  status TEXT NOT NULL,
  queueId INTEGER,
  userId INTEGER
) STRICT;

-- Up to which event deliveries were made; no row while no webhook is on.
CREATE TABLE webhookCursor (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  seq INTEGER NOT NULL
) STRICT;
