-- The devices that the box notifies, each of a session: it ends with it. Keys as the browser gives them (base64url).
CREATE TABLE pushSubscriptions (
  id INTEGER PRIMARY KEY,
  companyId INTEGER NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  sessionId TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  endpoint TEXT NOT NULL UNIQUE,
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  label TEXT NOT NULL,
  language TEXT NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0,
  failure TEXT,
  retryAt INTEGER NOT NULL DEFAULT 0,
  sentAt INTEGER,
  createdAt INTEGER NOT NULL
) STRICT;
CREATE INDEX pushSubscriptions_company ON pushSubscriptions (companyId);
CREATE INDEX pushSubscriptions_session ON pushSubscriptions (sessionId);

-- The notifications that a device has, by tag. One that is not sent came in quiet hours, or before the device.
CREATE TABLE pushShown (
  subscriptionId INTEGER NOT NULL REFERENCES pushSubscriptions (id) ON DELETE CASCADE,
  tag TEXT NOT NULL,
  stamp TEXT NOT NULL,
  isSent INTEGER NOT NULL,
  PRIMARY KEY (subscriptionId, tag)
) STRICT, WITHOUT ROWID;
