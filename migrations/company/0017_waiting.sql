-- Since when a customer waits for an answer (epoch ms); null when nobody waits. rules.md#longest-wait
ALTER TABLE tickets ADD COLUMN waitingSince INTEGER;
-- A menu, a tree, an integration or an AI still talks with who waits.
ALTER TABLE tickets ADD COLUMN withBot INTEGER NOT NULL DEFAULT 0;
-- Whether the words that lists show are ours.
ALTER TABLE tickets ADD COLUMN lastMessageFromMe INTEGER NOT NULL DEFAULT 0;

-- Where a ticket that is at work stands in the list of its state, derived from the others: first whose turn it is for people, the longest wait first. rules.md#list-order
-- A generated column would be worked out anew from the row for each ticket that is counted.
ALTER TABLE tickets ADD COLUMN place INTEGER;
CREATE TRIGGER tickets_place AFTER UPDATE OF status, waitingSince, withBot, lastMessageAt ON tickets BEGIN
  UPDATE tickets SET place = CASE status
    WHEN 'pending' THEN withBot * 20000000000000 + ifnull(waitingSince, 10000000000000)
    WHEN 'open' THEN ifnull(waitingSince, 20000000000000 - lastMessageAt)
  END WHERE id = new.id;
END;
CREATE TRIGGER tickets_first_place AFTER INSERT ON tickets BEGIN
  UPDATE tickets SET status = status WHERE id = new.id;
END;
-- The last columns let lists be chosen and counted in the index alone.
CREATE INDEX tickets_turn ON tickets (status, place, id, queueId, userId) WHERE status <> 'closed';
CREATE INDEX tickets_held ON tickets (userId, status, place, id, queueId) WHERE status <> 'closed' AND userId IS NOT NULL;

-- The first word since the last answer, and since the attendance before this one ended.
UPDATE tickets SET waitingSince = (
  SELECT min(sentAt) FROM messages WHERE ticketId = tickets.id AND origin = 'contact'
    AND id > ifnull((SELECT max(id) FROM messages WHERE ticketId = tickets.id AND origin IN ('agent', 'device')), 0)
    AND createdAt > ifnull((SELECT max(finishedAt) FROM ticketRounds WHERE ticketId = tickets.id), 0)
) WHERE status <> 'closed';
UPDATE tickets SET withBot = 1 WHERE status = 'pending' AND isGroup = 0 AND userId IS NULL AND (
  chatbot = 1 OR (queueId IS NULL AND EXISTS (SELECT 1 FROM attendances WHERE ticketId = tickets.id AND memory ->> '$.askedAt' >= lastMessageAt - 1000 AND NOT memory ->> '$.over'))
);
-- What people said last stands in the lists; where nobody said anything, what the bot did.
UPDATE tickets SET lastMessageFromMe = fromMe;
UPDATE tickets SET (lastMessage, lastMessageFromMe) = (
  SELECT iif(isDeleted, '🚫 Mensagem apagada', CASE mediaType
    WHEN 'image' THEN '📷 ' || ifnull(nullif(body, ''), 'Foto')
    WHEN 'video' THEN '🎥 ' || ifnull(nullif(body, ''), 'Vídeo')
    WHEN 'audio' THEN '🎤 ' || ifnull(nullif(body, ''), 'Áudio')
    WHEN 'application' THEN '📄 ' || ifnull(nullif(body, ''), 'Documento')
    WHEN 'call_log' THEN '📞 ' || body
    WHEN 'sticker' THEN '💟 Figurinha'
    WHEN 'locationMessage' THEN '📍 Localização'
    WHEN 'vcard' THEN '👤 Contato'
    WHEN 'unsupported' THEN 'Mensagem não suportada'
    ELSE substr(body, 1, 255)
  END), fromMe FROM messages WHERE ticketId = tickets.id AND origin <> 'bot' ORDER BY id DESC LIMIT 1
) WHERE lastMessage <> '' AND 'bot' = (SELECT origin FROM messages WHERE ticketId = tickets.id ORDER BY id DESC LIMIT 1)
  AND EXISTS (SELECT 1 FROM messages WHERE ticketId = tickets.id AND origin <> 'bot');
