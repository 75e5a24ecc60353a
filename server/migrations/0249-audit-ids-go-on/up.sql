-- Lines that are written before the first year begins go on after those of the first part: with the parts the sequence
-- of ids began anew.
SELECT setval('audit_log_id_seq', early.last)
FROM (SELECT max(id) AS last FROM audit_log) AS early
WHERE early.last > (SELECT last_value FROM audit_log_id_seq);
