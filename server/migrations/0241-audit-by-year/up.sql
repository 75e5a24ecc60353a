-- The audit log lies in a part for each year, by ranges of its ids: ids stay unique and ascend, and a seal lies within
-- one part. A year begins when its first id is drawn.
ALTER TABLE audit_log ALTER COLUMN id DROP IDENTITY;
ALTER TABLE audit_log RENAME TO audit_log_early;
ALTER TABLE audit_log_early RENAME CONSTRAINT audit_log_pkey TO audit_log_early_pkey;
DROP POLICY audit_log_tenant ON audit_log_early;
REVOKE ALL ON audit_log_early FROM wattle_app;

CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  at timestamptz NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  object text,
  outcome text NOT NULL,
  request_id text,
  details jsonb NOT NULL DEFAULT '{}'
) PARTITION BY RANGE (id);
ALTER TABLE audit_log ATTACH PARTITION audit_log_early FOR VALUES FROM (MINVALUE) TO (2000000000000000);
ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY;
CREATE POLICY audit_log_tenant ON audit_log USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON audit_log TO wattle_app;

-- Makes the part of a year, where there is none. An empty table is attached, which stops nobody.
CREATE FUNCTION make_audit_part(of_year integer) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public SET lock_timeout = '100ms'
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

-- From here on lines get the ids of a year. Never back: an earlier year, or the same one, changes nothing.
CREATE FUNCTION begin_audit_year(of_year integer) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public SET lock_timeout = '100ms'
AS $$
BEGIN
  PERFORM make_audit_part(of_year);
  PERFORM make_audit_part(of_year + 1);
  IF (SELECT last_value FROM audit_log_id_seq) >= of_year * 1000000000000::bigint THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('make_audit_part'));
  IF (SELECT last_value FROM audit_log_id_seq) < of_year * 1000000000000::bigint THEN
    PERFORM setval('audit_log_id_seq', of_year * 1000000000000::bigint);
  END IF;
END
$$;
REVOKE EXECUTE ON FUNCTION make_audit_part, begin_audit_year FROM PUBLIC;
GRANT EXECUTE ON FUNCTION begin_audit_year TO wattle_app;

-- Lines go on in the first part until a server of this release begins the year.
SELECT make_audit_part(n::integer) FROM generate_series(extract(year FROM clock_timestamp()), extract(year FROM clock_timestamp()) + 1) AS n;
