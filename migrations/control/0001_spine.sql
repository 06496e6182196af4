CREATE TABLE plans (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  users INTEGER NOT NULL DEFAULT 0,
  connections INTEGER NOT NULL DEFAULT 0,
  queues INTEGER NOT NULL DEFAULT 0,
  value INTEGER NOT NULL DEFAULT 0, -- cents
  useCampaigns INTEGER NOT NULL DEFAULT 1,
  useKanban INTEGER NOT NULL DEFAULT 1,
  useOpenAi INTEGER NOT NULL DEFAULT 1,
  useIntegrations INTEGER NOT NULL DEFAULT 1,
  useSchedules INTEGER NOT NULL DEFAULT 1,
  useInternalChat INTEGER NOT NULL DEFAULT 1,
  useExternalApi INTEGER NOT NULL DEFAULT 1,
  useSales INTEGER NOT NULL DEFAULT 1,
  useEcommerce INTEGER NOT NULL DEFAULT 1,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;

CREATE TABLE companies (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  planId INTEGER NOT NULL REFERENCES plans (id),
  dueDate TEXT, -- a day in the company's time zone; null never falls due
  timezone TEXT NOT NULL DEFAULT 'America/Sao_Paulo',
  linked INTEGER NOT NULL DEFAULT 0, -- has a connection to bring up at start
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;

CREATE TABLE identities (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL UNIQUE,
  passwordHash TEXT NOT NULL,
  companyId INTEGER NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  userId INTEGER NOT NULL,
  super INTEGER NOT NULL DEFAULT 0,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL,
  UNIQUE (companyId, userId)
) STRICT;

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  identityId INTEGER NOT NULL REFERENCES identities (id) ON DELETE CASCADE,
  tokenHash TEXT NOT NULL UNIQUE,
  previousHash TEXT UNIQUE,
  rotatedAt INTEGER NOT NULL,
  device TEXT NOT NULL,
  address TEXT NOT NULL,
  createdAt INTEGER NOT NULL,
  lastSeenAt INTEGER NOT NULL,
  expiresAt INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_identity ON sessions (identityId);

-- Failed tries by account and by address, kept here so that a restart forgives nothing.
CREATE TABLE attempts (
  key TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  firstAt INTEGER NOT NULL,
  freeAt INTEGER NOT NULL
) STRICT;

CREATE TABLE instance (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;
