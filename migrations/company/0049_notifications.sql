-- What a user is told: someone gave them a ticket, an order or a reminder, or named them in a note.
-- rules.md#notifications
CREATE TABLE notifications (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  userId INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- who is told
  kind TEXT NOT NULL,
  at INTEGER NOT NULL,
  readAt INTEGER,
  ticketId INTEGER REFERENCES tickets (id) ON DELETE CASCADE,
  orderId INTEGER REFERENCES orders (id) ON DELETE CASCADE,
  reminderId INTEGER REFERENCES reminders (id) ON DELETE CASCADE,
  whatsappId INTEGER REFERENCES connections (id) ON DELETE CASCADE,
  byUserId INTEGER REFERENCES users (id) ON DELETE SET NULL, -- who caused it
  note TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX notifications_user ON notifications (userId, at);
CREATE INDEX notifications_ticket ON notifications (ticketId) WHERE ticketId IS NOT NULL;
CREATE INDEX notifications_order ON notifications (orderId) WHERE orderId IS NOT NULL;
CREATE INDEX notifications_reminder ON notifications (reminderId) WHERE reminderId IS NOT NULL;
CREATE INDEX notifications_connection ON notifications (whatsappId) WHERE whatsappId IS NOT NULL;
CREATE INDEX notifications_byUser ON notifications (byUserId) WHERE byUserId IS NOT NULL;
