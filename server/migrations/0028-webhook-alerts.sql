-- Endpoints that have failed for a day are counted from their rows, so the figure is right on every server and after
-- every stop.

DROP FUNCTION webhook_state;
CREATE FUNCTION webhook_state(security timestamptz)
  RETURNS TABLE (waiting bigint, oldest_seconds double precision, failing bigint, raised bigint, disabled bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  SELECT (SELECT count(*) FROM webhook_delivery d
           WHERE d.state = 'due' AND d.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a)),
         coalesce((SELECT extract(epoch FROM max(security - d.next_at)) FROM webhook_delivery d
                    WHERE d.state = 'due' AND d.next_at <= security
                      AND d.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a)), 0)::double precision,
         count(*) FILTER (WHERE e.state = 'on' AND e.failing_since IS NOT NULL),
         count(*) FILTER (WHERE e.state = 'on' AND e.is_raised),
         count(*) FILTER (WHERE e.state = 'disabled')
    FROM webhook_endpoint e WHERE e.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a);
END;
REVOKE EXECUTE ON FUNCTION webhook_state FROM PUBLIC;
GRANT EXECUTE ON FUNCTION webhook_state TO wattle_app;
