-- The ids of a database that had lines before its audit log got parts: they go on after those lines.
SELECT setval('audit_log_id_seq', max(id)) FROM audit_log_early
HAVING max(id) >= (SELECT last_value FROM audit_log_id_seq);
