-- Mail of the box that is to leave, or has left: what stands in it is kept until then alone, and sealed.
CREATE TABLE mails (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  receiver TEXT NOT NULL,
  letter BLOB, -- sealed
  messageId TEXT NOT NULL, -- the same at each try, by which a receiver knows one that came twice
  state TEXT NOT NULL DEFAULT 'waiting', -- waiting, sent, failed
  attempts INTEGER NOT NULL DEFAULT 0,
  dueAt INTEGER NOT NULL, -- epoch ms
  uselessAt INTEGER NOT NULL, -- epoch ms; from then on nobody wants it
  error TEXT,
  answer TEXT NOT NULL DEFAULT '', -- the server's words
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX mails_due ON mails (dueAt) WHERE state = 'waiting';
CREATE INDEX mails_created ON mails (createdAt);
