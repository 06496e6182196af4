-- Fields that the company gives its contacts. A pair whose name is a field's label is that field:
-- its value stays as it was written, and the file itself reads it as a date or a number.

CREATE TABLE fieldDefinitions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  label TEXT NOT NULL COLLATE NOCASE UNIQUE,
  type TEXT NOT NULL DEFAULT 'text',
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;

-- 12/03/1990 and 1990-03-12 are 1990-03-12; a day that no calendar has is null.
ALTER TABLE contactFields ADD COLUMN day TEXT GENERATED ALWAYS AS (
  CASE
    WHEN trim(value) GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'
      THEN iif(date(trim(value)) = trim(value), trim(value), NULL)
    WHEN trim(value) GLOB '[0-9][0-9]/[0-9][0-9]/[0-9][0-9][0-9][0-9]'
      THEN iif(
        date(substr(trim(value), 7, 4) || '-' || substr(trim(value), 4, 2) || '-' || substr(trim(value), 1, 2))
          = substr(trim(value), 7, 4) || '-' || substr(trim(value), 4, 2) || '-' || substr(trim(value), 1, 2),
        substr(trim(value), 7, 4) || '-' || substr(trim(value), 4, 2) || '-' || substr(trim(value), 1, 2),
        NULL
      )
  END
) VIRTUAL;

-- The text without its currency, its spaces and the points of its thousands.
ALTER TABLE contactFields ADD COLUMN digits TEXT GENERATED ALWAYS AS (
  CASE
    WHEN value GLOB '*,*'
      THEN replace(replace(replace(replace(replace(value, 'R$', ''), ' ', ''), char(160), ''), '.', ''), ',', '.')
    WHEN value GLOB '*.[0-9][0-9][0-9]'
      THEN replace(replace(replace(replace(value, 'R$', ''), ' ', ''), char(160), ''), '.', '')
    ELSE replace(replace(replace(value, 'R$', ''), ' ', ''), char(160), '')
  END
) VIRTUAL;
ALTER TABLE contactFields ADD COLUMN number REAL GENERATED ALWAYS AS (
  CASE
    WHEN length(digits) BETWEEN 1 AND 16 AND digits GLOB '*[0-9]*'
      AND digits NOT GLOB '*[^0-9.-]*' AND digits NOT GLOB '?*-*' AND digits NOT GLOB '*.*.*'
      THEN CAST(digits AS REAL)
  END
) VIRTUAL;

CREATE INDEX contactFields_value ON contactFields (name, value);
CREATE INDEX contactFields_day ON contactFields (name, day);
CREATE INDEX contactFields_number ON contactFields (name, number);
