-- By age alone: an index that begins with the tenant looks as good for one key as the key's own, as long
-- as the planner knows nothing of the table, and leads through everything that a tenant keeps.
DROP INDEX kept_answer_by_age;
CREATE INDEX kept_answer_by_age ON kept_answer (at);
