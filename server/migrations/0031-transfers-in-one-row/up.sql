-- A transfer is one row with both of its sides. `entry` is a view of it: each side as a row of its account.
ALTER TABLE transfer RENAME TO transfer_head;
ALTER TABLE transfer_head RENAME CONSTRAINT transfer_pkey TO transfer_head_pkey;
ALTER TABLE transfer_head RENAME CONSTRAINT transfer_key TO transfer_head_key;
ALTER SEQUENCE transfer_id_seq RENAME TO transfer_head_id_seq;

-- Columns lie in the order of their alignment.
CREATE TABLE transfer (
  id bigint GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME transfer_id_seq),
  -- Business time. When the money moved in the world, and when its posting was asked for.
  effective_at timestamptz NOT NULL,
  posted_at timestamptz NOT NULL,
  -- At most the 10 digits of a direct-entry record.
  amount bigint NOT NULL,
  -- The account whose balance goes down; the place in its gapless sequence, from 1; what it left: the
  -- balance and the sum of all credits; and when it was posted there, never before the entry in front.
  debit_account_id bigint NOT NULL,
  debit_seq bigint NOT NULL,
  debit_balance bigint NOT NULL,
  debit_credited bigint NOT NULL,
  debit_posted_at timestamptz NOT NULL,
  -- The account whose balance goes up, in the same way.
  credit_account_id bigint NOT NULL,
  credit_seq bigint NOT NULL,
  credit_balance bigint NOT NULL,
  credit_credited bigint NOT NULL,
  credit_posted_at timestamptz NOT NULL,
  tenant_id integer NOT NULL,
  -- What it is for: TRANSFER_CODE of ledger.ts.
  code smallint NOT NULL,
  -- A network advice, late clearing or fee of the scheme: may cross the floor.
  forced boolean NOT NULL,
  -- First 16 bytes of SHA-256 over the payload: how a replay is told from a reused key.
  request_hash bytea NOT NULL,
  key text NOT NULL,
  CONSTRAINT transfer_amount CHECK (amount BETWEEN 1 AND 9999999999),
  CONSTRAINT transfer_two_accounts CHECK (debit_account_id <> credit_account_id),
  CONSTRAINT transfer_seqs CHECK (debit_seq > 0 AND credit_seq > 0),
  CONSTRAINT transfer_balances CHECK (debit_balance BETWEEN -4000000000000000000 AND 4000000000000000000
    AND credit_balance BETWEEN -4000000000000000000 AND 4000000000000000000),
  CONSTRAINT transfer_credited CHECK (debit_credited BETWEEN 0 AND 4000000000000000000
    AND credit_credited BETWEEN 0 AND 4000000000000000000),
  CONSTRAINT transfer_code CHECK (code > 0),
  CONSTRAINT transfer_request_hash CHECK (octet_length(request_hash) = 16),
  CONSTRAINT transfer_key_length CHECK (char_length(key) BETWEEN 1 AND 100)
);

INSERT INTO transfer (id, effective_at, posted_at, amount,
  debit_account_id, debit_seq, debit_balance, debit_credited, debit_posted_at,
  credit_account_id, credit_seq, credit_balance, credit_credited, credit_posted_at,
  tenant_id, code, forced, request_hash, key)
OVERRIDING SYSTEM VALUE
SELECT t.id, t.effective_at, t.posted_at, c.amount,
  d.account_id, d.seq, d.balance_after, d.credited_after, d.posted_at,
  c.account_id, c.seq, c.balance_after, c.credited_after, c.posted_at,
  t.tenant_id, t.code, t.forced, t.request_hash, t.key
FROM transfer_head t
JOIN entry d ON d.tenant_id = t.tenant_id AND d.transfer_id = t.id AND d.amount < 0
JOIN entry c ON c.tenant_id = t.tenant_id AND c.transfer_id = t.id AND c.amount = -d.amount
ORDER BY t.id;

-- Books that do not add up stay as they are, for `npm run verify` of the release before to name the fault.
DO $$
BEGIN
  IF (SELECT count(*) FROM transfer) <> (SELECT count(*) FROM transfer_head)
    OR 2 * (SELECT count(*) FROM transfer) <> (SELECT count(*) FROM entry)
    OR EXISTS (SELECT FROM transfer GROUP BY tenant_id, id HAVING count(*) > 1) THEN
    RAISE EXCEPTION 'a transfer has not one debit and one credit of the same amount';
  END IF;
END
$$;
SELECT setval('transfer_id_seq', last_value, is_called) FROM transfer_head_id_seq;

ALTER TABLE transfer
  ADD PRIMARY KEY (tenant_id, id),
  ADD CONSTRAINT transfer_key UNIQUE (tenant_id, key);
-- The entries of an account are those of these two, each in the order of their numbers.
CREATE UNIQUE INDEX transfer_debit ON transfer (debit_account_id, debit_seq);
CREATE UNIQUE INDEX transfer_credit ON transfer (credit_account_id, credit_seq);
-- Its marks in time.
CREATE INDEX transfer_debit_mark ON transfer (debit_account_id, debit_posted_at, debit_seq) WHERE debit_seq % 16 = 0;
CREATE INDEX transfer_credit_mark ON transfer (credit_account_id, credit_posted_at, credit_seq) WHERE credit_seq % 16 = 0;

ALTER TABLE hold_event
  DROP CONSTRAINT hold_event_tenant_id_transfer_id_fkey,
  ADD FOREIGN KEY (tenant_id, transfer_id) REFERENCES transfer (tenant_id, id);
ALTER TABLE reversal
  DROP CONSTRAINT reversal_tenant_id_transfer_id_fkey,
  DROP CONSTRAINT reversal_tenant_id_reversal_id_fkey,
  ADD FOREIGN KEY (tenant_id, transfer_id) REFERENCES transfer (tenant_id, id),
  ADD FOREIGN KEY (tenant_id, reversal_id) REFERENCES transfer (tenant_id, id);
DROP TABLE entry;
DROP TABLE transfer_head;

ALTER TABLE transfer ENABLE ROW LEVEL SECURITY;
CREATE POLICY transfer_tenant ON transfer USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON transfer TO wattle_app;
GRANT USAGE ON SEQUENCE transfer_id_seq TO wattle_app;

-- Under the policies of whoever asks. The first eight columns are what a seal covers of an entry.
CREATE VIEW entry WITH (security_invoker = true) AS
SELECT debit_account_id AS account_id, debit_seq AS seq, id AS transfer_id, -amount AS amount,
       debit_balance AS balance_after, tenant_id, debit_posted_at AS posted_at, debit_credited AS credited_after,
       effective_at, code
FROM transfer
UNION ALL
SELECT credit_account_id, credit_seq, id, amount,
       credit_balance, tenant_id, credit_posted_at, credit_credited,
       effective_at, code
FROM transfer;
GRANT SELECT ON entry TO wattle_app;
-- A table without statistics is planned for as an empty one.
ANALYZE transfer;
