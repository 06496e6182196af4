-- The words of notes, for the search among tickets.

CREATE VIRTUAL TABLE noteSearch USING fts5 (note, content = 'ticketNotes', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3 4');
INSERT INTO noteSearch (rowid, note) SELECT id, note FROM ticketNotes ORDER BY id;
CREATE TRIGGER ticketNotes_search_insert AFTER INSERT ON ticketNotes BEGIN
  INSERT INTO noteSearch (rowid, note) VALUES (new.id, new.note);
END;
CREATE TRIGGER ticketNotes_search_delete AFTER DELETE ON ticketNotes BEGIN
  INSERT INTO noteSearch (noteSearch, rowid, note) VALUES ('delete', old.id, old.note);
END;
CREATE TRIGGER ticketNotes_search_update AFTER UPDATE OF note ON ticketNotes BEGIN
  INSERT INTO noteSearch (noteSearch, rowid, note) VALUES ('delete', old.id, old.note);
  INSERT INTO noteSearch (rowid, note) VALUES (new.id, new.note);
END;
