-- The customer's answer to a menu, as a digit: lists show their words before it. rules.md#last-message
ALTER TABLE messages ADD COLUMN choice INTEGER NOT NULL DEFAULT 0;
