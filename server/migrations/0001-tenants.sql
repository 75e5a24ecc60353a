-- The programme's tenants and brands, what the whole instance has once, and the application's role.
--
-- Files 0001 to 0025 are the schema of version 0.2.0, one an area, each after those that it needs. They do not
-- change; what comes later is a migration of its own (docs/upgrades.md).

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'wattle_app') THEN
    CREATE ROLE wattle_app NOLOGIN;
  END IF;
END
$$;
GRANT USAGE ON SCHEMA public TO wattle_app;

-- What this database is among several clusters; no row while there is one alone. Its sequences draw numbers that end
-- with its own digit.
CREATE TABLE cell (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  name text NOT NULL CHECK (name ~ '^[a-z0-9]{1,20}$'),
  number smallint NOT NULL CHECK (number BETWEEN 0 AND 9)
);
GRANT SELECT ON cell TO wattle_app;

-- Gives a sequence this cluster's last digit, and moves it behind a number that is given: a sequence that is past it
-- stays unchanged. The lock keeps others from drawing while the step changes; a jump covers numbers that are drawn
-- meanwhile.
CREATE FUNCTION share_sequence(name text, behind bigint) RETURNS void
  LANGUAGE plpgsql SET search_path = public
AS $$
DECLARE
  digit constant bigint := (SELECT number FROM cell);
  has_digit constant boolean := (SELECT increment_by = 10 FROM pg_sequences WHERE schemaname = 'public' AND sequencename = name);
  last bigint;
BEGIN
  IF digit IS NULL THEN
    RETURN;
  END IF;
  IF NOT has_digit THEN
    EXECUTE format('ALTER SEQUENCE %I INCREMENT BY 10', name);
  END IF;
  EXECUTE format('SELECT last_value FROM %I', name) INTO last;
  IF NOT has_digit OR last < behind THEN
    PERFORM setval(quote_ident(name), (greatest(last, behind) / 10 + 1000) * 10 + digit);
  END IF;
END
$$;
REVOKE EXECUTE ON FUNCTION share_sequence FROM PUBLIC;

-- Where tenants are, as this cluster knows it. A tenant without a row is here. No foreign key: the row stays when the
-- tenant's rows have gone. Only the owner writes it.
CREATE TABLE tenant_place (
  tenant_id integer PRIMARY KEY,
  -- arriving: copied from the cluster that has it. frozen: here, and writes wait. gone: the cluster has it.
  state text NOT NULL CHECK (state IN ('arriving', 'here', 'frozen', 'gone')),
  -- The cluster that has it.
  cluster text NOT NULL CHECK (cluster ~ '^[a-z0-9]{1,20}$'),
  -- Higher with each move.
  epoch bigint NOT NULL CHECK (epoch > 0),
  -- Identifiers of its brands and hosts of their own sites, by which a request is known when the rows have gone.
  brands text[] NOT NULL DEFAULT '{}',
  hosts text[] NOT NULL DEFAULT '{}'
);
ALTER TABLE tenant_place ENABLE ROW LEVEL SECURITY;
-- It is read before a tenant is known. Nothing in it is secret.
CREATE POLICY tenant_place_tenant ON tenant_place FOR SELECT USING (true);
GRANT SELECT ON tenant_place TO wattle_app;

-- Tenants that take no writes here.
CREATE VIEW tenant_away WITH (security_invoker = true) AS SELECT tenant_id FROM tenant_place WHERE state <> 'here';
GRANT SELECT ON tenant_away TO wattle_app;

-- A move that is under way, in the cluster that the tenant leaves. Only the owner uses it.
CREATE TABLE tenant_move (
  tenant_id integer PRIMARY KEY,
  to_cluster text NOT NULL,
  step text NOT NULL CHECK (step IN ('prepare', 'copy', 'freeze', 'switch', 'clean')),
  begun_at timestamptz NOT NULL
);
ALTER TABLE tenant_move ENABLE ROW LEVEL SECURITY;

-- The tenant of the current transaction. Null when none is set, so that no row is visible by accident. It refuses a
-- tenant that is elsewhere or on its way, and writes while it is frozen: the policies call it, so no server can get
-- round it, whatever it has heard.
CREATE FUNCTION current_tenant() RETURNS integer
  LANGUAGE plpgsql STABLE PARALLEL SAFE
AS $$
DECLARE
  wanted constant integer := nullif(current_setting('wattle.tenant_id', true), '')::integer;
  place text;
