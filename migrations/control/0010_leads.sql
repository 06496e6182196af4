-- What strangers wrote to the owner of the box on the public page.
CREATE TABLE leads (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  phone TEXT NOT NULL, -- digits, with the country's
  message TEXT NOT NULL,
  answeredAt INTEGER, -- epoch ms
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX leads_unanswered ON leads (id) WHERE answeredAt IS NULL;
