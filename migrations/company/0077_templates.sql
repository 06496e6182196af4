-- The message templates of connections that have them, as their network listed them last.
CREATE TABLE templates (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  whatsappId INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  networkId TEXT NOT NULL,
  name TEXT NOT NULL,
  language TEXT NOT NULL,
  category TEXT NOT NULL,
  state TEXT NOT NULL,
  quality TEXT NOT NULL,
  reason TEXT NOT NULL DEFAULT '', -- of a refusal
  format TEXT NOT NULL, -- its variables have names, or numbers
  header TEXT, -- {format, text}
  body TEXT NOT NULL,
  footer TEXT NOT NULL DEFAULT '',
  buttons TEXT NOT NULL,
  examples TEXT NOT NULL, -- by variable
  isPlain INTEGER NOT NULL DEFAULT 1, -- this box can fill all of its parts
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL,
  UNIQUE (whatsappId, networkId)
) STRICT;
CREATE INDEX templates_name ON templates (whatsappId, name, language);

-- A template instead of a text, with values that are filled in for each recipient, and as one row got it.
ALTER TABLE campaigns ADD COLUMN template TEXT;
ALTER TABLE campaignShipping ADD COLUMN template TEXT;
ALTER TABLE schedules ADD COLUMN template TEXT;
