-- When a person's first answer reached the customer of a round (epoch ms). An answer that left late counts from when it left. rules.md#day-figures
ALTER TABLE ticketRounds ADD COLUMN answeredAt INTEGER;
-- The round ended without any person.
ALTER TABLE ticketRounds ADD COLUMN byBot INTEGER NOT NULL DEFAULT 0;

-- Without this trigger the figures of past days stay: no figure of theirs changes.
DROP TRIGGER ticketRounds_days_update;
UPDATE ticketRounds SET answeredAt = (
  SELECT min(createdAt) FROM messages m WHERE m.ticketId = ticketRounds.ticketId AND (m.origin = 'device' OR m.origin = 'agent' AND m.ack > 0)
    AND m.createdAt BETWEEN queuedAt AND ifnull(finishedAt, 9999999999999)
) WHERE byUs = 0;
UPDATE ticketRounds SET byBot = 1 WHERE finishedAt IS NOT NULL AND startedAt IS NULL AND answeredAt IS NULL AND byUs = 0 AND EXISTS (
  SELECT 1 FROM ticketEvents e WHERE e.ticketId = ticketRounds.ticketId AND e.at = finishedAt AND e.status = 'closed' AND e.fromStatus IS NOT NULL
    AND e.byUserId IS NULL AND ifnull(e.detail ->> 'cause', '') <> 'api'
);
CREATE TRIGGER ticketRounds_days_update AFTER UPDATE ON ticketRounds BEGIN
  INSERT INTO changedAt VALUES (old.queuedAt), (old.finishedAt), (new.queuedAt), (new.finishedAt);
END;

-- All that the dashboard reads of a round, so that it is read from the index alone.
DROP INDEX ticketRounds_queued;
CREATE INDEX ticketRounds_queued ON ticketRounds (queuedAt, startedAt, finishedAt, byUs, userId, contactId, answeredAt, byBot, ticketId);
DROP INDEX ticketRounds_finished;
CREATE INDEX ticketRounds_finished ON ticketRounds (finishedAt, queuedAt, userId, byBot, ticketId) WHERE finishedAt IS NOT NULL;

-- The answer is stored before its ticket: the newest one that reached the network ended the wait.
CREATE TRIGGER tickets_answered AFTER UPDATE OF waitingSince ON tickets
  WHEN old.waitingSince IS NOT NULL AND new.status <> 'closed' AND ifnull(new.waitingSince, 9999999999999) > old.waitingSince
BEGIN
  UPDATE ticketRounds SET answeredAt = (
    SELECT max(createdAt, iif(new.reachedAt IS NOT old.reachedAt, ifnull(new.reachedAt, 0), 0)) FROM messages
      WHERE ticketId = new.id AND (origin = 'device' OR origin = 'agent' AND ack > 0) ORDER BY id DESC LIMIT 1
  ) WHERE ticketId = new.id AND finishedAt IS NULL AND answeredAt IS NULL AND byUs = 0;
END;
-- The network refused the only answer after all.
CREATE TRIGGER tickets_unanswered AFTER UPDATE OF waitingSince ON tickets
  WHEN new.waitingSince IS NOT NULL AND new.waitingSince < ifnull(old.waitingSince, 9999999999999)
BEGIN
  UPDATE ticketRounds SET answeredAt = NULL WHERE ticketId = new.id AND finishedAt IS NULL AND answeredAt IS NOT NULL AND queuedAt >= new.waitingSince;
END;

DROP TRIGGER ticketEvents_go;
CREATE TRIGGER ticketEvents_go AFTER INSERT ON ticketEvents WHEN new.fromStatus IS NOT NULL AND NOT EXISTS (SELECT 1 FROM undoneMoves WHERE id = new.id) BEGIN
  INSERT INTO ticketRounds (ticketId, contactId, queuedAt, byUs) SELECT id, contactId, iif(new.status = 'pending', min(new.at, ifnull(waitingSince, new.at)), new.at), new.status = 'open'
    FROM tickets WHERE id = new.ticketId AND new.fromStatus = 'closed' AND new.status <> 'closed';
  UPDATE ticketRounds SET
    userId = ifnull(new.userId, userId),
    startedAt = iif(new.status = 'open', ifnull(startedAt, new.at), startedAt),
    finishedAt = iif(new.status = 'closed', new.at, NULL),
    byBot = new.status = 'closed' AND new.byUserId IS NULL AND ifnull(new.detail ->> 'cause', '') <> 'api' AND startedAt IS NULL AND answeredAt IS NULL AND byUs = 0
  WHERE ticketId = new.ticketId AND finishedAt IS NULL;
END;

-- The bot's hand-overs and the customers' words of some days.
CREATE INDEX ticketEvents_bot ON ticketEvents (at) WHERE kind = 'bot';
CREATE INDEX ticketEvents_rated ON ticketEvents (at) WHERE kind = 'rated';
-- Products that run out.
CREATE INDEX productStores_low ON productStores (productId) WHERE stock <= lowStock;
