-- The audit log is chained like the ledger: by seals over ranges of ids, under a key.
DROP TABLE audit_seal;

CREATE TABLE audit_seal (
  tenant_id integer NOT NULL REFERENCES tenant,
  -- Gapless, from 1.
  seq bigint NOT NULL CHECK (seq > 0),
  -- The last id that it covers; the first one follows from the seal before it.
  lines_to bigint NOT NULL CHECK (lines_to >= 0),
  -- Security clock.
  sealed_at timestamptz NOT NULL,
  -- How many lines it covers.
  lines integer NOT NULL,
  -- Which columns, and how they are written: server/src/platform/audit-chain.ts.
  format smallint NOT NULL,
  key_version smallint NOT NULL,
  -- SHA-256 of the lines.
  content bytea NOT NULL CHECK (octet_length(content) = 32),
  -- HMAC-SHA-256 of all above and the hash before it.
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  PRIMARY KEY (tenant_id, seq)
);

-- What the sealer saw last, as in ledger_seal_mark.
CREATE TABLE audit_seal_mark (
  tenant_id integer PRIMARY KEY REFERENCES tenant,
  lines_to bigint NOT NULL,
  -- Above the id of every transaction that may still commit a line up to there.
  before_xid bigint NOT NULL,
  -- Security clock.
  noted_at timestamptz NOT NULL
);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['audit_seal', 'audit_seal_mark'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = current_tenant())', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO wattle_app', name);
  END LOOP;
END
$$;
GRANT UPDATE ON audit_seal_mark TO wattle_app;
