-- Whether a plan may be chosen by who signs up. One that came along with a company's file may not, until the owner of the box says so.
ALTER TABLE plans ADD COLUMN offered INTEGER NOT NULL DEFAULT 1;
