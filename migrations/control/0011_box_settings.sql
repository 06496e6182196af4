-- What the owner of the box says on screen, each setting by itself; what strangers may do was one row of `instance`.
CREATE TABLE boxSettings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL -- JSON; of a secret its sealed bytes in base64
) STRICT;

INSERT INTO boxSettings (key, value)
  SELECT said.key, CASE said.type WHEN 'integer' THEN CAST(said.value AS TEXT) ELSE said.type END
  FROM instance, json_each(instance.value) AS said
  WHERE instance.key = 'publicPages' AND said.type <> 'null';
DELETE FROM instance WHERE key = 'publicPages';
