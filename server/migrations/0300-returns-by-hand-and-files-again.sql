-- A refused file of the bank is read again under its name, and named files are looked up by name. A server of the
-- release before reads it once.
CREATE INDEX bank_answer_named ON bank_answer (tenant_id, name, id);
GRANT UPDATE (reason, since) ON bank_trouble TO wattle_app;

-- Posting of a dishonoured debit that two people entered, until a line of the bank's file says it too. A server of the
-- release before would post that line in suspense.
ALTER TABLE direct_debit ADD COLUMN entered_return_id bigint;
