-- Where a contact lives, or wants things brought to. doc 2 §3
CREATE TABLE contactAddresses (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  contactId INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  label TEXT NOT NULL DEFAULT '',
  zipCode TEXT NOT NULL,
  address TEXT NOT NULL,
  number TEXT NOT NULL,
  complement TEXT NOT NULL DEFAULT '',
  neighborhood TEXT NOT NULL,
  city TEXT NOT NULL,
  state TEXT NOT NULL,
  latitude REAL,
  longitude REAL,
  isActive INTEGER NOT NULL DEFAULT 0, -- the main one
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX contactAddresses_contact ON contactAddresses (contactId);
CREATE UNIQUE INDEX contactAddresses_main ON contactAddresses (contactId) WHERE isActive = 1;

-- What a contact is, whatever their tickets are about. doc 1 §3
CREATE TABLE contactTags (
  contactId INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  tagId INTEGER NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
  PRIMARY KEY (contactId, tagId)
) STRICT, WITHOUT ROWID;
CREATE INDEX contactTags_tag ON contactTags (tagId);

-- Whoever asked to be forgotten is a row without a name, for what counts tickets.
ALTER TABLE contacts ADD COLUMN erasedAt INTEGER;
