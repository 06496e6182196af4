-- How often a stanza was tried by itself, counted before each try. Until now every login counted, and at the sixth all that waited was given up: that waits again.
ALTER TABLE waInbox RENAME COLUMN replays TO tries;
UPDATE waInbox SET done = 0 WHERE done = 1 AND tries >= 5 AND node IS NOT NULL;
UPDATE waInbox SET tries = 0;
CREATE INDEX waInbox_waiting ON waInbox (connectionId, id) WHERE done = 0;

-- How many messages a connection heard and could not hand over.
ALTER TABLE connections ADD COLUMN setAside INTEGER NOT NULL DEFAULT 0;
