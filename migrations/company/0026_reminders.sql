-- When someone is to be reminded of a ticket.
CREATE TABLE reminders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ticketId INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  contactId INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE, -- the ticket's
  userId INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- whom it reminds
  byUserId INTEGER REFERENCES users (id) ON DELETE SET NULL, -- who made it
  text TEXT NOT NULL DEFAULT '',
  dueAt INTEGER NOT NULL,
  rungAt INTEGER, -- when its time was noticed; null before, and again once it is postponed
  doneAt INTEGER,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX reminders_due ON reminders (dueAt) WHERE rungAt IS NULL AND doneAt IS NULL;
CREATE INDEX reminders_user ON reminders (userId, doneAt, dueAt);
CREATE INDEX reminders_byUser ON reminders (byUserId, doneAt, dueAt);
CREATE INDEX reminders_ticket ON reminders (ticketId, dueAt);
CREATE INDEX reminders_contact ON reminders (contactId);
