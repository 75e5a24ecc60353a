-- A chain over what accounts were opened with: whose they are, of which kind and currency, and how far
-- below zero they may go. The balance is proved by the entries; nothing else said what the floor was.
CREATE TABLE account_seal (
  tenant_id integer NOT NULL REFERENCES tenant,
  -- Gapless, from 1.
  seq bigint NOT NULL CHECK (seq > 0),
  -- The last id that it covers; the first one follows from the seal before it.
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
  -- HMAC-SHA-256 of all above and the hash before it.
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  PRIMARY KEY (tenant_id, seq)
);

-- What the sealer saw last, as in ledger_seal_mark.
CREATE TABLE account_seal_mark (
  tenant_id integer PRIMARY KEY REFERENCES tenant,
  accounts_to bigint NOT NULL,
  -- Above the id of every transaction that may still commit an account up to there.
  before_xid bigint NOT NULL,
  -- Security clock.
  noted_at timestamptz NOT NULL
);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['account_seal', 'account_seal_mark'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = current_tenant())', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO wattle_app', name);
  END LOOP;
END
$$;
GRANT UPDATE ON account_seal_mark TO wattle_app;
