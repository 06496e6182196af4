-- What happened to a ticket. A row with fromStatus moved it, a row without moved nothing.
CREATE TABLE ticketEvents (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ticketId INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  byUserId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  at INTEGER NOT NULL, -- epoch ms
  fromStatus TEXT,
  fromQueueId INTEGER,
  fromUserId INTEGER,
  fromUnread INTEGER NOT NULL DEFAULT 0,
  status TEXT NOT NULL,
  queueId INTEGER,
  userId INTEGER,
  note TEXT,
  detail TEXT -- JSON
) STRICT;

-- A ticket that was open from the start was opened by its user. The page of a ticket's events goes by id, so rows are inserted in the order of time.
INSERT INTO ticketEvents (ticketId, kind, byUserId, at, fromStatus, fromQueueId, fromUserId, fromUnread, status, queueId, userId, note, detail)
  SELECT ticketId, kind, byUserId, at, fromStatus, fromQueueId, fromUserId, fromUnread, status, queueId, userId, note, detail FROM (
    SELECT 0 AS rank, id AS source, id AS ticketId, 'opened' AS kind, iif(status = 'open', userId, NULL) AS byUserId, createdAt AS at,
      NULL AS fromStatus, NULL AS fromQueueId, NULL AS fromUserId, 0 AS fromUnread, status, queueId, userId, NULL AS note, NULL AS detail
    FROM (
      SELECT t.id, t.createdAt, ifnull(m.fromStatus, t.status) AS status, iif(m.ticketId IS NULL, t.queueId, m.fromQueueId) AS queueId,
        (SELECT id FROM users WHERE id = iif(m.ticketId IS NULL, t.userId, m.fromUserId)) AS userId
      FROM tickets t LEFT JOIN (SELECT ticketId, fromStatus, fromQueueId, fromUserId, min(id) FROM ticketMoves GROUP BY ticketId) m ON m.ticketId = t.id
    ) WHERE status <> 'closed'
    UNION ALL
    SELECT 1, id, ticketId,
      CASE
        WHEN status = 'closed' THEN 'closed'
        WHEN fromStatus = 'closed' THEN 'reopened'
        WHEN fromStatus = 'pending' AND status = 'open' THEN iif(userId IS byUserId, 'accepted', 'assigned')
        WHEN fromStatus = 'open' AND status = 'pending' AND queueId IS fromQueueId THEN 'returned'
        ELSE 'transferred'
      END,
      byUserId, at, fromStatus, fromQueueId, fromUserId, fromUnread, status, queueId, userId, NULL,
      iif(id IN (SELECT id FROM undoneMoves), '{"cause":"undo"}', NULL)
    FROM ticketMoves
    UNION ALL
    SELECT 2, n.id, n.ticketId, 'noted', n.userId, n.createdAt, NULL, NULL, NULL, 0, t.status, t.queueId, t.userId, n.note, json_object('noteId', n.id)
    FROM ticketNotes n JOIN tickets t ON t.id = n.ticketId
  ) ORDER BY at, rank, source;

DROP VIEW undoneMoves;
DROP TABLE ticketMoves;

CREATE INDEX ticketEvents_ticket ON ticketEvents (ticketId, id DESC);
CREATE INDEX ticketEvents_by ON ticketEvents (byUserId) WHERE byUserId IS NOT NULL;

-- A move that was undone did not happen for the dashboard. An undo has no user, comes within 16 s, and leads back to where the move before it came from.
CREATE VIEW undoneMoves AS
  SELECT undo.id, undo.ticketId, done.at, done.fromStatus, done.status FROM ticketEvents undo
    JOIN ticketEvents done ON done.id = (SELECT max(id) FROM ticketEvents WHERE ticketId = undo.ticketId AND id < undo.id AND fromStatus IS NOT NULL)
    WHERE undo.byUserId IS NULL AND done.byUserId IS NOT NULL AND undo.at - done.at <= 16000
      AND undo.status = done.fromStatus AND undo.queueId IS done.fromQueueId AND undo.userId IS done.fromUserId
      AND undo.fromStatus = done.status AND undo.fromQueueId IS done.queueId AND undo.fromUserId IS done.userId;

CREATE TRIGGER ticketEvents_go AFTER INSERT ON ticketEvents WHEN new.fromStatus IS NOT NULL AND NOT EXISTS (SELECT 1 FROM undoneMoves WHERE id = new.id) BEGIN
  INSERT INTO ticketRounds (ticketId, contactId, queuedAt, byUs) SELECT id, contactId, iif(new.status = 'pending', min(new.at, ifnull(waitingSince, new.at)), new.at), new.status = 'open'
    FROM tickets WHERE id = new.ticketId AND new.fromStatus = 'closed' AND new.status <> 'closed';
  UPDATE ticketRounds SET
    userId = ifnull(new.userId, userId),
    startedAt = iif(new.status = 'open', ifnull(startedAt, new.at), startedAt),
    finishedAt = iif(new.status = 'closed', new.at, NULL)
  WHERE ticketId = new.ticketId AND finishedAt IS NULL;
END;

CREATE TRIGGER ticketEvents_back AFTER INSERT ON ticketEvents WHEN new.fromStatus IS NOT NULL AND EXISTS (SELECT 1 FROM undoneMoves WHERE id = new.id) BEGIN
  DELETE FROM ticketRounds WHERE ticketId = new.ticketId AND queuedAt = (SELECT at FROM undoneMoves WHERE id = new.id AND fromStatus = 'closed') AND finishedAt IS NULL;
  UPDATE ticketRounds SET finishedAt = NULL
    WHERE id = (SELECT max(id) FROM ticketRounds WHERE ticketId = new.ticketId) AND finishedAt = (SELECT at FROM undoneMoves WHERE id = new.id AND status = 'closed');
  UPDATE ticketRounds SET startedAt = NULL
    WHERE ticketId = new.ticketId AND finishedAt IS NULL AND byUs = 0 AND startedAt = (SELECT at FROM undoneMoves WHERE id = new.id AND fromStatus = 'pending' AND status = 'open');
  -- The earlier assignee of the round, if there was one.
  UPDATE ticketRounds SET userId = ifnull(new.userId, iif(startedAt IS NULL, NULL, (
    SELECT fromUserId FROM ticketEvents WHERE ticketId = new.ticketId AND id < new.id AND at > queuedAt AND fromUserId IS NOT NULL AND byUserId IS NOT NULL ORDER BY id DESC LIMIT 1
  ))) WHERE ticketId = new.ticketId AND finishedAt IS NULL;
END;
