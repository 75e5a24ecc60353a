-- Tenants, brands, clocks and the audit log. Every table of a tenant carries tenant_id and a row-level
-- policy, in addition to the conditions that every query states itself.

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'wattle_app') THEN
    CREATE ROLE wattle_app NOLOGIN;
  END IF;
END
$$;

GRANT USAGE ON SCHEMA public TO wattle_app;

-- The tenant of the current transaction. Null when none is set, so that no row is visible by accident.
CREATE FUNCTION current_tenant() RETURNS integer
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('wattle.tenant_id', true), '')::integer;

CREATE TABLE tenant (
  id integer PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Feature switches: `{"bpay": false}` turns a feature off for all brands and products of the tenant.
  -- A missing key leaves the decision to the brand and the product.
  features jsonb NOT NULL DEFAULT '{}'
);
GRANT SELECT, INSERT ON tenant TO wattle_app;

-- The same switches for the whole instance, above the tenants.
CREATE TABLE instance_setting (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  features jsonb NOT NULL DEFAULT '{}'
);
INSERT INTO instance_setting DEFAULT VALUES;
GRANT SELECT ON instance_setting TO wattle_app;

CREATE TABLE brand (
  id integer PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES tenant,
  -- The URL segment: lower-case letters and digits.
  identifier text NOT NULL UNIQUE CHECK (identifier ~ '^[a-z0-9]{1,40}$'),
  name text NOT NULL,
  -- Checked against the brand schema before it is stored.
  settings jsonb NOT NULL,
  -- Texts that replace the product's own: {"enAU": {"feature:key": "…"}, "zhCN": {…}}.
  texts jsonb NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (tenant_id, id)
);
ALTER TABLE brand ENABLE ROW LEVEL SECURITY;
-- A visitor's brand is read before its tenant is known. Nothing in it is secret.
CREATE POLICY brand_read ON brand FOR SELECT USING (true);
-- In a policy the tenant is a sub-select, so that it is evaluated once for a statement, not once for a row.
CREATE POLICY brand_write ON brand FOR ALL USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE ON brand TO wattle_app;

CREATE TABLE brand_asset (
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  name text NOT NULL,
  content_type text NOT NULL,
  body bytea NOT NULL,
  -- First 16 hex digits of SHA-256 of the body: the version in its address.
  version text NOT NULL,
  PRIMARY KEY (brand_id, name),
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id)
);
ALTER TABLE brand_asset ENABLE ROW LEVEL SECURITY;
CREATE POLICY brand_asset_read ON brand_asset FOR SELECT USING (true);
CREATE POLICY brand_asset_write ON brand_asset FOR ALL USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON brand_asset TO wattle_app;

CREATE TABLE system_notification (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES tenant,
  -- Null: for every brand of the tenant.
  brand_id integer,
  level text NOT NULL CHECK (level IN ('info', 'warning')),
  texts jsonb NOT NULL,
  -- Business time.
  starts_at timestamptz NOT NULL,
  ends_at timestamptz,
  updated_at timestamptz NOT NULL,
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id)
);
GRANT SELECT, INSERT, UPDATE ON system_notification TO wattle_app;

-- The business clock: real time plus an offset. Only the sandbox moves it, and only forward.
CREATE TABLE business_clock (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  offset_ms bigint NOT NULL DEFAULT 0 CHECK (offset_ms >= 0)
);
INSERT INTO business_clock DEFAULT VALUES;
GRANT SELECT, UPDATE ON business_clock TO wattle_app;

-- Who did what to what, when, with which outcome, in which request. Append only. Rows are inserted
-- unsealed and one sealer extends the chain, so that writers do not wait for each other. No foreign key
-- to tenant: its check would make every writer lock the same row.
CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  -- Security clock.
  at timestamptz NOT NULL,
  -- 'web:12', 'card:7', 'network', 'system', 'visitor'
  actor text NOT NULL,
  action text NOT NULL,
  -- 'card:7', 'session:…': ids only, no card numbers, codes or tokens.
  object text,
  outcome text NOT NULL,
  request_id text,
  details jsonb NOT NULL DEFAULT '{}'
);
GRANT SELECT, INSERT ON audit_log TO wattle_app;

-- The chain over a tenant's audit log: seals over ranges of ids, each under a key.
CREATE TABLE audit_seal (
  tenant_id integer NOT NULL REFERENCES tenant,
  -- Gapless, from 1.
  seq bigint NOT NULL CHECK (seq > 0),
  -- The last id that it covers. The first one follows from the seal before it.
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
  -- HMAC-SHA-256 of all above and the hash of the seal before it.
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  PRIMARY KEY (tenant_id, seq)
);
GRANT SELECT, INSERT ON audit_seal TO wattle_app;

-- How far the sealer read last. It seals up to there once every transaction that ran then has ended, so
-- that none can still commit a lower id. Rewritten by every pass.
CREATE TABLE audit_seal_mark (
  tenant_id integer PRIMARY KEY REFERENCES tenant,
  lines_to bigint NOT NULL,
  -- Above the id of every transaction that may still commit a line up to there.
  before_xid bigint NOT NULL,
  -- Security clock.
  noted_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON audit_seal_mark TO wattle_app;

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['system_notification', 'audit_log', 'audit_seal', 'audit_seal_mark'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = (SELECT current_tenant()))', name || '_tenant', name);
  END LOOP;
END
$$;
