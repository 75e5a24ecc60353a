-- Debits of a file that the bank has, made after the restored moment, are found like payments.
ALTER TABLE bank_has_line DROP CONSTRAINT bank_has_line_method_check;
ALTER TABLE bank_has_line ADD CONSTRAINT bank_has_line_method_check CHECK (method IN ('external', 'bpay', 'debit'));
-- The debit that was found to be it.
ALTER TABLE bank_has_line ADD COLUMN debit_id bigint REFERENCES direct_debit;
ALTER TABLE bank_has_line ADD CONSTRAINT bank_has_line_found CHECK (transfer_id IS NULL OR debit_id IS NULL);
DROP INDEX bank_has_line_open;
CREATE INDEX bank_has_line_open ON bank_has_line (tenant_id, method) WHERE transfer_id IS NULL AND debit_id IS NULL;
CREATE UNIQUE INDEX bank_has_line_by_debit ON bank_has_line (debit_id) WHERE debit_id IS NOT NULL;
GRANT UPDATE (debit_id) ON bank_has_line TO wattle_app;
