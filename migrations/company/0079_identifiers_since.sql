-- The last message when a person gave the contact this number: earlier ones are of another phone.
ALTER TABLE identifiers ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