BEGIN
  SELECT p.state INTO place FROM tenant_place p WHERE p.tenant_id = wanted;
  IF place IS NULL OR place = 'here' OR (place = 'frozen' AND current_setting('transaction_read_only') = 'on') THEN
    RETURN wanted;
  END IF;
  RAISE EXCEPTION 'the tenant takes nothing here' USING ERRCODE = 'WT001', DETAIL = place;
END
$$;

-- A programme. Every table of a tenant carries tenant_id and a row-level policy, in addition to the conditions that
-- every query states itself.
CREATE TABLE tenant (
  id integer PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Feature switches: `{"bpay": false}` turns a feature off for all brands and products of the tenant. A missing key
  -- leaves the decision to the brand and the product.
  features jsonb NOT NULL DEFAULT '{}'
);
GRANT SELECT, INSERT ON tenant TO wattle_app;

-- The same switches for the whole instance, above the tenants.
CREATE TABLE instance_setting (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  features jsonb NOT NULL DEFAULT '{}'
);
GRANT SELECT ON instance_setting TO wattle_app;
INSERT INTO instance_setting DEFAULT VALUES;

-- The business clock: real time plus an offset. Only the sandbox moves it, and only forward.
CREATE TABLE business_clock (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  offset_ms bigint NOT NULL DEFAULT 0 CHECK (offset_ms >= 0)
);
GRANT SELECT, UPDATE ON business_clock TO wattle_app;
INSERT INTO business_clock DEFAULT VALUES;

-- Identity of this database. Written at the first start; a later start with another mode or another key is refused,
-- so that a sandbox never writes its demo into a production database.
CREATE TABLE instance_identity (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  instance_id uuid NOT NULL,
  mode text NOT NULL CHECK (mode IN ('sandbox', 'production'))
);
GRANT SELECT, INSERT ON instance_identity TO wattle_app;

-- A check value of each version of each key that the database was used with. It proves a key without revealing it.
CREATE TABLE instance_key (
  name text NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  check_value bytea NOT NULL CHECK (length(check_value) = 8),
  PRIMARY KEY (name, version)
);
GRANT SELECT, INSERT ON instance_key TO wattle_app;

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
CREATE POLICY brand_write ON brand USING (tenant_id = (SELECT current_tenant()));
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
CREATE POLICY brand_asset_write ON brand_asset USING (tenant_id = (SELECT current_tenant()));
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
CREATE POLICY system_notification_tenant ON system_notification USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE ON system_notification TO wattle_app;

-- Who a programme is to its bank, its mail, its text messages and its payment gateway. The settings of the
-- environment are the default of the first programme.
CREATE TABLE programme_identity (
  tenant_id integer NOT NULL REFERENCES tenant,
  part text NOT NULL CHECK (part IN ('bank', 'mail', 'sms', 'gateway')),
  -- Checked before it is stored. Secrets are named by their settings and are not in it.
  settings jsonb NOT NULL,
  -- Business clock.
  set_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, part)
);
ALTER TABLE programme_identity ENABLE ROW LEVEL SECURITY;
-- Each server reads those of all programmes in one query, without a tenant. Within a tenant no one sees another's.
CREATE POLICY programme_identity_read ON programme_identity FOR SELECT
  USING ((SELECT coalesce(current_setting('wattle.tenant_id', true), '')) = '');
CREATE POLICY programme_identity_write ON programme_identity USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON programme_identity TO wattle_app;

-- A card processor that a programme is connected to.
CREATE TABLE processor_connection (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES tenant,
  -- Random: the address that the processor sends to has it.
  public_id uuid NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind ~ '^[a-z][a-z0-9]{1,19}$'),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  -- Checked before it is stored. Secrets are named by their settings and are not in it.
  settings jsonb NOT NULL,
  is_on boolean NOT NULL,
  -- Business clock, and the names of the staff.
  made_at timestamptz NOT NULL,
  made_by text NOT NULL,
  changed_at timestamptz NOT NULL,
  changed_by text NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, name)
);
ALTER TABLE processor_connection ENABLE ROW LEVEL SECURITY;
-- Read as programme_identity is.
CREATE POLICY processor_connection_read ON processor_connection FOR SELECT
  USING ((SELECT coalesce(current_setting('wattle.tenant_id', true), '')) = '');
CREATE POLICY processor_connection_write ON processor_connection USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON processor_connection TO wattle_app;
GRANT UPDATE (name, settings, is_on, changed_at, changed_by) ON processor_connection TO wattle_app;
