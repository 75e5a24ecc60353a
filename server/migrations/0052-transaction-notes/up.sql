-- What somebody wrote on a row of an account for themselves. Others who share the account do not see it.
CREATE TABLE transaction_note (
  ledger_account_id bigint NOT NULL,
  holder_id bigint NOT NULL,
  -- Sequence of the row.
  seq bigint NOT NULL CHECK (seq > 0),
  tenant_id integer NOT NULL,
  words text NOT NULL CHECK (length(words) BETWEEN 1 AND 200),
  PRIMARY KEY (ledger_account_id, holder_id, seq),
  FOREIGN KEY (tenant_id, holder_id) REFERENCES holder (tenant_id, id)
);
CREATE INDEX transaction_note_by_holder ON transaction_note (holder_id);
ALTER TABLE transaction_note ENABLE ROW LEVEL SECURITY;
CREATE POLICY transaction_note_tenant ON transaction_note USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON transaction_note TO wattle_app;
GRANT UPDATE (words) ON transaction_note TO wattle_app;
