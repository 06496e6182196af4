-- What companies owe for their plans, how it was asked for, and what came.
CREATE TABLE invoices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  companyId INTEGER NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  dueDate TEXT NOT NULL, -- the day on which the period that it pays begins
  detail TEXT NOT NULL, -- the plan's name, as it was then
  value INTEGER NOT NULL CHECK (value > 0), -- cents
  users INTEGER NOT NULL,
  connections INTEGER NOT NULL,
  queues INTEGER NOT NULL,
  status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'paid')),
  paidAt INTEGER, -- epoch ms
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL,
  UNIQUE (companyId, dueDate)
) STRICT;
CREATE INDEX invoices_due ON invoices (dueDate, id);

-- A Pix that was shown to be paid, by the id that payer and receiver see.
CREATE TABLE charges (
  txid TEXT PRIMARY KEY,
  invoiceId INTEGER NOT NULL REFERENCES invoices (id) ON DELETE CASCADE,
  gateway TEXT NOT NULL CHECK (gateway IN ('pix', 'efi')),
  value INTEGER NOT NULL, -- cents
  code TEXT NOT NULL,
  createdAt INTEGER NOT NULL,
  expiresAt INTEGER, -- epoch ms; null never expires
  checkAt INTEGER, -- when the gateway is asked next; null: no more
  checkedAt INTEGER,
  failures INTEGER NOT NULL DEFAULT 0 -- questions in a row without an answer
) STRICT, WITHOUT ROWID;
CREATE INDEX charges_invoice ON charges (invoiceId, createdAt);
CREATE INDEX charges_due ON charges (checkAt) WHERE checkAt IS NOT NULL;

-- What came, each once.
CREATE TABLE invoicePayments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  endToEndId TEXT NOT NULL UNIQUE, -- the banks' own id, or ours of what was marked by hand
  invoiceId INTEGER NOT NULL REFERENCES invoices (id) ON DELETE CASCADE,
  txid TEXT,
  value INTEGER NOT NULL, -- cents
  paidAt INTEGER NOT NULL, -- epoch ms, as the gateway says
  extendedTo TEXT, -- the due date that it bought; null: it bought none
  note TEXT, -- why it was marked by hand
  userName TEXT, -- by whom
  createdAt INTEGER NOT NULL
) STRICT;
CREATE INDEX invoicePayments_invoice ON invoicePayments (invoiceId);

-- How the owner of the box is paid.
CREATE TABLE billing (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  gateway TEXT NOT NULL DEFAULT 'pix' CHECK (gateway IN ('pix', 'efi')),
  pixKey TEXT NOT NULL DEFAULT '',
  merchantName TEXT NOT NULL DEFAULT '',
  merchantCity TEXT NOT NULL DEFAULT '',
  efiUrl TEXT NOT NULL DEFAULT 'https://pix.api.efipay.com.br',
  clientId TEXT NOT NULL DEFAULT '',
  clientSecret BLOB, -- sealed
  certificate BLOB, -- sealed PEM: certificate and key
  updatedAt INTEGER NOT NULL
) STRICT;
INSERT INTO billing (id, updatedAt) VALUES (1, 0);
