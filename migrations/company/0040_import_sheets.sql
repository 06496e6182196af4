-- A file may have several sheets, and lines above the one with the column names.
ALTER TABLE imports ADD COLUMN sheets TEXT NOT NULL DEFAULT '[]'; -- of the file: name, width, total
ALTER TABLE imports ADD COLUMN sheet INTEGER NOT NULL DEFAULT 0; -- the one that is imported
ALTER TABLE imports ADD COLUMN head INTEGER NOT NULL DEFAULT 0; -- the line in which its table begins

-- Rows of all sheets, and the column that a refusal is about.
CREATE TABLE importRowsOfSheets (
  importId INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  sheet INTEGER NOT NULL DEFAULT 0,
  line INTEGER NOT NULL, -- in the sheet, from 1
  cells TEXT NOT NULL, -- null is a formula without a value
  reason TEXT,
  column INTEGER, -- from 0
  PRIMARY KEY (importId, sheet, line)
) STRICT, WITHOUT ROWID;
INSERT INTO importRowsOfSheets (importId, line, cells, reason)
  SELECT importId, line, cells, reason FROM importRows;
DROP TABLE importRows;
ALTER TABLE importRowsOfSheets RENAME TO importRows;
CREATE INDEX importRows_refused ON importRows (importId, sheet, line) WHERE reason IS NOT NULL;
UPDATE imports SET head = coalesce((SELECT min(line) FROM importRows WHERE importId = imports.id), 0);

-- A sheet names products by their code.
CREATE INDEX products_code ON products (code) WHERE code IS NOT NULL AND deletedAt IS NULL;
