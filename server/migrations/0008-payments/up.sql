-- Payments: answers that a retry gets again, and the sums that have limits.

-- The answer to a call that moves money. Written in the transaction of what it answers, so that both are there
-- or neither is. Columns are in the order of their alignment.
CREATE TABLE kept_answer (
  -- Security clock.
  at timestamptz NOT NULL,
  tenant_id integer NOT NULL,
  -- First 16 bytes of SHA-256 over actor and key, the actor as `web:12`, `card:7`: a key is unique over all
  -- kinds of payment. A uuid because that type has a fixed length.
  id uuid NOT NULL,
  -- First 16 bytes of SHA-256 over the kind of payment and its input. It tells a retry from a reused key.
  request_hash bytea NOT NULL CHECK (octet_length(request_hash) = 16),
  -- {"ok": true, "value": …} or {"ok": false, "error": name, "field": …}
  answer jsonb NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
-- By age alone: with the tenant in front the planner may take this index for the primary key while the table
-- has no statistics, and read all answers of a tenant.
CREATE INDEX kept_answer_by_age ON kept_answer (at);

-- Sums of an account that kinds of payment name and that have limits, such as what it pays in a day. Changed
-- under the lock of the account in the ledger.
CREATE TABLE payment_count (
  member_account_id bigint NOT NULL,
  -- First day of the period, in Melbourne.
  since date NOT NULL,
  tenant_id integer NOT NULL,
  -- Zero once everything that was counted has come back.
  cents bigint NOT NULL CHECK (cents >= 0),
  -- Name of the sum, such as dailyPayments.
  counter text NOT NULL,
  PRIMARY KEY (member_account_id, since, counter),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id)
) WITH (fillfactor = 70);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['kept_answer', 'payment_count'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = (SELECT current_tenant()))', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO wattle_app', name);
  END LOOP;
END
$$;
-- An answer does not change until it is deleted; a sum changes.
GRANT DELETE ON kept_answer TO wattle_app;
GRANT UPDATE (cents) ON payment_count TO wattle_app;
