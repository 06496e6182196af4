-- What a queue says at the end of its attendances; empty: what the connection says.
ALTER TABLE queues ADD COLUMN complationMessage TEXT NOT NULL DEFAULT '';
ALTER TABLE queues ADD COLUMN ratingMessage TEXT NOT NULL DEFAULT '';
