-- The file that goes along with a quick message.
ALTER TABLE quickMessages ADD COLUMN mediaId INTEGER REFERENCES media (id) ON DELETE SET NULL;
CREATE INDEX quickMessages_media ON quickMessages (mediaId) WHERE mediaId IS NOT NULL;
