-- What posted rows are found by: words, pairs of Chinese characters, amounts and categories. A plain b-tree
-- by account, so that row-level security does not keep the index from being used and a search costs the
-- same in an account of any length. Written when an account is searched, never in the path of a payment.
CREATE TABLE transaction_word (
  ledger_account_id bigint NOT NULL,
  word text COLLATE "C" NOT NULL CHECK (length(word) BETWEEN 1 AND 40),
  -- Sequence of the row.
  seq bigint NOT NULL,
  tenant_id integer NOT NULL,
  PRIMARY KEY (ledger_account_id, word, seq)
);
ALTER TABLE transaction_word ENABLE ROW LEVEL SECURITY;
CREATE POLICY transaction_word_tenant ON transaction_word USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON transaction_word TO wattle_app;

-- Rows with low < Sequence <= high are indexed.
CREATE TABLE transaction_word_mark (
  ledger_account_id bigint PRIMARY KEY,
  low bigint NOT NULL,
  high bigint NOT NULL CHECK (high >= low),
  tenant_id integer NOT NULL
);
ALTER TABLE transaction_word_mark ENABLE ROW LEVEL SECURITY;
CREATE POLICY transaction_word_mark_tenant ON transaction_word_mark USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON transaction_word_mark TO wattle_app;
