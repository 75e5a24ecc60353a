-- The newest statement of an account, which the desk shows beside its balance, without a look at those before it. A
-- server of the release before reads and writes as it did.
CREATE INDEX book_statement_newest ON book_statement (tenant_id, account, last_day DESC NULLS LAST, id DESC)
  WHERE refused IS NULL;
