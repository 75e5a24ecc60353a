-- What waits for a person, over all programmes, for /metrics: requests for a second person's decision, deposits in
-- suspense, lines of statements that nothing in the books explains, and payments by other cards whose outcome the
-- gateway has not told. `since` is when the oldest began to wait: by the security clock for approvals, else business
-- time.
CREATE FUNCTION waiting_for_people()
  RETURNS TABLE (what text, waiting bigint, since timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  SELECT 'approvals', count(*), min(r.asked_at)
    FROM desk_request r
   WHERE r.state = 'Requested' AND r.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a)
   UNION ALL
  SELECT 'suspense', count(*), min(l.done_at)
    FROM bank_answer_line l
   WHERE l.state = 'Suspense' AND l.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a)
   UNION ALL
  SELECT 'differences', count(*), min(l.day::timestamptz)
    FROM book_statement_line l
   WHERE NOT l.is_matched AND l.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a)
   UNION ALL
  SELECT 'payments', count(*), min(p.made_at)
    FROM gateway_payment p
   WHERE p.state = 'Unknown' AND p.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a);
END;
REVOKE EXECUTE ON FUNCTION waiting_for_people FROM PUBLIC;
GRANT EXECUTE ON FUNCTION waiting_for_people TO wattle_app;
