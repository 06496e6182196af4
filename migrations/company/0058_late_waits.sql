-- The wait of which users were notified as late, by its start.
ALTER TABLE tickets ADD COLUMN lateWaitSince INTEGER;
UPDATE tickets SET lateWaitSince = waitingSince WHERE waitingSince IS NOT NULL;
