-- When the settings of the box were last changed on screen, so that nobody undoes what another did.

CREATE TABLE boxEdits (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  updatedAt INTEGER NOT NULL
) STRICT;
INSERT INTO boxEdits (id, updatedAt) VALUES (1, 0);
