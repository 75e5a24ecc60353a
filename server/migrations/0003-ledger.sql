-- Double entry: accounts, transfers and holds. Only server/src/ledger writes here. Names, references and free texts
-- are in tables of the features, where they can be erased.
--
-- Foreign keys that every posting would pay for are left out where the same transaction has written or locked the row
-- that they name: the application's role can remove none of these rows, the policies admit rows of one tenant only,
-- and verify looks for strays (docs/architecture.md, Foundations).

-- An account of the ledger: one for each account that cards draw on, and the programme's own. Amounts are integer
-- cents of the account's currency.
CREATE TABLE ledger_account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES tenant,
  kind text NOT NULL CHECK (kind IN (
    'cardholder', 'schemeSettlement', 'bank', 'fees', 'interest', 'withholdingTax', 'directEntry', 'bpay', 'instant',
    'suspense', 'formerHolders', 'formerHolderDebts', 'directDebits', 'vouchers', 'gateway', 'losses',
    'expiredVouchers', 'writtenOff')),
  currency char(3) NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- Sum of the entries. The range is well inside bigint, so that no sum of two of them overflows.
  balance bigint NOT NULL DEFAULT 0 CHECK (balance BETWEEN -4000000000000000000 AND 4000000000000000000),
  -- Sum of what the open holds keep.
  held bigint NOT NULL DEFAULT 0 CHECK (held BETWEEN 0 AND 4000000000000000000),
  -- Lowest balance - held that a voluntary posting may leave; null: none.
  floor bigint CHECK (floor BETWEEN -4000000000000000000 AND 4000000000000000000),
  -- Number of entries, and the seq of the newest.
  version bigint NOT NULL DEFAULT 0 CHECK (version >= 0),
  -- A forced posting or hold left it under its floor. Set and cleared by the code that posts; the constraint stops
  -- code that forgets the floor.
  is_below_floor boolean NOT NULL DEFAULT false,
  -- Sum of all credits. With the balance it tells the debits.
  credited bigint NOT NULL DEFAULT 0,
  -- Posting time of the newest entry: nothing is posted before it.
  last_posted_at timestamptz,
  -- Business time. Nothing is posted to a closed account or held on it, forced or not.
  closed_at timestamptz,
  UNIQUE (tenant_id, id),
  CONSTRAINT ledger_account_floor CHECK (is_below_floor = (floor IS NOT NULL AND balance - held < floor)),
  CONSTRAINT ledger_account_credited CHECK (credited BETWEEN 0 AND 4000000000000000000),
  CONSTRAINT ledger_account_closed CHECK (closed_at IS NULL OR (balance = 0 AND held = 0))
) WITH (fillfactor = 70);
-- The programme's own accounts: one for each tenant, kind and currency.
CREATE UNIQUE INDEX ledger_account_settlement ON ledger_account (tenant_id, kind, currency) WHERE kind <> 'cardholder';
-- Accounts that were closed, the last first.
CREATE INDEX ledger_account_ended ON ledger_account (tenant_id, closed_at, id)
  WHERE closed_at IS NOT NULL AND kind = 'cardholder';
ALTER TABLE ledger_account ENABLE ROW LEVEL SECURITY;
CREATE POLICY ledger_account_tenant ON ledger_account USING (tenant_id = (SELECT current_tenant()));
-- The owner, kind, currency and floor of an account do not change.
GRANT SELECT, INSERT ON ledger_account TO wattle_app;
GRANT UPDATE (balance, held, version, is_below_floor, credited, last_posted_at, closed_at)
  ON ledger_account TO wattle_app;

