-- Who serves a connection sees what has no queue there: that is told from the indexes alone, too.
DROP INDEX tickets_turn;
DROP INDEX tickets_held;
CREATE INDEX tickets_turn ON tickets (status, place, id, queueId, userId, whatsappId) WHERE status <> 'closed';
CREATE INDEX tickets_held ON tickets (userId, status, place, id, queueId, whatsappId) WHERE status <> 'closed' AND userId IS NOT NULL;
