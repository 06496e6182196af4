-- Spreadsheets on their way to becoming contacts.
CREATE TABLE imports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  name TEXT NOT NULL, -- of the file
  state TEXT NOT NULL DEFAULT 'reading' CHECK (state IN ('reading', 'read', 'running', 'done', 'cancelled')),
  width INTEGER NOT NULL DEFAULT 0, -- columns
  choice TEXT, -- what becomes of which column, once it is chosen
  cursor INTEGER NOT NULL DEFAULT 0, -- the last line that was taken
  total INTEGER NOT NULL DEFAULT 0, -- rows
  done INTEGER NOT NULL DEFAULT 0,
  created INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  refused INTEGER NOT NULL DEFAULT 0,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX imports_user ON imports (userId);

-- Rows as they were read. One that became a contact goes; one that was refused stays with the reason.
CREATE TABLE importRows (
  importId INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  line INTEGER NOT NULL, -- in the file, from 1
  cells TEXT NOT NULL, -- null is a formula
  reason TEXT,
  PRIMARY KEY (importId, line)
) STRICT, WITHOUT ROWID;
CREATE INDEX importRows_refused ON importRows (importId, line) WHERE reason IS NOT NULL;
