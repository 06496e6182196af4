-- Invoices may be void, discounted and written by hand, and what came for them outlives the company.
CREATE TABLE invoices_new (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  companyId INTEGER NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  dueDate TEXT NOT NULL, -- of a period's invoice, the day on which the period begins
  detail TEXT NOT NULL, -- the plan's name, or what was written
  value INTEGER NOT NULL CHECK (value > 0), -- cents, less the discount
  users INTEGER NOT NULL,
  connections INTEGER NOT NULL,
  queues INTEGER NOT NULL,
  status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'paid', 'void')),
  paidAt INTEGER, -- epoch ms
  months INTEGER NOT NULL DEFAULT 1, -- how many months of the plan's price it asks for
  forPeriod INTEGER NOT NULL DEFAULT 1, -- whether it pays for the period that begins on its due date
  lines TEXT, -- JSON, of one that was written by hand
  discount INTEGER NOT NULL DEFAULT 0, -- cents, already taken off the value
  credited INTEGER NOT NULL DEFAULT 0, -- cents that the company's credit pays
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
INSERT INTO invoices_new (id, companyId, dueDate, detail, value, users, connections, queues, status, paidAt, createdAt, updatedAt)
  SELECT id, companyId, dueDate, detail, value, users, connections, queues, status, paidAt, createdAt, updatedAt FROM invoices;
UPDATE sqlite_sequence SET seq = (SELECT seq FROM sqlite_sequence WHERE name = 'invoices') WHERE name = 'invoices_new' AND EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'invoices');
INSERT INTO sqlite_sequence (name, seq)
  SELECT 'invoices_new', seq FROM sqlite_sequence WHERE name = 'invoices' AND NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'invoices_new');
DROP TABLE invoices;
ALTER TABLE invoices_new RENAME TO invoices;
CREATE INDEX invoices_due ON invoices (dueDate, id);
CREATE UNIQUE INDEX invoices_period ON invoices (companyId, dueDate) WHERE forPeriod = 1;
CREATE INDEX invoices_company ON invoices (companyId, dueDate);

CREATE TABLE invoicePayments_new (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  endToEndId TEXT NOT NULL UNIQUE, -- the banks' own id, or ours of what was marked by hand
  invoiceId INTEGER REFERENCES invoices (id) ON DELETE SET NULL,
  companyId INTEGER, -- whose it was, also once it is deleted
  companyName TEXT NOT NULL DEFAULT '',
  detail TEXT NOT NULL DEFAULT '', -- of the invoice
  elsewhere INTEGER NOT NULL DEFAULT 0, -- it came to another box, and here with the company's file
  txid TEXT,
  value INTEGER NOT NULL, -- cents
  paidAt INTEGER NOT NULL, -- epoch ms, as the gateway says
  extendedTo TEXT, -- the due date that it bought; null: it bought none
  note TEXT, -- why it was marked by hand
  userName TEXT, -- by whom
  createdAt INTEGER NOT NULL
) STRICT;
INSERT INTO invoicePayments_new (id, endToEndId, invoiceId, companyId, companyName, detail, txid, value, paidAt, extendedTo, note, userName, createdAt)
  SELECT p.id, p.endToEndId, p.invoiceId, i.companyId, c.name, i.detail, p.txid,
    -- One that was marked as paid after a part had come was noted with all of its value.
    CASE WHEN p.endToEndId LIKE 'manual:%' THEN max(0, p.value - (SELECT coalesce(sum(other.value), 0) FROM invoicePayments other WHERE other.invoiceId = p.invoiceId AND other.id < p.id)) ELSE p.value END,
    p.paidAt, p.extendedTo, p.note, p.userName, p.createdAt
  FROM invoicePayments p JOIN invoices i ON i.id = p.invoiceId JOIN companies c ON c.id = i.companyId;
DROP TABLE invoicePayments;
ALTER TABLE invoicePayments_new RENAME TO invoicePayments;
CREATE INDEX invoicePayments_invoice ON invoicePayments (invoiceId);
CREATE INDEX invoicePayments_paid ON invoicePayments (paidAt, id);
