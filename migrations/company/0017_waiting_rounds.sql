-- One waits from when one wrote, not from when the box heard it. rules.md#sent-time
CREATE TRIGGER tickets_waits AFTER UPDATE OF waitingSince ON tickets WHEN old.waitingSince IS NULL AND new.waitingSince IS NOT NULL BEGIN
  UPDATE ticketRounds SET queuedAt = new.waitingSince WHERE ticketId = new.id AND finishedAt IS NULL AND startedAt IS NULL AND byUs = 0 AND queuedAt > new.waitingSince;
END;

DROP TRIGGER ticketMoves_go;
CREATE TRIGGER ticketMoves_go AFTER INSERT ON ticketMoves WHEN NOT EXISTS (SELECT 1 FROM undoneMoves WHERE id = new.id) BEGIN
  INSERT INTO ticketRounds (ticketId, contactId, queuedAt, byUs) SELECT id, contactId, iif(new.status = 'pending', min(new.at, ifnull(waitingSince, new.at)), new.at), new.status = 'open'
    FROM tickets WHERE id = new.ticketId AND new.fromStatus = 'closed' AND new.status <> 'closed';
  UPDATE ticketRounds SET
    userId = ifnull(new.userId, userId),
    startedAt = iif(new.status = 'open', ifnull(startedAt, new.at), startedAt),
    finishedAt = iif(new.status = 'closed', new.at, NULL)
  WHERE ticketId = new.ticketId AND finishedAt IS NULL;
END;
