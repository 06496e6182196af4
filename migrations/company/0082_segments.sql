-- Segments of contacts by rule, and the lists that a campaign adds and leaves out.

CREATE TABLE segments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  rule TEXT NOT NULL, -- JSON
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX segments_user ON segments (userId) WHERE userId IS NOT NULL;

-- Counting 100,000 contacts reads these instead of whole rows.
CREATE INDEX contacts_reachable ON contacts (number)
  WHERE erasedAt IS NULL AND isGroup = 0 AND active = 1 AND number <> '';
CREATE INDEX orders_customer ON orders (contactId, emission, total)
  WHERE contactId IS NOT NULL AND cancelledAt IS NULL;
CREATE INDEX orders_bought ON orders (emission, contactId)
  WHERE contactId IS NOT NULL AND cancelledAt IS NULL;
CREATE INDEX orders_sold ON orders (id, emission, contactId)
  WHERE contactId IS NOT NULL AND cancelledAt IS NULL;
CREATE INDEX tickets_ad ON tickets (contactId) WHERE referral IS NOT NULL;
CREATE INDEX contactAddresses_district ON contactAddresses (neighborhood COLLATE NOCASE, contactId);

-- With the contact, so that a test of a field reads its index alone.
DROP INDEX contactFields_value;
DROP INDEX contactFields_day;
DROP INDEX contactFields_number;
CREATE INDEX contactFields_value ON contactFields (name, value, contactId);
CREATE INDEX contactFields_day ON contactFields (name, day, contactId);
CREATE INDEX contactFields_number ON contactFields (name, number, contactId);

ALTER TABLE campaigns ADD COLUMN segmentId INTEGER REFERENCES segments (id) ON DELETE SET NULL;
-- The list that the segment became when the campaign started.
ALTER TABLE campaigns ADD COLUMN segmentListId INTEGER REFERENCES contactLists (id) ON DELETE SET NULL;
CREATE INDEX campaigns_segment ON campaigns (segmentId) WHERE segmentId IS NOT NULL;
CREATE INDEX campaigns_segmentList ON campaigns (segmentListId) WHERE segmentListId IS NOT NULL;

-- The lists of a campaign besides its first, and those whose numbers get nothing.
CREATE TABLE campaignLists (
  campaignId INTEGER NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
  contactListId INTEGER NOT NULL REFERENCES contactLists (id) ON DELETE CASCADE,
  isExcept INTEGER NOT NULL DEFAULT 0,
  position INTEGER NOT NULL,
  PRIMARY KEY (campaignId, contactListId)
) STRICT, WITHOUT ROWID;
CREATE INDEX campaignLists_list ON campaignLists (contactListId);
