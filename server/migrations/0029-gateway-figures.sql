-- What of refunds and disputes at payment gateways waits for a person, over all programmes, for /metrics.

CREATE INDEX gateway_dispute_open ON gateway_dispute (tenant_id) WHERE won_at IS NULL AND closed_at IS NULL;

-- Refunds that the gateway refused; those whose outcome has been unknown since before the given moments, each by its
-- clock; disputes that took money and questions of banks that are open.
CREATE FUNCTION gateway_state(security timestamptz, business timestamptz)
  RETURNS TABLE (refused bigint, unsure bigint, disputes bigint, inquiries bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  SELECT r.refused, r.unsure, d.disputes, d.inquiries
    FROM (SELECT count(*) FILTER (WHERE g.state = 'Failed') AS refused,
                 count(*) FILTER (WHERE g.state <> 'Failed') AS unsure
            FROM gateway_refund g
           WHERE g.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a)
             AND (g.state = 'Failed'
                  OR g.state IN ('Asked', 'Pending')
                     AND CASE WHEN g.first_sent_at IS NULL THEN g.asked_at < business ELSE g.first_sent_at < security END)
         ) r,
         (SELECT count(*) FILTER (WHERE g.taken_at IS NOT NULL) AS disputes,
                 count(*) FILTER (WHERE g.taken_at IS NULL) AS inquiries
            FROM gateway_dispute g
           WHERE g.won_at IS NULL AND g.closed_at IS NULL
             AND g.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a)) d;
END;
REVOKE EXECUTE ON FUNCTION gateway_state FROM PUBLIC;
GRANT EXECUTE ON FUNCTION gateway_state TO wattle_app;
