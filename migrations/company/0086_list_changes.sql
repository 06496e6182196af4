-- Programs read rows in the order of their last change.
CREATE INDEX tickets_updatedAt ON tickets (updatedAt, id);
CREATE INDEX contacts_updatedAt ON contacts (updatedAt, id);
CREATE INDEX orders_updatedAt ON orders (updatedAt, id);
CREATE INDEX products_updatedAt ON products (updatedAt, id);
CREATE INDEX budgets_updatedAt ON budgets (updatedAt, id);
