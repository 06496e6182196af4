-- The connection that must come up before this schedule can leave. rules.md#schedules
ALTER TABLE schedules ADD COLUMN waitsFor INTEGER REFERENCES connections (id) ON DELETE SET NULL;
CREATE INDEX schedules_waitsFor ON schedules (waitsFor) WHERE waitsFor IS NOT NULL;
-- The time of its series before this one.
ALTER TABLE schedules ADD COLUMN followsId INTEGER REFERENCES schedules (id) ON DELETE SET NULL;
CREATE INDEX schedules_follows ON schedules (followsId) WHERE followsId IS NOT NULL;
-- What is in the outbox may become too late there.
CREATE INDEX schedules_queued ON schedules (sendAt) WHERE status = 'AGENDADA';
