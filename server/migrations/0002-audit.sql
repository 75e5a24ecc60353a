-- The audit log and the chain of seals over it.

-- Who did what to what, when, with which outcome, in which request. Append only. Rows are inserted unsealed and one
-- sealer extends the chain, so that writers do not wait for each other. No foreign key to tenant: its check would make
-- every writer lock the same row.  It has a part for each year, by ranges of its ids, so that a whole year can be
-- detached: ids stay unique and ascend, and a seal lies within one part. A year begins when its first id is drawn.
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
) PARTITION BY RANGE (id);
ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY;
CREATE POLICY audit_log_tenant ON audit_log USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON audit_log TO wattle_app;

-- Rows older than every year that has a separate part, and lines until a server begins the first year.
CREATE TABLE audit_log_early PARTITION OF audit_log FOR VALUES FROM (MINVALUE) TO (2000000000000000);
ALTER TABLE audit_log_early ENABLE ROW LEVEL SECURITY;

-- Creates the part of a year, if it is missing. An empty table is attached, which blocks no one.
CREATE FUNCTION make_audit_part(of_year integer) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '100ms'
AS $$
DECLARE
  part text := 'audit_log_' || of_year;
BEGIN
  IF of_year NOT BETWEEN 2000 AND 2199 OR to_regclass(part) IS NOT NULL THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('make_audit_part'));
  IF to_regclass(part) IS NOT NULL THEN
    RETURN;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE audit_log INCLUDING ALL EXCLUDING IDENTITY)', part);
  EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', part);
  EXECUTE format('ALTER TABLE audit_log ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)',
    part, of_year * 1000000000000::bigint, (of_year + 1) * 1000000000000::bigint);
END
$$;
REVOKE EXECUTE ON FUNCTION make_audit_part FROM PUBLIC;

SELECT make_audit_part(this_year), make_audit_part(this_year + 1)
  FROM (SELECT extract(year FROM clock_timestamp())::integer) AS now (this_year);

-- The timeline of a person: each list of it is a range of an index.
CREATE INDEX audit_log_about ON audit_log (tenant_id, object, id)
  WHERE object ~ '^(holder|web|card):' AND NOT details ? 'look';
CREATE INDEX audit_log_by_session ON audit_log (tenant_id, actor, id)
  WHERE object ~ '^session:' AND actor ~ '^(web|card):';


-- From here on lines get the ids of a year. Never back: an earlier year, or the same one, changes nothing. The ids
-- keep the last digit that is this cluster's.
CREATE FUNCTION begin_audit_year(of_year integer) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '100ms'
AS $$
BEGIN
  PERFORM make_audit_part(of_year);
  PERFORM make_audit_part(of_year + 1);
  IF (SELECT last_value FROM audit_log_id_seq) >= of_year * 1000000000000::bigint THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('make_audit_part'));
  IF (SELECT last_value FROM audit_log_id_seq) < of_year * 1000000000000::bigint THEN
    PERFORM setval('audit_log_id_seq', of_year * 1000000000000::bigint + coalesce((SELECT number FROM cell), 0));
  END IF;
END
$$;
REVOKE EXECUTE ON FUNCTION begin_audit_year FROM PUBLIC;
GRANT EXECUTE ON FUNCTION begin_audit_year TO wattle_app;

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
  -- Which columns, and how they are written: server/src/platform/sealed-log/audit-chain.ts.
  format smallint NOT NULL,
  key_version smallint NOT NULL,
  -- SHA-256 of the lines.
  content bytea NOT NULL CHECK (octet_length(content) = 32),
  -- HMAC-SHA-256 of all above and the hash of the seal before it.
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  PRIMARY KEY (tenant_id, seq)
);
ALTER TABLE audit_seal ENABLE ROW LEVEL SECURITY;
CREATE POLICY audit_seal_tenant ON audit_seal USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON audit_seal TO wattle_app;

-- How far the sealer read last. It seals up to there once every transaction that ran then has ended, so that none can
-- still commit a lower id. Rewritten by every pass.
CREATE TABLE audit_seal_mark (
  tenant_id integer PRIMARY KEY REFERENCES tenant,
  lines_to bigint NOT NULL,
  -- Above the id of every transaction that may still commit a line up to there.
  before_xid bigint NOT NULL,
  -- Security clock.
  noted_at timestamptz NOT NULL
);
ALTER TABLE audit_seal_mark ENABLE ROW LEVEL SECURITY;
CREATE POLICY audit_seal_mark_tenant ON audit_seal_mark USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE ON audit_seal_mark TO wattle_app;

-- From which network address a request came that the audit log has lines of. It is apart from the log, whose lines
-- are sealed and never change: an address is truncated after 90 days.
CREATE TABLE client_address (
  tenant_id integer NOT NULL,
  request_id text NOT NULL,
  address inet NOT NULL,
  -- Security clock.
  at timestamptz NOT NULL,
  is_truncated boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, request_id)
);
CREATE INDEX client_address_whole ON client_address (tenant_id, at) WHERE NOT is_truncated;
CREATE INDEX client_address_truncated ON client_address (tenant_id, at) WHERE is_truncated;
ALTER TABLE client_address ENABLE ROW LEVEL SECURITY;
CREATE POLICY client_address_tenant ON client_address USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON client_address TO wattle_app;
