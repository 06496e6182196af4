-- Contacts are found by their usernames, too.
DROP TRIGGER contacts_search_insert;
DROP TRIGGER contacts_search_delete;
DROP TRIGGER contacts_search_update;
DROP TABLE contactSearch;
CREATE VIRTUAL TABLE contactSearch USING fts5 (name, number, username, content = 'contacts', content_rowid = 'id', tokenize = 'trigram remove_diacritics 1');
INSERT INTO contactSearch (contactSearch) VALUES ('rebuild');
CREATE TRIGGER contacts_search_insert AFTER INSERT ON contacts BEGIN
  INSERT INTO contactSearch (rowid, name, number, username) VALUES (new.id, new.name, new.number, new.username);
END;
CREATE TRIGGER contacts_search_delete AFTER DELETE ON contacts BEGIN
  INSERT INTO contactSearch (contactSearch, rowid, name, number, username) VALUES ('delete', old.id, old.name, old.number, old.username);
END;
CREATE TRIGGER contacts_search_update AFTER UPDATE OF name, number, username ON contacts BEGIN
  INSERT INTO contactSearch (contactSearch, rowid, name, number, username) VALUES ('delete', old.id, old.name, old.number, old.username);
  INSERT INTO contactSearch (rowid, name, number, username) VALUES (new.id, new.name, new.number, new.username);
END;
