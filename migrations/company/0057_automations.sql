-- Steps that run by themselves, by what happens to a ticket.
CREATE TABLE automations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  active INTEGER NOT NULL DEFAULT 0,
  event TEXT NOT NULL,
  conditions TEXT NOT NULL, -- JSON
  steps TEXT NOT NULL, -- JSON
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX automations_active ON automations (event) WHERE active = 1;

CREATE TABLE automationRuns (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  automationId INTEGER NOT NULL REFERENCES automations (id) ON DELETE CASCADE,
  ticketId INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  eventId INTEGER REFERENCES ticketEvents (id) ON DELETE SET NULL,
  since INTEGER, -- epoch ms
  dueAt INTEGER NOT NULL, -- epoch ms
  depth INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL DEFAULT 'due',
  reason TEXT,
  step INTEGER,
  doneAt INTEGER -- epoch ms
) STRICT;
CREATE INDEX automationRuns_due ON automationRuns (dueAt) WHERE state = 'due';
CREATE INDEX automationRuns_running ON automationRuns (id) WHERE state = 'running';
CREATE INDEX automationRuns_automation ON automationRuns (automationId, id DESC);
CREATE INDEX automationRuns_event ON automationRuns (eventId) WHERE eventId IS NOT NULL;
CREATE UNIQUE INDEX automationRuns_wait ON automationRuns (ticketId, automationId, since);

-- A run is written with its cause. While a run takes its steps it is 'running', so that what it causes knows how deep it stands.
CREATE TRIGGER automations_event AFTER INSERT ON ticketEvents WHEN new.kind IN ('opened', 'reopened', 'tagged', 'rated', 'order') BEGIN
  INSERT INTO automationRuns (automationId, ticketId, eventId, dueAt, depth)
    SELECT id, new.ticketId, new.id, new.at, ifnull((SELECT depth + 1 FROM automationRuns WHERE state = 'running'), 0) FROM automations
    WHERE active = 1 AND event = CASE new.kind WHEN 'tagged' THEN 'tagged' WHEN 'rated' THEN 'rated' WHEN 'order' THEN 'order' ELSE 'newTicket' END
      AND (new.kind NOT IN ('opened', 'reopened') OR (new.byUserId IS NULL AND ifnull(new.detail ->> '$.cause', '') <> 'undo'));
END;

CREATE TRIGGER automations_wait AFTER UPDATE OF waitingSince ON tickets WHEN new.waitingSince IS NOT old.waitingSince BEGIN
  DELETE FROM automationRuns WHERE ticketId = new.id AND state = 'due' AND since IS NOT NULL AND since IS NOT new.waitingSince;
  INSERT OR IGNORE INTO automationRuns (automationId, ticketId, since, dueAt)
    SELECT id, new.id, new.waitingSince, new.waitingSince + (conditions ->> '$.minutes') * 60000 FROM automations
    WHERE active = 1 AND event = 'waiting' AND new.waitingSince IS NOT NULL;
END;
CREATE TRIGGER automations_wait_new AFTER INSERT ON tickets WHEN new.waitingSince IS NOT NULL BEGIN
  INSERT OR IGNORE INTO automationRuns (automationId, ticketId, since, dueAt)
    SELECT id, new.id, new.waitingSince, new.waitingSince + (conditions ->> '$.minutes') * 60000 FROM automations
    WHERE active = 1 AND event = 'waiting';
END;
