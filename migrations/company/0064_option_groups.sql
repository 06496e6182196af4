-- The choices of a product, such as size and filling. Several products may have the same group.
CREATE TABLE optionGroups (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  min INTEGER NOT NULL DEFAULT 0 CHECK (min >= 0),
  max INTEGER NOT NULL DEFAULT 1, -- how many of its options a customer chooses
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL,
  CONSTRAINT max CHECK (max >= min AND max > 0)
) STRICT;
CREATE INDEX optionGroups_user ON optionGroups (userId) WHERE userId IS NOT NULL;

CREATE TABLE groupOptions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  groupId INTEGER NOT NULL REFERENCES optionGroups (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  price INTEGER NOT NULL DEFAULT 0 CHECK (price >= 0), -- cents
  priceMode TEXT NOT NULL DEFAULT 'add' CHECK (priceMode IN ('add', 'replace'))
) STRICT;
CREATE INDEX groupOptions_group ON groupOptions (groupId, position);

CREATE TABLE productOptionGroups (
  productId INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  groupId INTEGER NOT NULL REFERENCES optionGroups (id) ON DELETE RESTRICT,
  position INTEGER NOT NULL,
  PRIMARY KEY (productId, groupId)
) STRICT, WITHOUT ROWID;
CREATE INDEX productOptionGroups_group ON productOptionGroups (groupId);
-- Nobody sees a deleted product, so it keeps no group from being deleted.
CREATE TRIGGER products_without_groups AFTER UPDATE OF deletedAt ON products WHEN new.deletedAt IS NOT NULL BEGIN
  DELETE FROM productOptionGroups WHERE productId = new.id;
END;

-- The wish of a customer for an item, and the options as they were chosen, JSON.
ALTER TABLE budgetItems ADD COLUMN note TEXT NOT NULL DEFAULT '';
ALTER TABLE budgetItems ADD COLUMN options TEXT NOT NULL DEFAULT '[]';
ALTER TABLE orderItems ADD COLUMN note TEXT NOT NULL DEFAULT '';
ALTER TABLE orderItems ADD COLUMN options TEXT NOT NULL DEFAULT '[]';
