-- People whom the official channel knows by an id of its own; an id that it gives them for this shop.
CREATE TABLE identifiersOfAll (
  type TEXT NOT NULL CHECK (type IN ('phone', 'lid', 'group', 'bsuid')),
  value TEXT NOT NULL,
  contactId INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  PRIMARY KEY (type, value)
) STRICT, WITHOUT ROWID;
INSERT INTO identifiersOfAll (type, value, contactId) SELECT type, value, contactId FROM identifiers;
DROP TABLE identifiers;
ALTER TABLE identifiersOfAll RENAME TO identifiers;
CREATE INDEX identifiers_contact ON identifiers (contactId);

ALTER TABLE contacts ADD COLUMN username TEXT NOT NULL DEFAULT '';

-- The template that a message of ours uses ({name, language, header, body, buttons}), and its buttons or list ({type, text, …}).
ALTER TABLE messages ADD COLUMN template TEXT;
ALTER TABLE messages ADD COLUMN interactive TEXT;

-- How often a message was sent without an answer, and since when a campaign's message is without one (epoch ms).
ALTER TABLE outbox ADD COLUMN uncertain INTEGER NOT NULL DEFAULT 0;
ALTER TABLE campaignShipping ADD COLUMN triedAt INTEGER;
ALTER TABLE campaignShipping ADD COLUMN uncertain INTEGER NOT NULL DEFAULT 0;

-- What the network lets the connection send a day, and its grade ({tier, quality}).
ALTER TABLE connections ADD COLUMN "limit" TEXT;