-- A transfer is one row with both of its sides. Columns are in the order of their alignment.
CREATE TABLE transfer (
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- Business time. When the money moved in the world, and when its posting was asked for.
  effective_at timestamptz NOT NULL,
  posted_at timestamptz NOT NULL,
  -- At most the 10 digits of a direct-entry record.
  amount bigint NOT NULL,
  -- The account whose balance goes down; its place in the account's gapless sequence, from 1; the balance and the sum
  -- of all credits after it; and when it was posted there, never before the entry before it.
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
  -- First 16 bytes of SHA-256 over the payload. It tells a retry from a reused key.
  request_hash bytea NOT NULL,
  key text NOT NULL,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT transfer_key UNIQUE (tenant_id, key),
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
-- The entries of an account: those of these two indexes, each in the order of their numbers.
CREATE UNIQUE INDEX transfer_debit ON transfer (debit_account_id, debit_seq);
CREATE UNIQUE INDEX transfer_credit ON transfer (credit_account_id, credit_seq);
-- Every sixteenth entry of an account is a mark in time. The balance at a moment is found by the last mark that is
-- not younger and the fewer than sixteen entries after it: server/src/ledger/balances.ts.
CREATE INDEX transfer_debit_mark ON transfer (debit_account_id, debit_posted_at, debit_seq)
  WHERE debit_seq % 16 = 0;
CREATE INDEX transfer_credit_mark ON transfer (credit_account_id, credit_posted_at, credit_seq)
  WHERE credit_seq % 16 = 0;
ALTER TABLE transfer ENABLE ROW LEVEL SECURITY;
CREATE POLICY transfer_tenant ON transfer USING (tenant_id = (SELECT current_tenant()));
-- What is posted stays: no UPDATE, no DELETE.
GRANT SELECT, INSERT ON transfer TO wattle_app;
-- The ledger draws ids itself, so that they follow the order of a batch.
GRANT USAGE ON SEQUENCE transfer_id_seq TO wattle_app;

-- Each side of a transfer as a row of its account, under the policies of the reader. The first eight columns are those
-- that a seal covers.
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

-- Which transfer reverses which. A separate table, so that transfers that are never reversed cost nothing for it.
CREATE TABLE reversal (
  -- What is reversed: once, by the primary key.
  transfer_id bigint NOT NULL,
  -- The transfer that reverses it.
  reversal_id bigint NOT NULL,
  tenant_id integer NOT NULL,
  PRIMARY KEY (tenant_id, transfer_id),
  UNIQUE (tenant_id, reversal_id),
  FOREIGN KEY (tenant_id, transfer_id) REFERENCES transfer (tenant_id, id),
  FOREIGN KEY (tenant_id, reversal_id) REFERENCES transfer (tenant_id, id),
  CHECK (reversal_id <> transfer_id)
);
ALTER TABLE reversal ENABLE ROW LEVEL SECURITY;
CREATE POLICY reversal_tenant ON reversal USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON reversal TO wattle_app;

-- Money that is promised and has not moved. The row says that it was placed; whatever happens to it later is a
-- hold_event.
CREATE TABLE hold (
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 9999999999),
  -- Business time.
  placed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at >= placed_at),
  tenant_id integer NOT NULL,
  forced boolean NOT NULL,
  request_hash bytea NOT NULL CHECK (octet_length(request_hash) = 16),
  key text NOT NULL CHECK (char_length(key) BETWEEN 1 AND 100),
  -- How far a voluntary capture may exceed what is held without a check of funds: cents, and basis points of what is
  -- held then.
  tolerance bigint NOT NULL DEFAULT 0 CHECK (tolerance BETWEEN 0 AND 9999999999),
  tolerance_points integer NOT NULL DEFAULT 0 CHECK (tolerance_points BETWEEN 0 AND 10000),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT hold_key UNIQUE (tenant_id, key)
);
CREATE INDEX hold_by_account ON hold (account_id, id);
ALTER TABLE hold ENABLE ROW LEVEL SECURITY;
CREATE POLICY hold_tenant ON hold USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON hold TO wattle_app;
-- Drawn by the ledger, as those of transfers.
GRANT USAGE ON SEQUENCE hold_id_seq TO wattle_app;

