-- What the owner of the box knows of a company and its plan, and whom support visits.

ALTER TABLE plans ADD COLUMN campaigns INTEGER NOT NULL DEFAULT 0; -- 0 is no limit, as for the others
ALTER TABLE plans ADD COLUMN schedules INTEGER NOT NULL DEFAULT 0;

ALTER TABLE companies ADD COLUMN email TEXT;
ALTER TABLE companies ADD COLUMN phone TEXT; -- digits, with the country's
ALTER TABLE companies ADD COLUMN document TEXT; -- CNPJ without marks
ALTER TABLE companies ADD COLUMN status INTEGER NOT NULL DEFAULT 1; -- 0 is blocked
ALTER TABLE companies ADD COLUMN campaignsEnabled INTEGER NOT NULL DEFAULT 1;
ALTER TABLE companies ADD COLUMN recurrence TEXT NOT NULL DEFAULT 'MENSAL' CHECK (recurrence IN ('MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'));
ALTER TABLE companies ADD COLUMN dueDay INTEGER CHECK (dueDay BETWEEN 1 AND 31); -- the day that a shorter month cuts
ALTER TABLE companies ADD COLUMN userId INTEGER; -- the user of the company that sells for the bot
ALTER TABLE companies ADD COLUMN slug TEXT;
ALTER TABLE companies ADD COLUMN token TEXT; -- SHA-256 of what was typed
ALTER TABLE companies ADD COLUMN billingName TEXT;
ALTER TABLE companies ADD COLUMN billingAddress TEXT;
ALTER TABLE companies ADD COLUMN billingCity TEXT;
ALTER TABLE companies ADD COLUMN billingState TEXT;
ALTER TABLE companies ADD COLUMN billingZipCode TEXT;
ALTER TABLE companies ADD COLUMN billingCountry TEXT;
ALTER TABLE companies ADD COLUMN mode TEXT NOT NULL DEFAULT 'system' CHECK (mode IN ('light', 'dark', 'system'));
ALTER TABLE companies ADD COLUMN primaryColor TEXT CHECK (primaryColor IN ('blue', 'red', 'green', 'yellow', 'purple', 'pink')); -- null is the product's own
ALTER TABLE companies ADD COLUMN sha256 TEXT; -- the logo, among the company's files
ALTER TABLE companies ADD COLUMN mediaName TEXT;
CREATE INDEX companies_plan ON companies (planId);
CREATE INDEX companies_due ON companies (dueDate) WHERE dueDate IS NOT NULL;
CREATE UNIQUE INDEX companies_slug ON companies (slug) WHERE slug IS NOT NULL;
CREATE UNIQUE INDEX companies_token ON companies (token) WHERE token IS NOT NULL;
UPDATE companies SET dueDay = CAST(substr(dueDate, 9, 2) AS INTEGER) WHERE dueDate IS NOT NULL;

-- A session of the owner of the box that is at another company's for a while, as one of its admins.
CREATE TABLE visits (
  sessionId TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
  companyId INTEGER NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  userId INTEGER NOT NULL,
  startedAt INTEGER NOT NULL, -- epoch ms
  endsAt INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX visits_company ON visits (companyId);
