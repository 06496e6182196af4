-- Tags that are lanes of the tickets' board have an order of their own. rules.md#kanban
ALTER TABLE tags ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tags ADD COLUMN userId INTEGER REFERENCES users (id) ON DELETE SET NULL; -- who made it
CREATE INDEX tags_user ON tags (userId) WHERE userId IS NOT NULL;
CREATE INDEX tags_lanes ON tags (position, id) WHERE kanban = 1;
UPDATE tags SET position = id WHERE kanban = 1;

-- A new lane is the last.
CREATE TRIGGER tags_new_lane AFTER INSERT ON tags WHEN new.kanban = 1 BEGIN
  UPDATE tags SET position = 1 + (SELECT ifnull(max(position), 0) FROM tags WHERE kanban = 1 AND id <> new.id) WHERE id = new.id;
END;

-- The lane where a ticket stands: the last kanban tag that it was given and still has. Only triggers write it.
ALTER TABLE tickets ADD COLUMN kanbanTagId INTEGER;
CREATE TRIGGER ticketTags_lane AFTER INSERT ON ticketTags WHEN (SELECT kanban FROM tags WHERE id = new.tagId) = 1 BEGIN
  UPDATE tickets SET kanbanTagId = new.tagId WHERE id = new.ticketId;
END;
CREATE TRIGGER ticketTags_no_lane AFTER DELETE ON ticketTags BEGIN
  UPDATE tickets SET kanbanTagId = (SELECT max(t.id) FROM ticketTags tt JOIN tags t ON t.id = tt.tagId WHERE tt.ticketId = old.ticketId AND t.kanban = 1)
    WHERE id = old.ticketId AND kanbanTagId = old.tagId;
END;
-- Of two tickets that become one the lane of the one that stays counts.
CREATE TRIGGER ticketTags_moved AFTER UPDATE OF ticketId ON ticketTags WHEN (SELECT kanban FROM tags WHERE id = new.tagId) = 1 BEGIN
  UPDATE tickets SET kanbanTagId = NULL WHERE id = old.ticketId;
  UPDATE tickets SET kanbanTagId = new.tagId WHERE id = new.ticketId AND kanbanTagId IS NULL;
END;
CREATE TRIGGER tags_lane AFTER UPDATE OF kanban ON tags WHEN new.kanban <> old.kanban BEGIN
  UPDATE tags SET position = iif(new.kanban = 1, 1 + (SELECT ifnull(max(position), 0) FROM tags WHERE kanban = 1 AND id <> new.id), 0) WHERE id = new.id;
  UPDATE tickets SET kanbanTagId = (SELECT max(t.id) FROM ticketTags tt JOIN tags t ON t.id = tt.tagId WHERE tt.ticketId = tickets.id AND t.kanban = 1)
    WHERE id IN (SELECT ticketId FROM ticketTags WHERE tagId = new.id) AND (kanbanTagId IS NULL OR kanbanTagId = new.id);
END;
UPDATE tickets SET kanbanTagId = (SELECT max(t.id) FROM ticketTags tt JOIN tags t ON t.id = tt.tagId WHERE tt.ticketId = tickets.id AND t.kanban = 1)
  WHERE id IN (SELECT ticketId FROM ticketTags tt JOIN tags t ON t.id = tt.tagId WHERE t.kanban = 1);
-- A lane is read in its order, narrowed and counted from the index alone.
CREATE INDEX tickets_lane ON tickets (kanbanTagId, place, id, lastMessageAt, queueId, userId, whatsappId, status) WHERE status <> 'closed';