-- What happened to a hold after it was placed.
CREATE TABLE hold_event (
  hold_id bigint NOT NULL,
  -- Cents still held afterwards.
  keep bigint NOT NULL,
  -- Set for captured.
  transfer_id bigint,
  -- Business time.
  at timestamptz NOT NULL,
  tenant_id integer NOT NULL,
  kind text NOT NULL,
  -- Order of the events of a hold, from 1. The event that ends it has the number 0, so that by the primary key it
  -- ends once.
  number integer NOT NULL,
  -- Set for added: the idempotency key, and the hash of its payload.
  key text,
  request_hash bytea,
  -- Order over all holds, for the seals.
  id bigint GENERATED ALWAYS AS IDENTITY,
  CONSTRAINT hold_event_resolved_once PRIMARY KEY (tenant_id, hold_id, number),
  FOREIGN KEY (tenant_id, hold_id) REFERENCES hold (tenant_id, id),
  FOREIGN KEY (tenant_id, transfer_id) REFERENCES transfer (tenant_id, id),
  CONSTRAINT hold_event_kind CHECK (kind IN ('reduced', 'added', 'captured', 'voided', 'expired')),
  CONSTRAINT hold_event_keep CHECK (keep BETWEEN 0 AND 9999999999),
  CONSTRAINT hold_event_number CHECK (number >= 0 AND (number = 0) = (keep = 0)),
  CONSTRAINT hold_event_end CHECK ((kind IN ('reduced', 'added')) = (keep > 0)),
  CONSTRAINT hold_event_captured CHECK ((kind = 'captured') = (transfer_id IS NOT NULL)),
  CONSTRAINT hold_event_added
    CHECK ((kind = 'added') = (key IS NOT NULL) AND (kind = 'added') = (request_hash IS NOT NULL)),
  CONSTRAINT hold_event_request_hash CHECK (octet_length(request_hash) = 16),
  CONSTRAINT hold_event_key_length CHECK (char_length(key) BETWEEN 1 AND 100)
);
CREATE UNIQUE INDEX hold_event_by_transfer ON hold_event (tenant_id, transfer_id) WHERE transfer_id IS NOT NULL;
CREATE UNIQUE INDEX hold_event_key ON hold_event (tenant_id, key) WHERE key IS NOT NULL;
CREATE UNIQUE INDEX hold_event_by_id ON hold_event (tenant_id, id);
ALTER TABLE hold_event ENABLE ROW LEVEL SECURITY;
CREATE POLICY hold_event_tenant ON hold_event USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON hold_event TO wattle_app;

-- The chain over what the ledger has committed. Each seal covers the transfers (with their entries), holds and hold
-- events of a tenant whose ids follow those of the seal before it.
CREATE TABLE ledger_seal (
  tenant_id integer NOT NULL REFERENCES tenant,
  -- Gapless, from 1.
  seq bigint NOT NULL CHECK (seq > 0),
  -- The last ids that it covers. The first ones follow from the seal before it.
  transfers_to bigint NOT NULL CHECK (transfers_to >= 0),
  holds_to bigint NOT NULL CHECK (holds_to >= 0),
  hold_events_to bigint NOT NULL CHECK (hold_events_to >= 0),
  -- Security clock.
  sealed_at timestamptz NOT NULL,
  -- How many rows it covers.
  transfers integer NOT NULL,
  entries integer NOT NULL,
  holds integer NOT NULL,
  hold_events integer NOT NULL,
  -- Which columns, and how they are written: server/src/ledger/ledger-chain.ts.
  format smallint NOT NULL,
  key_version smallint NOT NULL,
  -- SHA-256 of the transfers, of the entries, of the holds, of the hold events.
  content bytea NOT NULL CHECK (octet_length(content) = 128),
  -- HMAC-SHA-256 of all above and the hash of the seal before it.
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  PRIMARY KEY (tenant_id, seq)
);
ALTER TABLE ledger_seal ENABLE ROW LEVEL SECURITY;
CREATE POLICY ledger_seal_tenant ON ledger_seal USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON ledger_seal TO wattle_app;

