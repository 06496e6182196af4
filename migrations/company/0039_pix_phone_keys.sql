-- A phone key carries its +55. Keys that were written as a phone without it get it here. A key with
-- the marks of a CPF, or eleven bare digits that are one, is no phone.
WITH written AS (
  SELECT id, replace(replace(replace(replace(keyPix, ' ', ''), '(', ''), ')', ''), '-', '') AS bare,
    trim(keyPix) AS keyPix
  FROM stores
  WHERE keyPix IS NOT NULL AND keyPix NOT GLOB '*[^-0-9 ()]*' AND trim(keyPix) NOT GLOB '*-[0-9][0-9]'
), phones AS (
  SELECT id, keyPix, bare, CASE WHEN length(bare) > 11 THEN substr(bare, 3) ELSE bare END AS own
  FROM written
  WHERE length(bare) IN (10, 11) OR (length(bare) IN (12, 13) AND bare GLOB '55*')
), checked AS (
  SELECT id, own, keyPix = bare AND length(bare) = 11
    AND (SELECT sum(substr(bare, value, 1) * (11 - value)) FROM json_each('[1,2,3,4,5,6,7,8,9]')) * 10 % 11 % 10 = CAST(substr(bare, 10, 1) AS INTEGER)
    AND (SELECT sum(substr(bare, value, 1) * (12 - value)) FROM json_each('[1,2,3,4,5,6,7,8,9,10]')) * 10 % 11 % 10 = CAST(substr(bare, 11, 1) AS INTEGER)
    AS isCpf
  FROM phones
  WHERE (length(own) = 11 AND substr(own, 3, 1) = '9') OR (length(own) = 10 AND substr(own, 3, 1) BETWEEN '2' AND '5')
)
UPDATE stores SET keyPix = '+55' || checked.own FROM checked WHERE checked.id = stores.id AND NOT checked.isCpf;
