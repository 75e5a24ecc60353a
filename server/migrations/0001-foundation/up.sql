-- Tenants, brands, clocks and the audit log. Every table but tenant carries tenant_id and a
-- row-level policy: the second wall behind the conditions that every query states itself.

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'wattle_app') THEN
    CREATE ROLE wattle_app NOLOGIN;
  END IF;
END
$$;

GRANT USAGE ON SCHEMA public TO wattle_app;

-- The tenant of the current transaction; null outside of one, so that no row is seen by accident.
CREATE FUNCTION current_tenant() RETURNS integer
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('wattle.tenant_id', true), '')::integer;

CREATE TABLE tenant (
  id integer PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT ON tenant TO wattle_app;

CREATE TABLE brand (
  id integer PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES tenant,
  -- The URL segment: lower-case letters and digits.
  identifier text NOT NULL UNIQUE CHECK (identifier ~ '^[a-z0-9]{1,40}$'),
  name text NOT NULL,
  -- Checked by the brand schema before it is stored.
  settings jsonb NOT NULL,
  -- Wording over the product's own: {"enAU": {"feature:key": "…"}, "zhCN": {…}}.
  texts jsonb NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (tenant_id, id)
);
ALTER TABLE brand ENABLE ROW LEVEL SECURITY;
-- A visitor's brand is looked up before its tenant is known; nothing in it is secret.
CREATE POLICY brand_read ON brand FOR SELECT USING (true);
CREATE POLICY brand_write ON brand FOR ALL USING (tenant_id = current_tenant());
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
CREATE POLICY brand_asset_write ON brand_asset FOR ALL USING (tenant_id = current_tenant());
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
ALTER TABLE system_notification ENABLE ROW LEVEL SECURITY;
CREATE POLICY system_notification_tenant ON system_notification USING (tenant_id = current_tenant());
GRANT SELECT, INSERT, UPDATE ON system_notification TO wattle_app;

-- The business clock: real time plus an offset that only the sandbox moves, and only forward.
CREATE TABLE business_clock (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  offset_ms bigint NOT NULL DEFAULT 0 CHECK (offset_ms >= 0)
);
INSERT INTO business_clock DEFAULT VALUES;
GRANT SELECT, UPDATE ON business_clock TO wattle_app;

-- Who did what to what, when, with which outcome, in which request. Append only; rows are
-- inserted unchained and one sealer chains them, so that writers never wait for each other.
CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES tenant,
  -- Security clock: real time.
  at timestamptz NOT NULL,
  -- 'web:12', 'card:7', 'network', 'system', 'visitor'
  actor text NOT NULL,
  action text NOT NULL,
  -- 'card:7', 'session:…': ids, never numbers that open anything.
  object text,
  outcome text NOT NULL,
  request_id text,
  details jsonb NOT NULL DEFAULT '{}'
);
ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY;
CREATE POLICY audit_log_tenant ON audit_log USING (tenant_id = current_tenant());
GRANT SELECT, INSERT ON audit_log TO wattle_app;

-- The chain over a tenant's log: hash = SHA-256 (previous hash ‖ the row as canonical text). It has its
-- own gapless sequence, because a row may commit after rows with higher ids have been sealed.
CREATE TABLE audit_seal (
  tenant_id integer NOT NULL REFERENCES tenant,
  seq bigint NOT NULL CHECK (seq > 0),
  audit_id bigint NOT NULL UNIQUE REFERENCES audit_log,
  previous bytea NOT NULL,
  hash bytea NOT NULL UNIQUE,
  PRIMARY KEY (tenant_id, seq)
);
ALTER TABLE audit_seal ENABLE ROW LEVEL SECURITY;
CREATE POLICY audit_seal_tenant ON audit_seal USING (tenant_id = current_tenant());
GRANT SELECT, INSERT ON audit_seal TO wattle_app;
