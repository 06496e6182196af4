-- Named lists of steps that people run on a ticket.
CREATE TABLE macros (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL COLLATE NOCASE,
  shared INTEGER NOT NULL DEFAULT 0,
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  steps TEXT NOT NULL, -- JSON
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX macros_name ON macros (userId, name);

-- A person's own macros go with them; shared ones stay.
CREATE TRIGGER macros_own BEFORE DELETE ON users BEGIN
  DELETE FROM macros WHERE userId = old.id AND shared = 0;
END;

-- The built-in role has the new tasks where no company has changed it.
UPDATE roles SET permissions = '["budgets.read","budgets.write","categories.write","chats.read","chats.write","contacts.export","contacts.read","contacts.write","dashboard:view","macros.share","macros.write","messages.history","messages.read","messages.write","orders.all","orders.read","orders.write","productStores.write","products.write","quick-messages.duplicate","quick-messages.write","schedules.read","schedules.write","tags.write","tickets-manager:showall","tickets.read","tickets.write","tills.read","tills.write"]'
  WHERE builtIn = 'supervisor' AND permissions = '["budgets.read","budgets.write","categories.write","chats.read","chats.write","contacts.export","contacts.read","contacts.write","dashboard:view","messages.history","messages.read","messages.write","orders.all","orders.read","orders.write","productStores.write","products.write","quick-messages.duplicate","quick-messages.write","schedules.read","schedules.write","tags.write","tickets-manager:showall","tickets.read","tickets.write","tills.read","tills.write"]';
