-- Double entry: accounts, transfers with their entries, and holds. Amounts are integer cents of the
-- account's currency. Only server/src/ledger writes here; names, references and free texts live in
-- the features' tables, where they can be erased.

CREATE TABLE ledger_account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES tenant,
  kind text NOT NULL CHECK (kind IN ('cardholder', 'schemeSettlement', 'bank', 'fees', 'interest', 'withholdingTax')),
  currency char(3) NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- Sum of the entries. Limits well inside bigint, so that no sum of two of them overflows.
  balance bigint NOT NULL DEFAULT 0 CHECK (balance BETWEEN -4000000000000000000 AND 4000000000000000000),
  -- Sum of what the open holds keep.
  held bigint NOT NULL DEFAULT 0 CHECK (held BETWEEN 0 AND 4000000000000000000),
  -- Lowest balance - held that a voluntary posting may leave; null: none.
  floor bigint CHECK (floor BETWEEN -4000000000000000000 AND 4000000000000000000),
  -- Number of entries, and the seq of the newest.
  version bigint NOT NULL DEFAULT 0 CHECK (version >= 0),
  -- A forced posting or hold left it under its floor. Set and cleared by the code that posts: where
  -- it forgets the floor, the constraint stops it.
  is_below_floor boolean NOT NULL DEFAULT false,
  UNIQUE (tenant_id, id),
  CONSTRAINT ledger_account_floor CHECK (is_below_floor = (floor IS NOT NULL AND balance - held < floor))
) WITH (fillfactor = 70);

-- The programme's own accounts: one for each tenant, kind and currency.
CREATE UNIQUE INDEX ledger_account_settlement ON ledger_account (tenant_id, kind, currency) WHERE kind <> 'cardholder';

-- Columns lie in the order of their alignment: it saves 16 bytes a transfer.
CREATE TABLE transfer (
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- Business time. When the money moved in the world, and when it was posted here.
  effective_at timestamptz NOT NULL,
  posted_at timestamptz NOT NULL,
  tenant_id integer NOT NULL REFERENCES tenant,
  -- What it is for: TRANSFER_CODE of ledger.ts.
  code smallint NOT NULL CHECK (code > 0),
  -- A network advice, late clearing or fee of the scheme: may cross the floor.
  forced boolean NOT NULL,
  -- First 16 bytes of SHA-256 over the payload: how a replay is told from a reused key.
  request_hash bytea NOT NULL CHECK (octet_length(request_hash) = 16),
  key text NOT NULL CHECK (char_length(key) BETWEEN 1 AND 100),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT transfer_key UNIQUE (tenant_id, key)
);

CREATE TABLE entry (
  account_id bigint NOT NULL,
  -- Gapless for each account, from 1: the Sequence on the wire.
  seq bigint NOT NULL CHECK (seq > 0),
  transfer_id bigint NOT NULL,
  -- Above zero: the account's balance goes up. At most the 10 digits of a direct-entry record.
  amount bigint NOT NULL CHECK (amount <> 0 AND amount BETWEEN -9999999999 AND 9999999999),
  balance_after bigint NOT NULL CHECK (balance_after BETWEEN -4000000000000000000 AND 4000000000000000000),
  tenant_id integer NOT NULL,
  PRIMARY KEY (account_id, seq),
  FOREIGN KEY (tenant_id, account_id) REFERENCES ledger_account (tenant_id, id),
  FOREIGN KEY (tenant_id, transfer_id) REFERENCES transfer (tenant_id, id)
);
CREATE INDEX entry_by_transfer ON entry (transfer_id);

-- Money that is promised and has not moved. The row says that it was placed; all that happens to it
-- later is a hold_event.
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
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT hold_key UNIQUE (tenant_id, key),
  FOREIGN KEY (tenant_id, account_id) REFERENCES ledger_account (tenant_id, id)
);
CREATE INDEX hold_by_account ON hold (account_id, id);

CREATE TABLE hold_event (
  hold_id bigint NOT NULL,
  -- Cents still held afterwards: each event leaves less than the one before, and the last leaves 0.
  -- With the primary key it follows that a hold is resolved once.
  keep bigint NOT NULL CHECK (keep >= 0),
  -- Set for captured.
  transfer_id bigint,
  -- Business time.
  at timestamptz NOT NULL,
  tenant_id integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('reduced', 'captured', 'voided', 'expired')),
  CONSTRAINT hold_event_resolved_once PRIMARY KEY (tenant_id, hold_id, keep),
  FOREIGN KEY (tenant_id, hold_id) REFERENCES hold (tenant_id, id),
  FOREIGN KEY (tenant_id, transfer_id) REFERENCES transfer (tenant_id, id),
  CHECK ((kind = 'reduced') = (keep > 0)),
  CHECK ((kind = 'captured') = (transfer_id IS NOT NULL))
);
CREATE UNIQUE INDEX hold_event_by_transfer ON hold_event (tenant_id, transfer_id) WHERE transfer_id IS NOT NULL;

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['ledger_account', 'transfer', 'entry', 'hold', 'hold_event'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = current_tenant())', name || '_tenant', name);
    -- What is posted stays: no UPDATE, no DELETE.
    EXECUTE format('GRANT SELECT, INSERT ON %I TO wattle_app', name);
  END LOOP;
END
$$;
-- Who an account belongs to and its floor stay as they were opened.
GRANT UPDATE (balance, held, version, is_below_floor) ON ledger_account TO wattle_app;
