-- When a message was sent, which may be long before the box heard it: `createdAt` is when it came.
ALTER TABLE messages ADD COLUMN sentAt INTEGER NOT NULL DEFAULT 0;
UPDATE messages SET sentAt = createdAt;
