-- Where each has signed in well, the last few of each: what others do wrong at such an address shuts nobody out who is known there.
CREATE TABLE knownAddresses (
  identityId INTEGER NOT NULL REFERENCES identities (id) ON DELETE CASCADE,
  address TEXT NOT NULL, -- of an IPv6 address its /64
  seenAt INTEGER NOT NULL, -- epoch ms
  PRIMARY KEY (identityId, address)
) STRICT, WITHOUT ROWID;
INSERT INTO knownAddresses SELECT identityId, address, max(createdAt) FROM sessions WHERE address != '' AND address NOT LIKE '%:%' GROUP BY identityId, address;
