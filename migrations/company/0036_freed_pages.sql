-- Takes pages that were freed, and may still hold deleted words, while they are overwritten. Empty otherwise.

CREATE TABLE freedPages (
  id INTEGER PRIMARY KEY,
  filler BLOB NOT NULL
) STRICT;
