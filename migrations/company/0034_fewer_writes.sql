-- Whether somebody wrote within a day is asked for each message that goes to them.
DROP INDEX messages_contact;
CREATE INDEX messages_contact ON messages (contactId, fromMe, whatsappId, createdAt);
