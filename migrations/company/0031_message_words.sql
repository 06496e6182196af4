-- Which messages have a word, and which of them are a ticket's: beside its words each message has the ticket's mark, two letters that nobody types. What begins with two to twelve letters is found
-- without gathering all that has it.
DROP TRIGGER messages_search_insert;
DROP TRIGGER messages_search_delete;
DROP TRIGGER messages_search_update;
DROP TABLE messageSearch;

CREATE VIEW messageWords AS SELECT id, body || ' ' || char(57344 + ticketId / 4096, 57344 + ticketId % 4096) AS body FROM messages;
CREATE VIRTUAL TABLE messageSearch USING fts5 (body, content = 'messageWords', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3 4 5 6 7 8 9 10 11 12', detail = 'none', columnsize = 0);

-- Messages from this id on are in it: the newest at once, and all others while the box is at work, again the newest first.
CREATE TABLE messageSearchFrom (id INTEGER NOT NULL) STRICT;
INSERT INTO messageSearchFrom SELECT coalesce((SELECT id FROM messages ORDER BY id DESC LIMIT 1 OFFSET 2000), 1);
INSERT INTO messageSearch (rowid, body) SELECT id, body FROM messageWords WHERE id >= (SELECT id FROM messageSearchFrom) ORDER BY id;
INSERT INTO jobs (kind, lane, runAt, payload) SELECT 'indexMessages', 'indexMessages', 0, '{}' FROM messageSearchFrom WHERE id > 1;

CREATE TRIGGER messages_search_insert AFTER INSERT ON messages BEGIN
  INSERT INTO messageSearch (rowid, body) VALUES (new.id, new.body || ' ' || char(57344 + new.ticketId / 4096, 57344 + new.ticketId % 4096));
END;
CREATE TRIGGER messages_search_delete AFTER DELETE ON messages WHEN old.id >= (SELECT id FROM messageSearchFrom) BEGIN
  INSERT INTO messageSearch (messageSearch, rowid, body) VALUES ('delete', old.id, old.body || ' ' || char(57344 + old.ticketId / 4096, 57344 + old.ticketId % 4096));
END;
CREATE TRIGGER messages_search_update AFTER UPDATE OF body, ticketId ON messages WHEN old.id >= (SELECT id FROM messageSearchFrom) BEGIN
  INSERT INTO messageSearch (messageSearch, rowid, body) VALUES ('delete', old.id, old.body || ' ' || char(57344 + old.ticketId / 4096, 57344 + old.ticketId % 4096));
  INSERT INTO messageSearch (rowid, body) VALUES (new.id, new.body || ' ' || char(57344 + new.ticketId / 4096, 57344 + new.ticketId % 4096));
END;
