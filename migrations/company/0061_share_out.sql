-- A queue may hand out its waiting tickets by itself. rules.md#share-of-load
ALTER TABLE queues ADD COLUMN share TEXT NOT NULL DEFAULT 'off' CHECK (share IN ('off', 'fewest', 'turns'));
-- The most open tickets of a person; null without a limit.
ALTER TABLE queues ADD COLUMN shareLimit INTEGER DEFAULT 5;
-- After so many opening minutes without an answer it takes a ticket back; null: never.
ALTER TABLE queues ADD COLUMN takeBackMinutes INTEGER;
CREATE INDEX queues_share ON queues (id) WHERE share <> 'off';

-- When the queue last handed a ticket to this person.
ALTER TABLE userQueues ADD COLUMN handedAt INTEGER; -- epoch ms

-- Tickets that a queue handed out, until their person has answered.
CREATE TABLE handOuts (
  ticketId INTEGER PRIMARY KEY REFERENCES tickets (id) ON DELETE CASCADE,
  userId INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  at INTEGER NOT NULL, -- epoch ms
  minutes INTEGER NOT NULL,
  dueAt INTEGER NOT NULL -- epoch ms
) STRICT;
CREATE INDEX handOuts_due ON handOuts (dueAt);
CREATE INDEX handOuts_user ON handOuts (userId);

-- It ends with an answer, a snooze, a move or a close.
CREATE TRIGGER handOuts_over AFTER UPDATE OF status, userId, queueId, waitingSince, snoozedUntil ON tickets
  WHEN EXISTS (SELECT 1 FROM handOuts WHERE ticketId = new.id)
    AND (new.status <> 'open' OR new.userId IS NOT old.userId OR new.queueId IS NOT old.queueId OR new.snoozedUntil IS NOT NULL
      OR new.waitingSince IS NULL OR new.waitingSince > old.waitingSince)
BEGIN
  DELETE FROM handOuts WHERE ticketId = new.id;
END;
