-- Whom campaigns are for.
CREATE TABLE contactLists (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  contactsCount INTEGER NOT NULL DEFAULT 0, -- kept by triggers
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX contactLists_name ON contactLists (name COLLATE NOCASE, id);
CREATE INDEX contactLists_user ON contactLists (userId) WHERE userId IS NOT NULL;

CREATE TABLE contactListItems (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  contactListId INTEGER NOT NULL REFERENCES contactLists (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  number TEXT NOT NULL,
  numberKey TEXT NOT NULL, -- the same with and without the ninth digit
  email TEXT NOT NULL DEFAULT '',
  isWhatsappValid INTEGER, -- null: not known yet
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL,
  UNIQUE (contactListId, numberKey)
) STRICT;
CREATE INDEX contactListItems_name ON contactListItems (contactListId, name COLLATE NOCASE, id);
CREATE INDEX contactListItems_numberKey ON contactListItems (numberKey);
CREATE INDEX contactListItems_unchecked ON contactListItems (id) WHERE isWhatsappValid IS NULL;
CREATE TRIGGER contactListItems_insert AFTER INSERT ON contactListItems BEGIN
  UPDATE contactLists SET contactsCount = contactsCount + 1 WHERE id = new.contactListId;
END;
CREATE TRIGGER contactListItems_delete AFTER DELETE ON contactListItems BEGIN
  UPDATE contactLists SET contactsCount = contactsCount - 1 WHERE id = old.contactListId;
END;

-- A text with files, which go before a campaign's message.
CREATE TABLE fileLists (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  message TEXT NOT NULL,
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX fileLists_user ON fileLists (userId) WHERE userId IS NOT NULL;

CREATE TABLE fileListOptions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  fileListId INTEGER NOT NULL REFERENCES fileLists (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  mediaId INTEGER REFERENCES media (id) ON DELETE SET NULL, -- null until it is uploaded
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX fileListOptions_list ON fileListOptions (fileListId);
CREATE INDEX fileListOptions_media ON fileListOptions (mediaId) WHERE mediaId IS NOT NULL;

CREATE TABLE campaigns (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  message1 TEXT NOT NULL DEFAULT '',
  message2 TEXT NOT NULL DEFAULT '',
  message3 TEXT NOT NULL DEFAULT '',
  message4 TEXT NOT NULL DEFAULT '',
  message5 TEXT NOT NULL DEFAULT '',
  confirmationMessage1 TEXT NOT NULL DEFAULT '',
  confirmationMessage2 TEXT NOT NULL DEFAULT '',
  confirmationMessage3 TEXT NOT NULL DEFAULT '',
  confirmationMessage4 TEXT NOT NULL DEFAULT '',
  confirmationMessage5 TEXT NOT NULL DEFAULT '',
  confirmation INTEGER NOT NULL DEFAULT 0,
  status TEXT NOT NULL DEFAULT 'INATIVA' CHECK (status IN ('INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA')),
  scheduledAt INTEGER,
  startedAt INTEGER,
  completedAt INTEGER,
  whatsappId INTEGER REFERENCES connections (id) ON DELETE SET NULL, -- null: it was deleted
  contactListId INTEGER REFERENCES contactLists (id) ON DELETE SET NULL,
  tagListId INTEGER REFERENCES tags (id) ON DELETE SET NULL,
  fileListId INTEGER REFERENCES fileLists (id) ON DELETE SET NULL,
  mediaId INTEGER REFERENCES media (id) ON DELETE SET NULL,
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  sendWindow TEXT NOT NULL DEFAULT 'always' CHECK (sendWindow IN ('always', 'company', 'own')),
  windowStart TEXT NOT NULL DEFAULT '09:00', -- of its own window
  windowEnd TEXT NOT NULL DEFAULT '18:00',
  windowDays TEXT NOT NULL DEFAULT '[1,2,3,4,5]', -- from 1, Monday
  pauseReason TEXT, -- src/shared/campaigns.ts
  pausedAt INTEGER,
  holdReason TEXT, -- what it waits for by itself
  nextAt INTEGER, -- when its next message may leave; null while it does not run
  nextSetAt INTEGER, -- when nextAt was worked out: a clock that was put back shows by it
  sentCount INTEGER NOT NULL DEFAULT 0, -- since the last longer interval
  refusals INTEGER NOT NULL DEFAULT 0, -- one after the other
  preparedTo INTEGER NOT NULL DEFAULT 0, -- the last list item that has its row
  isPrepared INTEGER NOT NULL DEFAULT 0,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX campaigns_scheduled ON campaigns (scheduledAt) WHERE status = 'PROGRAMADA';
CREATE INDEX campaigns_running ON campaigns (nextAt) WHERE status = 'EM_ANDAMENTO';
CREATE INDEX campaigns_connection ON campaigns (whatsappId) WHERE whatsappId IS NOT NULL;
CREATE INDEX campaigns_list ON campaigns (contactListId) WHERE contactListId IS NOT NULL;
CREATE INDEX campaigns_tag ON campaigns (tagListId) WHERE tagListId IS NOT NULL;
CREATE INDEX campaigns_fileList ON campaigns (fileListId) WHERE fileListId IS NOT NULL;
CREATE INDEX campaigns_media ON campaigns (mediaId) WHERE mediaId IS NOT NULL;
CREATE INDEX campaigns_user ON campaigns (userId) WHERE userId IS NOT NULL;

-- One row per campaign and number: nobody gets it twice.
CREATE TABLE campaignShipping (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  campaignId INTEGER NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
  number TEXT NOT NULL,
  numberKey TEXT NOT NULL,
  name TEXT NOT NULL,
  email TEXT NOT NULL DEFAULT '',
  isWhatsappValid INTEGER,
  contactId INTEGER REFERENCES contacts (id) ON DELETE SET NULL,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'asked', 'sent', 'delivered', 'read', 'failed', 'skipped', 'optedOut')),
  reason TEXT,
  due INTEGER NOT NULL DEFAULT 0, -- waiting: not before; asked: when no answer is waited for any more
  attempts INTEGER NOT NULL DEFAULT 0,
  whatsappId INTEGER, -- the connection that sent it
  variant INTEGER, -- from 1
  message TEXT,
  providerId TEXT, -- stored before it is sent
  fileIds TEXT, -- of the files that go before it
  sentAt INTEGER,
  deliveredAt INTEGER,
  readAt INTEGER,
  confirmationMessage TEXT,
  askedId TEXT,
  confirmationRequestedAt INTEGER,
  confirmation INTEGER NOT NULL DEFAULT 0,
  confirmedAt INTEGER,
  answer TEXT,
  answeredAt INTEGER,
  ticketId INTEGER REFERENCES tickets (id) ON DELETE SET NULL,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL,
  UNIQUE (campaignId, numberKey)
) STRICT;
CREATE INDEX campaignShipping_due ON campaignShipping (campaignId, due, id) WHERE state = 'waiting';
CREATE INDEX campaignShipping_asked ON campaignShipping (due) WHERE state = 'asked';
CREATE INDEX campaignShipping_state ON campaignShipping (campaignId, state, id);
CREATE INDEX campaignShipping_answered ON campaignShipping (campaignId, answeredAt) WHERE answeredAt IS NOT NULL;
CREATE INDEX campaignShipping_numberKey ON campaignShipping (numberKey, id);
CREATE INDEX campaignShipping_providerId ON campaignShipping (providerId) WHERE providerId IS NOT NULL;
CREATE INDEX campaignShipping_askedId ON campaignShipping (askedId) WHERE askedId IS NOT NULL;
CREATE INDEX campaignShipping_contact ON campaignShipping (contactId) WHERE contactId IS NOT NULL;
CREATE INDEX campaignShipping_ticket ON campaignShipping (ticketId) WHERE ticketId IS NOT NULL;

-- How many rows are alike, so that a report counts nothing.
CREATE TABLE campaignTallies (
  campaignId INTEGER NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
  variant INTEGER NOT NULL, -- 0: none yet
  state TEXT NOT NULL,
  reason TEXT NOT NULL,
  asked INTEGER NOT NULL,
  confirmed INTEGER NOT NULL,
  answered INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (campaignId, variant, state, reason, asked, confirmed, answered)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER campaignShipping_tally_insert AFTER INSERT ON campaignShipping BEGIN
  INSERT INTO campaignTallies VALUES (new.campaignId, ifnull(new.variant, 0), new.state, ifnull(new.reason, ''), new.confirmationRequestedAt IS NOT NULL, new.confirmation, new.answeredAt IS NOT NULL, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER campaignShipping_tally_update AFTER UPDATE OF variant, state, reason, confirmationRequestedAt, confirmation, answeredAt ON campaignShipping BEGIN
  UPDATE campaignTallies SET count = count - 1 WHERE campaignId = old.campaignId AND variant = ifnull(old.variant, 0) AND state = old.state AND reason = ifnull(old.reason, '')
    AND asked = (old.confirmationRequestedAt IS NOT NULL) AND confirmed = old.confirmation AND answered = (old.answeredAt IS NOT NULL);
  INSERT INTO campaignTallies VALUES (new.campaignId, ifnull(new.variant, 0), new.state, ifnull(new.reason, ''), new.confirmationRequestedAt IS NOT NULL, new.confirmation, new.answeredAt IS NOT NULL, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER campaignShipping_tally_delete AFTER DELETE ON campaignShipping BEGIN
  UPDATE campaignTallies SET count = count - 1 WHERE campaignId = old.campaignId AND variant = ifnull(old.variant, 0) AND state = old.state AND reason = ifnull(old.reason, '')
    AND asked = (old.confirmationRequestedAt IS NOT NULL) AND confirmed = old.confirmation AND answered = (old.answeredAt IS NOT NULL);
END;

-- A report's curve, by five minutes.
CREATE TABLE campaignCurve (
  campaignId INTEGER NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
  at INTEGER NOT NULL, -- five minutes since 1970
  sent INTEGER NOT NULL DEFAULT 0,
  delivered INTEGER NOT NULL DEFAULT 0,
  read INTEGER NOT NULL DEFAULT 0,
  answered INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (campaignId, at)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER campaignShipping_curve_sent AFTER UPDATE OF sentAt ON campaignShipping WHEN old.sentAt IS NULL AND new.sentAt IS NOT NULL BEGIN
  INSERT INTO campaignCurve (campaignId, at, sent) VALUES (new.campaignId, new.sentAt / 300000, 1) ON CONFLICT DO UPDATE SET sent = sent + 1;
END;
CREATE TRIGGER campaignShipping_curve_delivered AFTER UPDATE OF deliveredAt ON campaignShipping WHEN old.deliveredAt IS NULL AND new.deliveredAt IS NOT NULL BEGIN
  INSERT INTO campaignCurve (campaignId, at, delivered) VALUES (new.campaignId, new.deliveredAt / 300000, 1) ON CONFLICT DO UPDATE SET delivered = delivered + 1;
END;
CREATE TRIGGER campaignShipping_curve_read AFTER UPDATE OF readAt ON campaignShipping WHEN old.readAt IS NULL AND new.readAt IS NOT NULL BEGIN
  INSERT INTO campaignCurve (campaignId, at, read) VALUES (new.campaignId, new.readAt / 300000, 1) ON CONFLICT DO UPDATE SET read = read + 1;
END;
CREATE TRIGGER campaignShipping_curve_answered AFTER UPDATE OF answeredAt ON campaignShipping WHEN old.answeredAt IS NULL AND new.answeredAt IS NOT NULL BEGIN
  INSERT INTO campaignCurve (campaignId, at, answered) VALUES (new.campaignId, new.answeredAt / 300000, 1) ON CONFLICT DO UPDATE SET answered = answered + 1;
END;

CREATE TABLE campaignSettings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL -- JSON
) STRICT, WITHOUT ROWID;

-- What campaigns have sent, and lists have asked the network, by number and day: a new number begins with few.
CREATE TABLE connectionDays (
  whatsappId INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  number TEXT NOT NULL,
  day TEXT NOT NULL, -- YYYY-MM-DD in the company's zone
  sent INTEGER NOT NULL DEFAULT 0,
  checked INTEGER NOT NULL DEFAULT 0,
  checkedAt INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (whatsappId, number, day)
) STRICT, WITHOUT ROWID;

-- Who is not to be written to by any campaign. Who was erased stays here by a hash alone.
CREATE TABLE optOuts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL DEFAULT '',
  number TEXT, -- null: erased
  numberKey TEXT NOT NULL UNIQUE, -- or what the number was hashed to
  reason TEXT NOT NULL DEFAULT '',
  source TEXT NOT NULL CHECK (source IN ('answer', 'hand', 'import')),
  campaignId INTEGER REFERENCES campaigns (id) ON DELETE SET NULL,
  userId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  at INTEGER NOT NULL,
  backAt INTEGER, -- they may be written to again since then
  backReason TEXT,
  backUserId INTEGER REFERENCES users (id) ON DELETE SET NULL,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX optOuts_campaign ON optOuts (campaignId) WHERE campaignId IS NOT NULL;
CREATE INDEX optOuts_user ON optOuts (userId) WHERE userId IS NOT NULL;
CREATE INDEX optOuts_backUser ON optOuts (backUserId) WHERE backUserId IS NOT NULL;
CREATE INDEX optOuts_erased ON optOuts (id) WHERE number IS NULL;
CREATE TABLE optOutSalt (salt TEXT NOT NULL) STRICT;
INSERT INTO optOutSalt VALUES (lower(hex(randomblob(32))));

-- One import for all that spreadsheets become.
ALTER TABLE imports ADD COLUMN kind TEXT NOT NULL DEFAULT 'contacts';
ALTER TABLE imports ADD COLUMN targetId INTEGER; -- the list that its rows go into
ALTER TABLE imports ADD COLUMN duplicated INTEGER NOT NULL DEFAULT 0;
