-- Who a stanza or a message that was not opened is from and for, as a JSON list of `phone:…` and `lid:…`: the rest is sealed, and an erased contact's are found by this.
ALTER TABLE waInbox ADD COLUMN people TEXT NOT NULL DEFAULT '[]';
ALTER TABLE waUnopened ADD COLUMN people TEXT NOT NULL DEFAULT '[]';
