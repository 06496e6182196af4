-- A message's place ({latitude, longitude, name, address, thumbnail}) and its contact cards ([{name, number}]). `body` is what people read of them.
ALTER TABLE messages ADD COLUMN place TEXT;
ALTER TABLE messages ADD COLUMN cards TEXT;
ALTER TABLE messageVersions ADD COLUMN place TEXT;
ALTER TABLE messageVersions ADD COLUMN cards TEXT;

-- Until now `body` held them: thumbnail|link|latitude, longitude|name and address on a line each, or the vCards.
CREATE TEMP TABLE packed AS
  SELECT id AS messageId, NULL AS versionId, mediaType, body FROM messages WHERE mediaType IN ('locationMessage', 'vcard') AND body <> ''
  UNION ALL
  SELECT NULL, v.id, m.mediaType, v.body FROM messageVersions v JOIN messages m ON m.id = v.messageId WHERE m.mediaType IN ('locationMessage', 'vcard') AND v.body <> '';

CREATE TEMP TABLE placed AS
  WITH first AS (SELECT messageId, versionId, substr(body, 1, instr(body, '|') - 1) AS thumbnail, substr(body, instr(body, '|') + 1) AS rest FROM packed WHERE mediaType = 'locationMessage' AND body LIKE '%|%|%'),
    second AS (SELECT messageId, versionId, thumbnail, substr(rest, instr(rest, '|') + 1) || '|' AS rest FROM first),
    third AS (SELECT messageId, versionId, thumbnail, substr(rest, 1, instr(rest, '|') - 1) AS pair, rtrim(substr(rest, instr(rest, '|') + 1), '|') || char(10) AS label FROM second)
  SELECT messageId, versionId, trim(label, char(10)) AS body, json_object(
    'latitude', CAST(substr(pair, 1, instr(pair, ',') - 1) AS REAL), 'longitude', CAST(substr(pair, instr(pair, ',') + 1) AS REAL),
    'name', substr(label, 1, instr(label, char(10)) - 1), 'address', trim(substr(label, instr(label, char(10)) + 1), char(10)), 'thumbnail', nullif(thumbnail, '')) AS place
  FROM third WHERE pair LIKE '%,%';

-- One row for each line of a card: folded lines are put together first. The parts of a list are told from the text by a character that no text has.
CREATE TEMP TABLE cardLines AS
  WITH unfolded AS (
    SELECT rowid AS packedId, replace(replace(replace(body, char(13), ''), char(10) || ' ', ''), char(10) || char(9), '') AS body FROM packed WHERE mediaType = 'vcard'
  ), lines AS (
    SELECT packedId, key AS at, value AS line FROM unfolded, json_each('[' || replace(json_quote(replace(body, char(10), char(57344))), char(57344), '","') || ']')
  ), properties AS (
    SELECT packedId, at, upper(substr(line, 1, max(0, instr(line, ':') - 1))) || ';' AS property, trim(substr(line, instr(line, ':') + 1)) AS value FROM lines
  )
  SELECT packedId, at, property, value, replace(substr(property, 1, instr(property, ';') - 1), substr(property, 1, instr(substr(property, 1, instr(property, ';')), '.')), '') AS name,
    sum(property = 'BEGIN;' AND upper(value) = 'VCARD') OVER (PARTITION BY packedId ORDER BY at) AS card
  FROM properties;
CREATE INDEX temp.cardLines_card ON cardLines (packedId, card, name, at);

CREATE TEMP TABLE people AS
  WITH said AS (
    SELECT packedId, card,
      (SELECT value FROM cardLines l WHERE l.packedId = c.packedId AND l.card = c.card AND l.name = 'FN' ORDER BY at DESC LIMIT 1) AS name,
      (SELECT CASE WHEN property GLOB '*WAID=[0-9]*' THEN substr(substr(property, instr(property, 'WAID=') + 5), 1, instr(substr(property, instr(property, 'WAID=') + 5), ';') - 1) ELSE value END
        FROM cardLines l WHERE l.packedId = c.packedId AND l.card = c.card AND l.name = 'TEL' ORDER BY at LIMIT 1) AS number
    FROM cardLines c WHERE card > 0 GROUP BY packedId, card
  ), read AS (
    SELECT packedId, card, substr(replace(replace(replace(replace(replace(ifnull(name, ''), '\n', ' '), '\N', ' '), '\,', ','), '\;', ';'), '\\', '\'), 1, 100) AS name,
      substr((WITH RECURSIVE digits (at, found) AS (SELECT 1, '' UNION ALL SELECT at + 1, found || iif(substr(number, at, 1) GLOB '[0-9]', substr(number, at, 1), '') FROM digits WHERE at <= min(200, length(number)))
        SELECT ifnull(found, '') FROM digits ORDER BY at DESC LIMIT 1), 1, 20) AS number
    FROM said
  )
  SELECT packedId, card, ifnull(nullif(name, ''), number) AS name, number FROM read WHERE name <> '' OR number <> '';
CREATE INDEX temp.people_card ON people (packedId, card);

CREATE TEMP TABLE carded AS
  SELECT p.messageId, p.versionId,
    (SELECT json_group_array(json_object('name', name, 'number', number)) FROM (SELECT * FROM people WHERE packedId = p.rowid ORDER BY card LIMIT 100)) AS cards,
    (SELECT ifnull(group_concat(name, ', '), '') FROM (SELECT name FROM people WHERE packedId = p.rowid ORDER BY card LIMIT 100)) AS body
  FROM packed p WHERE mediaType = 'vcard';

UPDATE messages SET place = placed.place, body = placed.body FROM placed WHERE placed.messageId = messages.id;
UPDATE messages SET cards = carded.cards, body = carded.body FROM carded WHERE carded.messageId = messages.id;
UPDATE messageVersions SET place = placed.place, body = placed.body FROM placed WHERE placed.versionId = messageVersions.id;
UPDATE messageVersions SET cards = carded.cards, body = carded.body FROM carded WHERE carded.versionId = messageVersions.id;
DROP TABLE packed;
DROP TABLE placed;
DROP TABLE cardLines;
DROP TABLE people;
DROP TABLE carded;

-- What was told until now has no places: whoever was away reads their lists anew. The newest stays, from which the count goes on.
DELETE FROM events WHERE seq < (SELECT max(seq) FROM events);
