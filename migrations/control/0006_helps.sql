-- The videos by which the owner of the box explains it to everyone.
CREATE TABLE helps (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL COLLATE NOCASE UNIQUE,
  description TEXT NOT NULL DEFAULT '',
  video TEXT NOT NULL CHECK (length(video) = 11), -- a YouTube video's id
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
