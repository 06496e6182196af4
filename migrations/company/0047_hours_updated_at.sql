-- When the opening hours were last changed, so that nobody undoes what another did.

ALTER TABLE openingHours ADD COLUMN updatedAt INTEGER NOT NULL DEFAULT 0;
