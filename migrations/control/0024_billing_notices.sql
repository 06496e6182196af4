-- What companies are told of their invoices, each once, and how.

CREATE TABLE noticeSettings (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  byMail INTEGER NOT NULL DEFAULT 0,
  whatsappId INTEGER, -- a connection of the owner's company; null sends nothing by WhatsApp
  days INTEGER NOT NULL DEFAULT 3 CHECK (days BETWEEN 1 AND 15), -- before a due date
  texts TEXT NOT NULL DEFAULT '{}', -- JSON, of kind and language; one that is missing is the usual one
  since INTEGER NOT NULL DEFAULT 0, -- epoch ms; nothing from before is told
  updatedAt INTEGER NOT NULL
) STRICT;
INSERT INTO noticeSettings (id, updatedAt) VALUES (1, 0);

CREATE TABLE billingNotices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('created', 'dueSoon', 'dueToday', 'overdue', 'paid', 'paidTwice', 'blocked', 'trialEnds')),
  about TEXT NOT NULL, -- the invoice's number, or the due date
  companyId INTEGER NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  channel TEXT NOT NULL CHECK (channel IN ('mail', 'whatsapp', 'none')),
  receiver TEXT NOT NULL,
  body TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed')),
  error TEXT,
  mailId INTEGER, -- of the box's mail, whose state counts while it is stored
  attempts INTEGER NOT NULL DEFAULT 0,
  dueAt INTEGER NOT NULL, -- epoch ms
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL,
  UNIQUE (companyId, kind, about, channel)
) STRICT;
CREATE INDEX billingNotices_due ON billingNotices (dueAt) WHERE state = 'waiting';
CREATE INDEX billingNotices_created ON billingNotices (createdAt, id);
