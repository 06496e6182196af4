-- Connectors to what answers outside the box. Their secrets leave it to nobody but them.
CREATE TABLE integrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  projectName TEXT NOT NULL DEFAULT '',
  jsonContent TEXT NOT NULL DEFAULT '',
  language TEXT NOT NULL DEFAULT 'pt-BR',
  urlN8N TEXT NOT NULL DEFAULT '',
  secret TEXT NOT NULL DEFAULT '',
  typebotSlug TEXT NOT NULL DEFAULT '',
  typebotDelayMessage INTEGER NOT NULL DEFAULT 1000, -- ms
  typebotExpires INTEGER NOT NULL DEFAULT 1, -- minutes
  typebotKeywordFinish TEXT NOT NULL DEFAULT '',
  typebotKeywordRestart TEXT NOT NULL DEFAULT '',
  typebotRestartMessage TEXT NOT NULL DEFAULT '',
  typebotUnknownMessage TEXT NOT NULL DEFAULT '',
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;

-- AIs that answer customers: the model, its prompt, and the queue to hand over to.
CREATE TABLE ias (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  type INTEGER NOT NULL,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  model TEXT NOT NULL,
  url TEXT NOT NULL DEFAULT '',
  prompt TEXT NOT NULL,
  token TEXT NOT NULL DEFAULT '',
  isActive INTEGER NOT NULL DEFAULT 1,
  maxTokens INTEGER NOT NULL DEFAULT 300,
  temperature REAL NOT NULL DEFAULT 0.7,
  maxMessages INTEGER NOT NULL DEFAULT 10,
  transcriptionModel TEXT NOT NULL DEFAULT '',
  queueId INTEGER REFERENCES queues (id) ON DELETE SET NULL,
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX ias_queue ON ias (queueId);
CREATE INDEX ias_user ON ias (userId);

-- What AIs answered in each month (YYYY-MM, in the company's time zone).
CREATE TABLE iaUsage (
  month TEXT PRIMARY KEY,
  answers INTEGER NOT NULL,
  tokens INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

ALTER TABLE connections ADD COLUMN outOfHoursMessage TEXT NOT NULL DEFAULT 'No momento estamos fora do horário de atendimento. Deixe sua mensagem: responderemos assim que abrirmos.';
ALTER TABLE connections ADD COLUMN ratingMessage TEXT NOT NULL DEFAULT '';
ALTER TABLE connections ADD COLUMN maxUseBotQueues INTEGER NOT NULL DEFAULT 3;
ALTER TABLE connections ADD COLUMN timeUseBotQueues INTEGER NOT NULL DEFAULT 0; -- minutes, as are those below
ALTER TABLE connections ADD COLUMN expiresTicket INTEGER NOT NULL DEFAULT 0;
ALTER TABLE connections ADD COLUMN expiresBotTicket INTEGER NOT NULL DEFAULT 0;
ALTER TABLE connections ADD COLUMN expiresInactiveMessage TEXT NOT NULL DEFAULT '';
ALTER TABLE connections ADD COLUMN timeToTransfer INTEGER NOT NULL DEFAULT 0;
ALTER TABLE connections ADD COLUMN transferQueueId INTEGER REFERENCES queues (id) ON DELETE SET NULL;
ALTER TABLE connections ADD COLUMN integrationId INTEGER REFERENCES integrations (id) ON DELETE SET NULL;
ALTER TABLE connections ADD COLUMN promptId INTEGER REFERENCES ias (id) ON DELETE SET NULL;
ALTER TABLE connections ADD COLUMN phoneTest TEXT NOT NULL DEFAULT '';

ALTER TABLE queues ADD COLUMN outOfHoursMessage TEXT NOT NULL DEFAULT 'No momento estamos fora do horário de atendimento. Deixe sua mensagem: responderemos assim que abrirmos.';
ALTER TABLE queues ADD COLUMN schedules TEXT NOT NULL DEFAULT '[]';
ALTER TABLE queues ADD COLUMN integrationId INTEGER REFERENCES integrations (id) ON DELETE SET NULL;
ALTER TABLE queues ADD COLUMN promptId INTEGER REFERENCES ias (id) ON DELETE SET NULL;

-- The menu tree of a queue.
CREATE TABLE queueOptions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  queueId INTEGER NOT NULL REFERENCES queues (id) ON DELETE CASCADE,
  parentId INTEGER REFERENCES queueOptions (id) ON DELETE CASCADE,
  option TEXT NOT NULL COLLATE NOCASE,
  title TEXT NOT NULL,
  message TEXT NOT NULL DEFAULT '',
  mediaId INTEGER REFERENCES media (id) ON DELETE SET NULL,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX queueOptions_option ON queueOptions (queueId, coalesce(parentId, 0), option);
CREATE INDEX queueOptions_parent ON queueOptions (parentId);
CREATE INDEX queueOptions_media ON queueOptions (mediaId) WHERE mediaId IS NOT NULL;

-- When the house is open, and the days that are otherwise.
CREATE TABLE openingHours (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  schedules TEXT NOT NULL DEFAULT '[]',
  holidays TEXT NOT NULL DEFAULT '[]'
) STRICT;

ALTER TABLE contacts ADD COLUMN disableBot INTEGER NOT NULL DEFAULT 0;

ALTER TABLE tickets ADD COLUMN chatbot INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tickets ADD COLUMN queueOptionId INTEGER REFERENCES queueOptions (id) ON DELETE SET NULL;
ALTER TABLE tickets ADD COLUMN useIntegration INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tickets ADD COLUMN integrationId INTEGER REFERENCES integrations (id) ON DELETE SET NULL;
ALTER TABLE tickets ADD COLUMN promptId INTEGER REFERENCES ias (id) ON DELETE SET NULL;
CREATE INDEX tickets_option ON tickets (queueOptionId) WHERE queueOptionId IS NOT NULL;
CREATE INDEX tickets_integration ON tickets (integrationId) WHERE integrationId IS NOT NULL;
CREATE INDEX tickets_prompt ON tickets (promptId) WHERE promptId IS NOT NULL;
-- For the clocks: what waits, and since when.
CREATE INDEX tickets_quiet ON tickets (whatsappId, status, lastMessageAt) WHERE status <> 'closed' AND isGroup = 0;

-- What the bot remembers of a ticket's attendance, and what an integration does of its talk.
CREATE TABLE attendances (
  ticketId INTEGER PRIMARY KEY REFERENCES tickets (id) ON DELETE CASCADE,
  memory TEXT NOT NULL,
  session TEXT
) STRICT;

-- A customer is asked to rate an attendance, and may while the request stands; times in epoch ms.
CREATE TABLE ratingRequests (
  ticketId INTEGER PRIMARY KEY REFERENCES tickets (id) ON DELETE CASCADE,
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  askedAt INTEGER NOT NULL,
  expiresAt INTEGER NOT NULL
) STRICT;
CREATE INDEX ratingRequests_user ON ratingRequests (userId);

CREATE TABLE userRatings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ticketId INTEGER REFERENCES tickets (id) ON DELETE SET NULL,
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  rate INTEGER NOT NULL,
  createdAt INTEGER NOT NULL
) STRICT;
CREATE INDEX userRatings_user ON userRatings (userId, createdAt);
CREATE INDEX userRatings_ticket ON userRatings (ticketId);

-- What is to be done, from when on. Of one lane only the first is done at a time, in the order of their ids.
CREATE TABLE jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  lane TEXT NOT NULL,
  runAt INTEGER NOT NULL, -- epoch ms
  attempts INTEGER NOT NULL DEFAULT 0,
  payload TEXT NOT NULL
) STRICT;
CREATE INDEX jobs_lane ON jobs (lane, id);
CREATE INDEX jobs_due ON jobs (runAt);
