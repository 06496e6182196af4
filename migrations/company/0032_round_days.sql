-- What the dashboard says of a day that is over, in the time zone that the company had then, so that of 200,000 tickets it reads some hundred rows. Made by the clock, from rounds and ratings; what changes
-- one of these deletes its days, which are then counted anew.
CREATE TABLE roundDays (
  since INTEGER PRIMARY KEY, -- the day's first ms
  until INTEGER NOT NULL, -- and the first one after it
  timezone TEXT NOT NULL,
  finished INTEGER NOT NULL,
  hours BLOB NOT NULL,
  contacts BLOB NOT NULL,
  waits BLOB NOT NULL,
  supports BLOB NOT NULL,
  users BLOB NOT NULL
) STRICT;

CREATE VIEW changedAt AS SELECT NULL AS at;
CREATE TRIGGER changedAt_days INSTEAD OF INSERT ON changedAt BEGIN
  DELETE FROM roundDays WHERE since = (SELECT max(since) FROM roundDays WHERE since <= new.at) AND until > new.at;
END;

CREATE TRIGGER ticketRounds_days_insert AFTER INSERT ON ticketRounds BEGIN
  INSERT INTO changedAt VALUES (new.queuedAt), (new.finishedAt);
END;
CREATE TRIGGER ticketRounds_days_update AFTER UPDATE ON ticketRounds BEGIN
  INSERT INTO changedAt VALUES (old.queuedAt), (old.finishedAt), (new.queuedAt), (new.finishedAt);
END;
CREATE TRIGGER ticketRounds_days_delete AFTER DELETE ON ticketRounds BEGIN
  INSERT INTO changedAt VALUES (old.queuedAt), (old.finishedAt);
END;

CREATE TRIGGER userRatings_days_insert AFTER INSERT ON userRatings BEGIN
  INSERT INTO changedAt VALUES (new.createdAt);
END;
CREATE TRIGGER userRatings_days_update AFTER UPDATE OF userId, rate, createdAt ON userRatings BEGIN
  INSERT INTO changedAt VALUES (old.createdAt), (new.createdAt);
END;
CREATE TRIGGER userRatings_days_delete AFTER DELETE ON userRatings BEGIN
  INSERT INTO changedAt VALUES (old.createdAt);
END;
