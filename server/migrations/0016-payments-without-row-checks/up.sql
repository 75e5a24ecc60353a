-- A posted row's words, an audit line and a kept answer come from the transaction that has just written
-- or locked what they name, of a role that can remove none of it, under the policies of one tenant. To
-- look each up again row by row costs a payment more than writing them, and the checks of the tenant
-- make every connection lock the same one row.
ALTER TABLE transaction_detail
  DROP CONSTRAINT IF EXISTS transaction_detail_ledger_account_id_seq_fkey,
  DROP CONSTRAINT IF EXISTS transaction_detail_tenant_id_transfer_id_fkey;
ALTER TABLE audit_log DROP CONSTRAINT IF EXISTS audit_log_tenant_id_fkey;
ALTER TABLE kept_answer DROP CONSTRAINT IF EXISTS kept_answer_tenant_id_fkey;

-- The same rule without a counted repetition, which takes PostgreSQL five times as long for each key.
ALTER TABLE kept_answer
  DROP CONSTRAINT kept_answer_key_check,
  ADD CONSTRAINT kept_answer_key_check CHECK (octet_length(key) BETWEEN 1 AND 64 AND key !~ '[^\x20-\x7e]');
