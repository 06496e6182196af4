-- What some people of a company may do, instead of what their profile says.
CREATE TABLE roles (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  profile TEXT NOT NULL,
  permissions TEXT NOT NULL,
  storeIds TEXT NOT NULL DEFAULT '[]',
  builtIn TEXT,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;

ALTER TABLE users ADD COLUMN roleId INTEGER REFERENCES roles (id);
CREATE INDEX users_role ON users (roleId) WHERE roleId IS NOT NULL;

INSERT INTO roles (name, profile, permissions, builtIn, createdAt, updatedAt) VALUES
  ('Supervisor', 'user', '["budgets.read","budgets.write","categories.write","chats.read","chats.write","contacts.export","contacts.read","contacts.write","dashboard:view","messages.history","messages.read","messages.write","orders.all","orders.read","orders.write","productStores.write","products.write","quick-messages.duplicate","quick-messages.write","schedules.read","schedules.write","tags.write","tickets-manager:showall","tickets.read","tickets.write","tills.read","tills.write"]', 'supervisor', 1764288000000, 1764288000000),
  ('Cozinha', 'user', '["orders.all","orders.read","orders.write","tills.read","tills.write"]', 'kitchen', 1764288000000, 1764288000000),
  ('Caixa', 'user', '["budgets.read","budgets.write","chats.read","chats.write","contacts.read","contacts.write","orders.all","orders.read","orders.write","tills.read","tills.write"]', 'counter', 1764288000000, 1764288000000);
