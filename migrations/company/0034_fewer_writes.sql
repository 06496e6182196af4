-- Whether somebody wrote within a day is asked for each message that goes to them.
DROP INDEX messages_contact;
CREATE INDEX messages_contact ON messages (contactId, fromMe, whatsappId, createdAt);

-- A ticket that stays in its place is not written a second time: who waits and writes on keeps theirs.
DROP TRIGGER tickets_place;
CREATE TRIGGER tickets_place AFTER UPDATE OF status, waitingSince, withBot, lastMessageAt ON tickets
  WHEN new.place IS NOT CASE new.status
    WHEN 'pending' THEN new.withBot * 20000000000000 + ifnull(new.waitingSince, 10000000000000)
    WHEN 'open' THEN ifnull(new.waitingSince, 20000000000000 - new.lastMessageAt)
  END
BEGIN
  UPDATE tickets SET place = CASE status
    WHEN 'pending' THEN withBot * 20000000000000 + ifnull(waitingSince, 10000000000000)
    WHEN 'open' THEN ifnull(waitingSince, 20000000000000 - lastMessageAt)
  END WHERE id = new.id;
END;
