-- Numbers that were stored with a trunk zero are repaired by a job.

INSERT INTO jobs (kind, lane, runAt, payload)
SELECT 'repairNumbers', 'repairNumbers', 0, '{}'
WHERE EXISTS (SELECT 1 FROM identifiers WHERE type = 'phone' AND (value GLOB '0*' OR value GLOB '550*'))
  OR EXISTS (SELECT 1 FROM contactListItems WHERE number GLOB '0*' OR number GLOB '550*')
  OR EXISTS (SELECT 1 FROM optOuts WHERE number GLOB '0*' OR number GLOB '550*');
