-- Each way of a ticket from its coming to its end, in epoch ms: one that is taken up again has another. Triggers keep them, from what moves. doc 4 §1.31
CREATE TABLE ticketRounds (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ticketId INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  contactId INTEGER NOT NULL, -- the ticket's
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL, -- who held it last
  queuedAt INTEGER NOT NULL,
  startedAt INTEGER, -- when someone first took it
  finishedAt INTEGER,
  byUs INTEGER NOT NULL DEFAULT 0 -- we began it: nobody waited
) STRICT;
CREATE INDEX ticketRounds_current ON ticketRounds (ticketId) WHERE finishedAt IS NULL;
CREATE INDEX ticketRounds_ticket ON ticketRounds (ticketId, id DESC);
-- All that the dashboard reads of a round, so that it is read from the index alone.
CREATE INDEX ticketRounds_queued ON ticketRounds (queuedAt, startedAt, finishedAt, byUs, userId, contactId);
CREATE INDEX ticketRounds_finished ON ticketRounds (finishedAt) WHERE finishedAt IS NOT NULL;
CREATE INDEX ticketRounds_user ON ticketRounds (userId);
CREATE INDEX userRatings_given ON userRatings (createdAt, userId, rate);

-- What was done and undone did not happen. An undo is nobody's move, comes within 16 s, and leads back to where the one before it came from.
CREATE VIEW undoneMoves AS
  SELECT undo.id, undo.ticketId, done.at, done.fromStatus, done.status FROM ticketMoves undo
    JOIN ticketMoves done ON done.id = (SELECT max(id) FROM ticketMoves WHERE ticketId = undo.ticketId AND id < undo.id)
    WHERE undo.byUserId IS NULL AND done.byUserId IS NOT NULL AND undo.at - done.at <= 16000
      AND undo.status = done.fromStatus AND undo.queueId IS done.fromQueueId AND undo.userId IS done.fromUserId
      AND undo.fromStatus = done.status AND undo.fromQueueId IS done.queueId AND undo.fromUserId IS done.userId;

CREATE TRIGGER tickets_come AFTER INSERT ON tickets WHEN new.status <> 'closed' BEGIN
  INSERT INTO ticketRounds (ticketId, contactId, userId, queuedAt, startedAt, byUs) VALUES (new.id, new.contactId, new.userId, new.createdAt, iif(new.status = 'open', new.createdAt, NULL), new.status = 'open');
END;

CREATE TRIGGER tickets_owner AFTER UPDATE OF contactId ON tickets BEGIN
  UPDATE ticketRounds SET contactId = new.contactId WHERE ticketId = new.id;
END;

CREATE TRIGGER ticketMoves_go AFTER INSERT ON ticketMoves WHEN NOT EXISTS (SELECT 1 FROM undoneMoves WHERE id = new.id) BEGIN
  INSERT INTO ticketRounds (ticketId, contactId, queuedAt, byUs) SELECT id, contactId, new.at, new.status = 'open' FROM tickets WHERE id = new.ticketId AND new.fromStatus = 'closed' AND new.status <> 'closed';
  UPDATE ticketRounds SET
    userId = ifnull(new.userId, userId),
    startedAt = iif(new.status = 'open', ifnull(startedAt, new.at), startedAt),
    finishedAt = iif(new.status = 'closed', new.at, NULL)
  WHERE ticketId = new.ticketId AND finishedAt IS NULL;
END;

CREATE TRIGGER ticketMoves_back AFTER INSERT ON ticketMoves WHEN EXISTS (SELECT 1 FROM undoneMoves WHERE id = new.id) BEGIN
  DELETE FROM ticketRounds WHERE ticketId = new.ticketId AND queuedAt = (SELECT at FROM undoneMoves WHERE id = new.id AND fromStatus = 'closed') AND finishedAt IS NULL;
  UPDATE ticketRounds SET finishedAt = NULL
    WHERE id = (SELECT max(id) FROM ticketRounds WHERE ticketId = new.ticketId) AND finishedAt = (SELECT at FROM undoneMoves WHERE id = new.id AND status = 'closed');
  UPDATE ticketRounds SET startedAt = NULL
    WHERE ticketId = new.ticketId AND finishedAt IS NULL AND byUs = 0 AND startedAt = (SELECT at FROM undoneMoves WHERE id = new.id AND fromStatus = 'pending' AND status = 'open');
  -- Who held it before, if anyone did.
  UPDATE ticketRounds SET userId = ifnull(new.userId, iif(startedAt IS NULL, NULL, (
    SELECT fromUserId FROM ticketMoves WHERE ticketId = new.ticketId AND id < new.id AND at > queuedAt AND fromUserId IS NOT NULL AND byUserId IS NOT NULL ORDER BY id DESC LIMIT 1
  ))) WHERE ticketId = new.ticketId AND finishedAt IS NULL;
END;

-- What moved before there were rounds moves once more.
INSERT INTO ticketRounds (ticketId, contactId, userId, queuedAt, startedAt, byUs)
  SELECT id, contactId, iif(status = 'open', userId, NULL), createdAt, iif(status = 'open', createdAt, NULL), status = 'open' FROM (
    SELECT id, contactId, createdAt, ifnull(fromStatus, tickets.status) AS status, iif(fromStatus IS NULL, tickets.userId, fromUserId) AS userId FROM tickets
      LEFT JOIN (SELECT ticketId, fromStatus, fromUserId, min(id) FROM ticketMoves GROUP BY ticketId) ON ticketId = tickets.id
  ) WHERE status <> 'closed';
CREATE TABLE movesAgain AS SELECT * FROM ticketMoves ORDER BY id;
DELETE FROM ticketMoves;
INSERT INTO ticketMoves SELECT * FROM movesAgain ORDER BY id;
DROP TABLE movesAgain;
