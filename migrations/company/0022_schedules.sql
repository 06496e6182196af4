-- Messages to be sent at a time. What repeats has one row for each time that was, and one for the next.
CREATE TABLE schedules (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  body TEXT NOT NULL,
  contactId INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  status TEXT NOT NULL DEFAULT 'PENDENTE' CHECK (status IN ('PENDENTE', 'AGENDADA', 'ENVIADA', 'ERRO')),
  reason TEXT, -- of ERRO
  sendAt INTEGER NOT NULL,
  sentAt INTEGER,
  late INTEGER NOT NULL DEFAULT 0, -- sent later than it was to be
  whatsappId INTEGER REFERENCES connections (id) ON DELETE SET NULL, -- null: that of the contact's last ticket, or the default
  signature INTEGER NOT NULL DEFAULT 0,
  openTicket INTEGER NOT NULL DEFAULT 0,
  queueId INTEGER REFERENCES queues (id) ON DELETE SET NULL, -- of the ticket that it opens
  ticketUserId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  mediaId INTEGER REFERENCES media (id) ON DELETE SET NULL,
  messageId INTEGER REFERENCES messages (id) ON DELETE SET NULL, -- in the outbox, or sent
  ackChanged INTEGER NOT NULL DEFAULT 0, -- the message's state says more than this row
  recurrence TEXT, -- JSON
  firstAt INTEGER NOT NULL, -- where its repetition began
  occurrence INTEGER NOT NULL DEFAULT 0, -- the how many-th since then
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX schedules_due ON schedules (sendAt) WHERE status = 'PENDENTE';
CREATE INDEX schedules_repeating ON schedules (sendAt) WHERE status = 'PENDENTE' AND recurrence IS NOT NULL;
CREATE INDEX schedules_ackChanged ON schedules (id) WHERE ackChanged = 1;
CREATE INDEX schedules_sendAt ON schedules (sendAt, id);
CREATE INDEX schedules_user ON schedules (userId, sendAt, id) WHERE userId IS NOT NULL;
CREATE INDEX schedules_contact ON schedules (contactId, sendAt);
CREATE INDEX schedules_connection ON schedules (whatsappId) WHERE whatsappId IS NOT NULL;
CREATE INDEX schedules_queue ON schedules (queueId) WHERE queueId IS NOT NULL;
CREATE INDEX schedules_ticketUser ON schedules (ticketUserId) WHERE ticketUserId IS NOT NULL;
CREATE INDEX schedules_media ON schedules (mediaId) WHERE mediaId IS NOT NULL;
CREATE INDEX schedules_message ON schedules (messageId) WHERE messageId IS NOT NULL;

-- The message was sent, or refused, or is tried again.
CREATE TRIGGER schedules_ack AFTER UPDATE OF ack ON messages WHEN new.ack <> old.ack AND (old.ack <= 0 OR new.ack <= 0) BEGIN
  UPDATE schedules SET ackChanged = 1 WHERE messageId = new.id;
END;
-- The message was deleted before it was sent.
CREATE TRIGGER schedules_message_deleted AFTER UPDATE OF messageId ON schedules WHEN new.messageId IS NULL AND new.status = 'AGENDADA' BEGIN
  UPDATE schedules SET ackChanged = 1 WHERE id = new.id;
END;
