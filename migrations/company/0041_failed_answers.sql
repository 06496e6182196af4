-- A message of ours in this attendance was refused, and is neither sent again nor deleted. rules.md#unsent
ALTER TABLE tickets ADD COLUMN sendFailed INTEGER NOT NULL DEFAULT 0;
-- When our last message reached the network, where that was a minute or more after it was written. rules.md#inactivity
ALTER TABLE tickets ADD COLUMN reachedAt INTEGER;

-- An answer that was refused ends no wait. Only active tickets are looked at.
UPDATE tickets SET sendFailed = 1 WHERE status <> 'closed' AND EXISTS (
  SELECT 1 FROM messages m WHERE m.ticketId = tickets.id AND m.fromMe = 1 AND m.ack = -1 AND m.isDeleted = 0
    AND m.createdAt >= ifnull((SELECT queuedAt FROM ticketRounds r WHERE r.ticketId = tickets.id ORDER BY r.id DESC LIMIT 1), 0)
);
UPDATE tickets SET waitingSince = (
  SELECT min(m.sentAt) FROM messages m WHERE m.ticketId = tickets.id AND m.origin = 'contact'
    AND m.id > ifnull((SELECT max(a.id) FROM messages a WHERE a.ticketId = tickets.id AND a.origin IN ('agent', 'device') AND a.ack > 0), 0)
    AND m.createdAt > ifnull((SELECT max(r.finishedAt) FROM ticketRounds r WHERE r.ticketId = tickets.id), 0)
) WHERE status <> 'closed' AND sendFailed = 1 AND waitingSince IS NULL;
