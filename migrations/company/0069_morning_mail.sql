-- When the mail with the figures of the day before is due, for a user who wants it. Epoch ms.
ALTER TABLE userPreferences ADD COLUMN morningMailAt INTEGER;
CREATE INDEX userPreferences_morningMailAt ON userPreferences (morningMailAt) WHERE morningMailAt IS NOT NULL;
