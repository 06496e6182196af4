-- When the box copies itself, where copies go besides, and how the last ones went.
CREATE TABLE backupPlan (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  time TEXT NOT NULL DEFAULT '02:30', -- in the time zone of the owner's company
  folder TEXT NOT NULL DEFAULT '', -- a disk or a mounted share
  endpoint TEXT NOT NULL DEFAULT '', -- of storage that speaks S3
  region TEXT NOT NULL DEFAULT '',
  bucket TEXT NOT NULL DEFAULT '',
  prefix TEXT NOT NULL DEFAULT '',
  accessKeyId TEXT NOT NULL DEFAULT '',
  secretAccessKey BLOB, -- sealed
  dueAt INTEGER, -- epoch ms, as are the others
  drillDueAt INTEGER,
  lastError TEXT,
  lastErrorAt INTEGER,
  away TEXT NOT NULL DEFAULT '[]', -- JSON: how the last copy came to each place
  drill TEXT, -- JSON: how the last drill went
  sheetAt INTEGER, -- when the recovery sheet was last asked for
  updatedAt INTEGER NOT NULL
) STRICT;
INSERT INTO backupPlan (id, updatedAt) VALUES (1, 0);
