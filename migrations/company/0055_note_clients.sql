-- The writer's own key of a note, so that a request that comes again adds none.
ALTER TABLE ticketNotes ADD COLUMN clientId TEXT;
CREATE UNIQUE INDEX ticketNotes_client ON ticketNotes (userId, clientId) WHERE clientId IS NOT NULL;
