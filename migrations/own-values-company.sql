-- A new company's file is a copy of one that had all migrations. These are the values that no two
-- companies share: they are made anew in each copy.
UPDATE optOutSalt SET salt = lower(hex(randomblob(32)));
