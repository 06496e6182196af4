-- Of messages that wait for the pause between cold ones there may be thousands: those that need not wait are found without them.
DROP INDEX outbox_connection;
CREATE INDEX outbox_connection ON outbox (whatsappId, cold, messageId);
