-- Work that falls due, and the public holidays that business days are counted by.

-- Work that falls due: recurring jobs, one row for a job and tenant, and single items that features queue in the
-- transaction of their cause.
CREATE TABLE due_work (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- 0: work of the instance, which belongs to no tenant.
  tenant_id integer NOT NULL,
  job text NOT NULL CHECK (job ~ '^[a-z0-9-]+(\.[a-z0-9-]+)+$'),
  -- What the item is. It stays when the work is done, so that the same item is never queued again.
  key text NOT NULL CHECK (char_length(key) BETWEEN 1 AND 200),
  is_recurring boolean NOT NULL,
  -- Clock of planned_at and due_at.
  clock text NOT NULL CHECK (clock IN ('business', 'security')),
  -- Ids and codes only, never names, addresses or numbers of cards. Emptied when the work is done.
  payload jsonb NOT NULL DEFAULT '{}',
  -- Planned time of the occurrence; due_at is later if the job has postponed it.
  planned_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  -- Security clock, like all below. Of leased work the end of the lease, else of the wait after a failure.
  not_before timestamptz NOT NULL,
  is_leased boolean NOT NULL DEFAULT false,
  -- Counts the claims. A holder of an older number has lost the lease.
  fence bigint NOT NULL DEFAULT 0,
  -- Since it last succeeded, the present one included.
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  last_error text CHECK (char_length(last_error) <= 200),
  done_at timestamptz,
  dead_at timestamptz,
  UNIQUE (tenant_id, job, key),
  CHECK (done_at IS NULL OR dead_at IS NULL),
  CHECK (NOT is_recurring OR (done_at IS NULL AND dead_at IS NULL)),
  CHECK (NOT is_leased OR (done_at IS NULL AND dead_at IS NULL))
);
CREATE INDEX due_work_to_claim ON due_work (tenant_id, job, due_at, id) WHERE done_at IS NULL AND dead_at IS NULL;
CREATE INDEX due_work_due ON due_work (clock, due_at) WHERE done_at IS NULL AND dead_at IS NULL;
CREATE INDEX due_work_dead ON due_work (tenant_id, id) WHERE dead_at IS NOT NULL;
ALTER TABLE due_work ENABLE ROW LEVEL SECURITY;
CREATE POLICY due_work_tenant ON due_work USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE ON due_work TO wattle_app;

-- The runner works for all tenants. This function reads across those that are here and returns numbers of tenants and
-- names of jobs.
CREATE FUNCTION due_work_waiting(business timestamptz, security timestamptz)
  RETURNS TABLE (tenant_id integer, job text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  SELECT DISTINCT w.tenant_id, w.job FROM due_work w
   WHERE w.done_at IS NULL AND w.dead_at IS NULL AND w.not_before <= security
     AND w.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a)
     AND ((w.clock = 'business' AND w.due_at <= business) OR (w.clock = 'security' AND w.due_at <= security))
   ORDER BY w.job, w.tenant_id;
END;
-- State of each job, over all tenants of this database.
CREATE FUNCTION due_work_state(business timestamptz, security timestamptz, late_after interval)
  RETURNS TABLE (job text, late bigint, oldest_seconds double precision, running bigint, failing bigint, dead bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
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
REVOKE EXECUTE ON FUNCTION due_work_waiting, due_work_state FROM PUBLIC;
GRANT EXECUTE ON FUNCTION due_work_waiting, due_work_state TO wattle_app;

-- Public holidays by state: reference data of the instance, loaded from a file by whole years.
CREATE TABLE holiday (
  state text NOT NULL CHECK (state IN ('NSW', 'VIC')),
  day date NOT NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  PRIMARY KEY (state, day)
);
GRANT SELECT, INSERT, DELETE ON holiday TO wattle_app;
