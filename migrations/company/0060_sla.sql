-- Service goals in opening minutes. The row without a queue is for all others. rules.md#service-goals
CREATE TABLE sla (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  queueId INTEGER REFERENCES queues (id) ON DELETE CASCADE,
  firstAnswerMinutes INTEGER,
  resolutionMinutes INTEGER,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL,
  CONSTRAINT firstAnswerMinutes CHECK (firstAnswerMinutes IS NOT NULL OR resolutionMinutes IS NOT NULL)
) STRICT;
CREATE UNIQUE INDEX sla_queue ON sla (queueId);
CREATE UNIQUE INDEX sla_others ON sla ((queueId IS NULL)) WHERE queueId IS NULL;

-- The goals of a ticket as they travel.
ALTER TABLE tickets ADD COLUMN sla TEXT; -- JSON
CREATE INDEX tickets_sla ON tickets (sla ->> '$.changesAt') WHERE sla ->> '$.changesAt' IS NOT NULL;

-- The goals of a round, for the figures. All times are epoch ms.
ALTER TABLE ticketRounds ADD COLUMN queueId INTEGER;
-- Since when its goals are counted; 0 while a bot has it.
ALTER TABLE ticketRounds ADD COLUMN goalFrom INTEGER;
ALTER TABLE ticketRounds ADD COLUMN firstAnswerDue INTEGER;
ALTER TABLE ticketRounds ADD COLUMN resolutionDue INTEGER;
-- Who gave the first answer, and in which queue.
ALTER TABLE ticketRounds ADD COLUMN answerUserId INTEGER;
ALTER TABLE ticketRounds ADD COLUMN answerQueueId INTEGER;
-- Since when it is snoozed, and for how many open ms it was before.
ALTER TABLE ticketRounds ADD COLUMN pausedAt INTEGER;
ALTER TABLE ticketRounds ADD COLUMN pausedMs INTEGER NOT NULL DEFAULT 0;
-- Its due times have to be computed anew.
ALTER TABLE ticketRounds ADD COLUMN isStale INTEGER NOT NULL DEFAULT 0;
CREATE INDEX ticketRounds_stale ON ticketRounds (ticketId) WHERE isStale = 1;
CREATE INDEX ticketRounds_goals ON ticketRounds (queuedAt) WHERE firstAnswerDue IS NOT NULL OR resolutionDue IS NOT NULL;

-- Goals change no figure of a day.
DROP TRIGGER ticketRounds_days_update;
CREATE TRIGGER ticketRounds_days_update AFTER UPDATE OF ticketId, contactId, userId, queuedAt, startedAt, finishedAt, byUs, answeredAt, byBot ON ticketRounds BEGIN
  INSERT INTO changedAt VALUES (old.queuedAt), (old.finishedAt), (new.queuedAt), (new.finishedAt);
END;

-- What changes a due time marks the round. Whoever changes a ticket computes it at once, the clock computes the others.
CREATE TRIGGER sla_round_new AFTER INSERT ON ticketRounds WHEN new.finishedAt IS NULL AND EXISTS (SELECT 1 FROM sla) BEGIN
  UPDATE ticketRounds SET isStale = 1, queueId = (SELECT queueId FROM tickets WHERE id = new.ticketId) WHERE id = new.id;
END;
CREATE TRIGGER sla_round AFTER UPDATE OF answeredAt, finishedAt ON ticketRounds
  WHEN new.answeredAt IS NOT old.answeredAt OR new.finishedAt IS NOT old.finishedAt
BEGIN
  UPDATE ticketRounds SET isStale = new.finishedAt IS NULL AND EXISTS (SELECT 1 FROM sla) WHERE id = new.id AND isStale IS NOT (new.finishedAt IS NULL AND EXISTS (SELECT 1 FROM sla));
  UPDATE tickets SET sla = NULL WHERE id = new.ticketId AND sla IS NOT NULL AND new.finishedAt IS NOT NULL;
END;
CREATE TRIGGER sla_ticket AFTER UPDATE OF queueId, withBot, snoozedUntil, isGroup ON tickets
  WHEN (new.queueId IS NOT old.queueId OR new.withBot <> old.withBot OR (new.snoozedUntil IS NULL) <> (old.snoozedUntil IS NULL) OR new.isGroup <> old.isGroup)
    AND EXISTS (SELECT 1 FROM sla)
BEGIN
  UPDATE ticketRounds SET isStale = 1, queueId = new.queueId WHERE ticketId = new.id AND finishedAt IS NULL;
END;

-- What changes the due times of all.
CREATE VIEW slaStale AS SELECT 1 AS x;
CREATE TRIGGER slaStale_all INSTEAD OF INSERT ON slaStale BEGIN
  UPDATE ticketRounds SET isStale = 1 WHERE finishedAt IS NULL AND isStale = 0;
END;
CREATE TRIGGER sla_new AFTER INSERT ON sla BEGIN INSERT INTO slaStale VALUES (1); END;
CREATE TRIGGER sla_changed AFTER UPDATE ON sla BEGIN INSERT INTO slaStale VALUES (1); END;
CREATE TRIGGER sla_gone AFTER DELETE ON sla BEGIN INSERT INTO slaStale VALUES (1); END;
CREATE TRIGGER sla_hours_new AFTER INSERT ON openingHours WHEN EXISTS (SELECT 1 FROM sla) BEGIN INSERT INTO slaStale VALUES (1); END;
CREATE TRIGGER sla_hours AFTER UPDATE OF schedules, holidays ON openingHours WHEN EXISTS (SELECT 1 FROM sla) BEGIN INSERT INTO slaStale VALUES (1); END;
CREATE TRIGGER sla_queue_hours AFTER UPDATE OF schedules ON queues WHEN new.schedules <> old.schedules AND EXISTS (SELECT 1 FROM sla) BEGIN
  UPDATE ticketRounds SET isStale = 1 WHERE finishedAt IS NULL AND queueId = new.id;
END;
CREATE TRIGGER sla_counted_new AFTER INSERT ON settings WHEN new.key = 'scheduleType' AND EXISTS (SELECT 1 FROM sla) BEGIN INSERT INTO slaStale VALUES (1); END;
CREATE TRIGGER sla_counted AFTER UPDATE ON settings WHEN new.key = 'scheduleType' AND EXISTS (SELECT 1 FROM sla) BEGIN INSERT INTO slaStale VALUES (1); END;
CREATE TRIGGER sla_counted_gone AFTER DELETE ON settings WHEN old.key = 'scheduleType' AND EXISTS (SELECT 1 FROM sla) BEGIN INSERT INTO slaStale VALUES (1); END;
