-- The ad that a customer came from ({sourceId, sourceUrl, title, text, clickId, thumbnail}), on the message that they sent from it and on its ticket.
ALTER TABLE messages ADD COLUMN referral TEXT;
ALTER TABLE tickets ADD COLUMN referral TEXT;
CREATE INDEX messages_referral ON messages (createdAt) WHERE referral IS NOT NULL;

-- The message that a customer replies to where the conversation does not have it ({fromMe, contactId, mediaType, body, thumbnail, isStatus}).
ALTER TABLE messages ADD COLUMN quote TEXT;
CREATE INDEX messages_quote ON messages (quote ->> 'contactId') WHERE quote IS NOT NULL;

-- Whether a message was forwarded: 'once' or 'many' times.
ALTER TABLE messages ADD COLUMN forwarded TEXT CHECK (forwarded IN ('once', 'many'));

-- What the network forbids the connection for a while ({kind, until, used, of}).
ALTER TABLE connections ADD COLUMN restriction TEXT;
