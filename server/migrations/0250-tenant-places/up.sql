-- More than one cluster: each is a cell, a database with servers of its own, and a tenant is in one of them.

-- What this database is among the cells; no row while there is one alone. The numbers that it draws end with its own.
CREATE TABLE cell (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  name text NOT NULL CHECK (name ~ '^[a-z0-9]{1,20}$'),
  number smallint NOT NULL CHECK (number BETWEEN 0 AND 9)
);
GRANT SELECT ON cell TO wattle_app;

-- Where tenants are, as this cell knows it. A tenant without a row is here. No foreign key: the row stays when the
-- tenant's rows have gone. Written by the owner alone.
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
-- It is asked before a tenant is known. Nothing in it is secret.
CREATE POLICY tenant_place_tenant ON tenant_place FOR SELECT USING (true);
GRANT SELECT ON tenant_place TO wattle_app;

-- A move that is under way, in the cell that the tenant leaves. For the owner alone.
CREATE TABLE tenant_move (
  tenant_id integer PRIMARY KEY,
  to_cluster text NOT NULL,
  step text NOT NULL CHECK (step IN ('prepare', 'copy', 'freeze', 'switch', 'clean')),
  begun_at timestamptz NOT NULL
);

ALTER TABLE tenant_move ENABLE ROW LEVEL SECURITY;

-- Tenants that take no writes here.
CREATE VIEW tenant_away WITH (security_invoker = true) AS SELECT tenant_id FROM tenant_place WHERE state <> 'here';
GRANT SELECT ON tenant_away TO wattle_app;

-- As in 0001. Refuses whoever asks for a tenant that is elsewhere or on its way, and writes while it is frozen: the
-- policies ask, so no server can get round it, whatever it has heard.
CREATE OR REPLACE FUNCTION current_tenant() RETURNS integer
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

-- Looks across tenants leave out those that are not here, as in 0006 and 0010.
CREATE OR REPLACE FUNCTION tenants_with_due_messages(business timestamptz, security timestamptz) RETURNS SETOF integer
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
BEGIN ATOMIC
  SELECT DISTINCT tenant_id FROM outbox_message
   WHERE delivered_at IS NULL AND dead_at IS NULL AND next_attempt_at <= security AND due_at <= business
     AND tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a)
   ORDER BY tenant_id;
END;

CREATE OR REPLACE FUNCTION due_work_waiting(business timestamptz, security timestamptz)
  RETURNS TABLE (tenant_id integer, job text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
BEGIN ATOMIC
  SELECT DISTINCT w.tenant_id, w.job FROM due_work w
   WHERE w.done_at IS NULL AND w.dead_at IS NULL AND w.not_before <= security AND w.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a)
     AND ((w.clock = 'business' AND w.due_at <= business) OR (w.clock = 'security' AND w.due_at <= security))
   ORDER BY w.job, w.tenant_id;
END;

CREATE OR REPLACE FUNCTION due_work_state(business timestamptz, security timestamptz, late_after interval)
  RETURNS TABLE (job text, late bigint, oldest_seconds double precision, running bigint, failing bigint, dead bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
BEGIN ATOMIC
  WITH due AS (
    SELECT w.job, w.is_leased AND w.not_before > security AS is_running, w.last_error IS NOT NULL AS is_failing,
           CASE w.clock WHEN 'business' THEN business ELSE security END - w.due_at AS age
      FROM due_work w
     WHERE w.done_at IS NULL AND w.dead_at IS NULL AND w.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a)
       AND ((w.clock = 'business' AND w.due_at <= business) OR (w.clock = 'security' AND w.due_at <= security))
  ), counts AS (
    SELECT d.job, count(*) FILTER (WHERE d.age > late_after) AS late, extract(epoch FROM max(d.age)) AS oldest_seconds,
           count(*) FILTER (WHERE d.is_running) AS running, count(*) FILTER (WHERE d.is_failing) AS failing, 0 AS dead
      FROM due d GROUP BY d.job
    UNION ALL
    SELECT w.job, 0, 0, 0, 0, count(*) FROM due_work w
     WHERE w.dead_at IS NOT NULL AND w.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a) GROUP BY w.job
  )
  SELECT c.job, sum(c.late)::bigint, max(c.oldest_seconds)::double precision, sum(c.running)::bigint,
         sum(c.failing)::bigint, sum(c.dead)::bigint
    FROM counts c GROUP BY c.job ORDER BY c.job;
END;

CREATE OR REPLACE FUNCTION outbox_state(business timestamptz, security timestamptz, late_after interval)
  RETURNS TABLE (late bigint, oldest_seconds double precision, running bigint, failing bigint, dead bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
BEGIN ATOMIC
  SELECT count(*) FILTER (WHERE business - m.due_at > late_after),
         coalesce(extract(epoch FROM max(business - m.due_at)), 0)::double precision,
         count(*) FILTER (WHERE m.attempts > 0 AND m.last_error IS NULL AND m.next_attempt_at > security),
         count(*) FILTER (WHERE m.last_error IS NOT NULL),
         (SELECT count(*) FROM outbox_message d WHERE d.dead_at IS NOT NULL AND d.last_error <> 'replaced'
             AND d.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a))
    FROM outbox_message m WHERE m.delivered_at IS NULL AND m.dead_at IS NULL AND m.due_at <= business
     AND m.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a);
END;

CREATE OR REPLACE FUNCTION seal_lag(security timestamptz) RETURNS TABLE (chain text, seconds double precision)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
BEGIN ATOMIC
  WITH marks AS (
    SELECT 'ledger' AS chain, m.noted_at,
           (SELECT s.sealed_at FROM ledger_seal s WHERE s.tenant_id = m.tenant_id ORDER BY s.seq DESC LIMIT 1) AS sealed_at
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

-- As in 0241. The ids of a year keep the last digit that is this cell's.
CREATE OR REPLACE FUNCTION begin_audit_year(of_year integer) RETURNS void
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
    PERFORM setval('audit_log_id_seq', of_year * 1000000000000::bigint + coalesce((SELECT number FROM cell), 0));
  END IF;
END
$$;

-- Gives a sequence this cell's last digit, and takes it behind a number that is given: one that is there already stays
-- as it is. The lock keeps others from drawing while the step changes; a jump covers what is drawn beside this.
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
