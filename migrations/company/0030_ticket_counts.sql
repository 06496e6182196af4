-- Where a ticket stands in the list of its state, roughly: of active ones whose turn it is (the front of `place`), of closed ones when they last changed, in spans of 2^30 ms, twelve days.
ALTER TABLE tickets ADD COLUMN part INTEGER AS (iif(status = 'closed', updatedAt >> 30, ifnull(place, 0) / 10000000000000)) VIRTUAL;

-- How many tickets there are, so that of 200,000 a list counts some hundred rows, and finds a late page by leaving out whole parts. 0 is none: no user, no queue.
CREATE TABLE ticketCounts (
  status TEXT NOT NULL,
  part INTEGER NOT NULL,
  userId INTEGER NOT NULL,
  queueId INTEGER NOT NULL,
  whatsappId INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (status, part, userId, queueId, whatsappId)
) STRICT, WITHOUT ROWID;
INSERT INTO ticketCounts SELECT status, part, ifnull(userId, 0), ifnull(queueId, 0), ifnull(whatsappId, 0), count(*) FROM tickets GROUP BY 1, 2, 3, 4, 5;

CREATE TRIGGER tickets_count_more AFTER INSERT ON tickets BEGIN
  INSERT INTO ticketCounts VALUES (new.status, new.part, ifnull(new.userId, 0), ifnull(new.queueId, 0), ifnull(new.whatsappId, 0), 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER tickets_count_less AFTER DELETE ON tickets BEGIN
  INSERT INTO ticketCounts VALUES (old.status, old.part, ifnull(old.userId, 0), ifnull(old.queueId, 0), ifnull(old.whatsappId, 0), -1) ON CONFLICT DO UPDATE SET count = count - 1;
END;
CREATE TRIGGER tickets_count_moved AFTER UPDATE OF status, place, updatedAt, userId, queueId, whatsappId ON tickets
  WHEN (new.status, new.part, new.userId, new.queueId, new.whatsappId) IS NOT (old.status, old.part, old.userId, old.queueId, old.whatsappId)
BEGIN
  INSERT INTO ticketCounts VALUES (new.status, new.part, ifnull(new.userId, 0), ifnull(new.queueId, 0), ifnull(new.whatsappId, 0), 1) ON CONFLICT DO UPDATE SET count = count + 1;
  INSERT INTO ticketCounts VALUES (old.status, old.part, ifnull(old.userId, 0), ifnull(old.queueId, 0), ifnull(old.whatsappId, 0), -1) ON CONFLICT DO UPDATE SET count = count - 1;
END;
