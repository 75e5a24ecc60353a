-- Documents that were attached to requests of the desk go 7 years after their request ended. The application may remove
-- none by itself, since an approver decides by them. A server of the release before does not call this.
CREATE FUNCTION forget_old_attachments(before timestamptz, most integer) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  WITH gone AS (
    DELETE FROM desk_attachment f
     WHERE f.tenant_id = current_tenant() AND (f.request_id, f.number) IN (
       SELECT a.request_id, a.number FROM desk_attachment a
         JOIN desk_request r ON r.tenant_id = a.tenant_id AND r.id = a.request_id
        WHERE a.tenant_id = current_tenant() AND r.ended_at < before
          AND before < clock_timestamp() - interval '6 years'
        ORDER BY a.request_id, a.number LIMIT most)
    RETURNING 1)
  SELECT count(*)::integer FROM gone;
END;
REVOKE EXECUTE ON FUNCTION forget_old_attachments FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_old_attachments TO wattle_app;
