-- Words begin with what is typed, from the first letter on and without accents; pieces of three letters are in productSearch.
CREATE VIRTUAL TABLE productWords USING fts5 (name, code, ean, content = 'products', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2', detail = 'none', columnsize = 0);
CREATE TRIGGER products_words_insert AFTER INSERT ON products BEGIN
  INSERT INTO productWords (rowid, name, code, ean) VALUES (new.id, new.name, new.code, new.ean);
END;
CREATE TRIGGER products_words_delete AFTER DELETE ON products BEGIN
  INSERT INTO productWords (productWords, rowid, name, code, ean) VALUES ('delete', old.id, old.name, old.code, old.ean);
END;
CREATE TRIGGER products_words_update AFTER UPDATE OF name, code, ean ON products BEGIN
  INSERT INTO productWords (productWords, rowid, name, code, ean) VALUES ('delete', old.id, old.name, old.code, old.ean);
  INSERT INTO productWords (rowid, name, code, ean) VALUES (new.id, new.name, new.code, new.ean);
END;
INSERT INTO productWords (productWords) VALUES ('rebuild');
