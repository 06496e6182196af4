-- How a user has their own screens, as JSON.
CREATE TABLE userPreferences (
  userId INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  preferences TEXT NOT NULL
) STRICT;