-- How far the sealer read last, as in audit_seal_mark.
CREATE TABLE ledger_seal_mark (
  tenant_id integer PRIMARY KEY REFERENCES tenant,
  transfers_to bigint NOT NULL,
  holds_to bigint NOT NULL,
  hold_events_to bigint NOT NULL,
  before_xid bigint NOT NULL,
  -- Security clock.
  noted_at timestamptz NOT NULL
);
ALTER TABLE ledger_seal_mark ENABLE ROW LEVEL SECURITY;
CREATE POLICY ledger_seal_mark_tenant ON ledger_seal_mark USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE ON ledger_seal_mark TO wattle_app;

-- The chain over what accounts were opened with: owner, kind, currency and floor. The entries prove the balance, but
-- not the floor.
CREATE TABLE account_seal (
  tenant_id integer NOT NULL REFERENCES tenant,
  -- Gapless, from 1.
  seq bigint NOT NULL CHECK (seq > 0),
  -- The last id that it covers. The first one follows from the seal before it.
  accounts_to bigint NOT NULL CHECK (accounts_to >= 0),
  -- Security clock.
  sealed_at timestamptz NOT NULL,
  -- How many accounts it covers.
  accounts integer NOT NULL,
  -- Which columns, and how they are written: server/src/ledger/account-chain.ts.
  format smallint NOT NULL,
  key_version smallint NOT NULL,
  -- SHA-256 of the accounts.
  content bytea NOT NULL CHECK (octet_length(content) = 32),
  -- HMAC-SHA-256 of all above and the hash of the seal before it.
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  PRIMARY KEY (tenant_id, seq)
);
ALTER TABLE account_seal ENABLE ROW LEVEL SECURITY;
CREATE POLICY account_seal_tenant ON account_seal USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON account_seal TO wattle_app;

-- How far the sealer read last, as in audit_seal_mark.
CREATE TABLE account_seal_mark (
  tenant_id integer PRIMARY KEY REFERENCES tenant,
  accounts_to bigint NOT NULL,
  before_xid bigint NOT NULL,
  -- Security clock.
  noted_at timestamptz NOT NULL
);
ALTER TABLE account_seal_mark ENABLE ROW LEVEL SECURITY;
CREATE POLICY account_seal_mark_tenant ON account_seal_mark USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE ON account_seal_mark TO wattle_app;

-- For how long rows have waited to be sealed since the sealer noted them, over all tenants that are here.
CREATE FUNCTION seal_lag(security timestamptz) RETURNS TABLE (chain text, seconds double precision)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  WITH marks AS (
    SELECT 'ledger' AS chain, m.noted_at,
           (SELECT s.sealed_at FROM ledger_seal s WHERE s.tenant_id = m.tenant_id ORDER BY s.seq DESC LIMIT 1)
             AS sealed_at
      FROM ledger_seal_mark m WHERE m.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a)
    UNION ALL
    SELECT 'accounts', m.noted_at,
           (SELECT s.sealed_at FROM account_seal s WHERE s.tenant_id = m.tenant_id ORDER BY s.seq DESC LIMIT 1)
      FROM account_seal_mark m WHERE m.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a)
    UNION ALL
    SELECT 'audit', m.noted_at,
           (SELECT s.sealed_at FROM audit_seal s WHERE s.tenant_id = m.tenant_id ORDER BY s.seq DESC LIMIT 1)
      FROM audit_seal_mark m WHERE m.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a))
  SELECT c.name, coalesce(extract(epoch FROM max(security - m.noted_at)), 0)::double precision
    FROM unnest(ARRAY['accounts', 'audit', 'ledger']) AS c (name)
    LEFT JOIN marks m ON m.chain = c.name AND (m.sealed_at IS NULL OR m.noted_at > m.sealed_at)
   GROUP BY c.name ORDER BY c.name;
END;
REVOKE EXECUTE ON FUNCTION seal_lag FROM PUBLIC;
GRANT EXECUTE ON FUNCTION seal_lag TO wattle_app;
