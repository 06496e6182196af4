-- What the owner of the box tells everyone. The picture lies among the house's own files.
CREATE TABLE announcements (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  priority INTEGER NOT NULL DEFAULT 3 CHECK (priority BETWEEN 1 AND 3), -- 1 is high
  status INTEGER NOT NULL DEFAULT 1, -- 0 is for the owner's eyes
  sha256 TEXT,
  mediaName TEXT,
  mediaType TEXT,
  mediaSize INTEGER,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX announcements_order ON announcements (priority, createdAt);
