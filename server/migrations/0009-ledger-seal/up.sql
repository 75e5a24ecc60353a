-- A chain over what the ledger has committed. Each seal covers the transfers (with their entries),
-- holds and hold events of a tenant whose ids follow those of the seal before it.

-- What happened to holds gets an order that a seal can cover a range of.
ALTER TABLE hold_event ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY;
CREATE UNIQUE INDEX hold_event_by_id ON hold_event (tenant_id, id);

CREATE TABLE ledger_seal (
  tenant_id integer NOT NULL REFERENCES tenant,
  -- Gapless, from 1.
  seq bigint NOT NULL CHECK (seq > 0),
  -- The last ids that it covers; the first ones follow from the seal before it.
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
  -- Which columns, and how they are written: server/src/ledger/seal-content.ts.
  format smallint NOT NULL,
  key_version smallint NOT NULL,
  -- SHA-256 of the transfers, of the entries, of the holds, of the hold events.
  content bytea NOT NULL CHECK (octet_length(content) = 128),
  -- HMAC-SHA-256 of all above and the hash before it.
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  PRIMARY KEY (tenant_id, seq)
);

-- What the sealer saw last: it seals up to there once every transaction that ran then has ended, so
-- that none can still commit a lower id. Rewritten with every pass, no record.
CREATE TABLE ledger_seal_mark (
  tenant_id integer PRIMARY KEY REFERENCES tenant,
  transfers_to bigint NOT NULL,
  holds_to bigint NOT NULL,
  hold_events_to bigint NOT NULL,
  -- The first transaction id that was not given out then.
  before_xid bigint NOT NULL,
  -- Security clock.
  noted_at timestamptz NOT NULL
);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['ledger_seal', 'ledger_seal_mark'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = current_tenant())', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO wattle_app', name);
  END LOOP;
END
$$;
GRANT UPDATE ON ledger_seal_mark TO wattle_app;
