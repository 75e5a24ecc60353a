-- Digest of the records of a file of deposits without its header: one that the bank sends again with another date is no
-- repeat by its bytes. A server of the release before writes none.
ALTER TABLE bank_answer ADD COLUMN records bytea CHECK (octet_length(records) = 32);
CREATE INDEX bank_answer_records ON bank_answer (tenant_id, records, read_at) WHERE records IS NOT NULL;
