-- Who chooses no queue on a connection waits in this one.
ALTER TABLE connections ADD COLUMN defaultQueueId INTEGER REFERENCES queues (id) ON DELETE SET NULL;
