-- What cardholders pay: answers that a retry gets again, receipt numbers, and what an account paid in a day.

-- The answer to a call that moves money, by the key that its caller gave it. Written in the transaction
-- of what it answers, so that both are there or neither is.
CREATE TABLE kept_answer (
  tenant_id integer NOT NULL REFERENCES tenant,
  -- Whose key it is: `web:12`, `card:7`. Others may have chosen the same.
  caller text NOT NULL,
  operation text NOT NULL,
  key text NOT NULL CHECK (key ~ '^[\x20-\x7e]{1,64}$'),
  -- First 16 bytes of SHA-256 over the body: how a retry is told from a key that was used twice.
  request_hash bytea NOT NULL CHECK (octet_length(request_hash) = 16),
  -- {"ok": true, "value": …} or {"ok": false, "error": name, "field": …}
  answer jsonb NOT NULL,
  -- Security clock.
  at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, caller, operation, key)
);
CREATE INDEX kept_answer_by_age ON kept_answer (tenant_id, at);

-- Counts up over all days; the day that stands before it in a receipt number says nothing of how many
-- there were before on that day.
CREATE SEQUENCE receipt_sequence;
GRANT USAGE ON SEQUENCE receipt_sequence TO wattle_app;

-- What an account paid in a day by BPAY and transfers, for its daily payment limit. Changed under the
-- lock of the account in the ledger.
CREATE TABLE payment_day (
  member_account_id bigint NOT NULL,
  -- Melbourne.
  day date NOT NULL,
  tenant_id integer NOT NULL,
  cents bigint NOT NULL CHECK (cents > 0),
  PRIMARY KEY (member_account_id, day),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id)
) WITH (fillfactor = 70);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['kept_answer', 'payment_day'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = current_tenant())', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO wattle_app', name);
  END LOOP;
END
$$;
-- An answer stays as it was given until it goes; a day's sum grows.
GRANT DELETE ON kept_answer TO wattle_app;
GRANT UPDATE (cents) ON payment_day TO wattle_app;
