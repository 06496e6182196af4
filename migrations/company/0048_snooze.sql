-- Until when a ticket is put away (epoch ms); 9999999999999 until its customer writes. rules.md#snooze
ALTER TABLE tickets ADD COLUMN snoozedUntil INTEGER;
-- When it came back by the clock: inactivity counts from then. rules.md#inactivity
ALTER TABLE tickets ADD COLUMN wokenAt INTEGER;
ALTER TABLE tickets ADD COLUMN markedUnread INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tickets_wake ON tickets (snoozedUntil) WHERE snoozedUntil IS NOT NULL;

-- Snoozed tickets come last in the list of their status, the next to wake first. rules.md#list-order
DROP TRIGGER tickets_place;
CREATE TRIGGER tickets_place AFTER UPDATE OF status, waitingSince, withBot, lastMessageAt, snoozedUntil ON tickets
  WHEN new.place IS NOT CASE
    WHEN new.status = 'closed' THEN NULL
    WHEN new.snoozedUntil IS NOT NULL THEN 40000000000000 + new.snoozedUntil
    WHEN new.status = 'pending' THEN new.withBot * 20000000000000 + ifnull(new.waitingSince, 10000000000000)
    ELSE ifnull(new.waitingSince, 20000000000000 - new.lastMessageAt)
  END
BEGIN
  UPDATE tickets SET place = CASE
    WHEN status = 'closed' THEN NULL
    WHEN snoozedUntil IS NOT NULL THEN 40000000000000 + snoozedUntil
    WHEN status = 'pending' THEN withBot * 20000000000000 + ifnull(waitingSince, 10000000000000)
    ELSE ifnull(waitingSince, 20000000000000 - lastMessageAt)
  END WHERE id = new.id;
END;
