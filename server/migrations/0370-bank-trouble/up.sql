-- What keeps files from going to the bank and coming from it, until it has ended: told once, shown as long as it lasts.
CREATE TABLE bank_trouble (
  id bigint GENERATED ALWAYS AS IDENTITY,
  tenant_id integer NOT NULL,
  kind text NOT NULL
    CHECK (kind IN ('unreachable', 'notSent', 'unanswered', 'unread', 'misnamed', 'refused', 'waiting')),
  -- The file that it is about; empty where it is about none.
  file text NOT NULL,
  reason text NOT NULL,
  since timestamptz NOT NULL,
  -- Somebody of the desk has seen to it, although the file is still there.
  closed_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, kind, file)
);
ALTER TABLE bank_trouble ENABLE ROW LEVEL SECURITY;
CREATE POLICY bank_trouble_tenant ON bank_trouble USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON bank_trouble TO wattle_app;
GRANT UPDATE (closed_at) ON bank_trouble TO wattle_app;
GRANT USAGE ON SEQUENCE bank_trouble_id_seq TO wattle_app;

CREATE FUNCTION bank_trouble_state(security timestamptz)
  RETURNS TABLE (kind text, files bigint, oldest_seconds double precision)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  SELECT t.kind, count(*), extract(epoch FROM max(security - t.since))::double precision
    FROM bank_trouble t
   WHERE t.closed_at IS NULL AND t.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a)
   GROUP BY t.kind ORDER BY t.kind;
END;

-- Messages of each channel that are due and not delivered, over all tenants.
CREATE FUNCTION outbox_waiting(business timestamptz)
  RETURNS TABLE (channel text, waiting bigint, oldest_seconds double precision)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  SELECT m.channel, count(*), extract(epoch FROM max(business - m.due_at))::double precision
    FROM outbox_message m
   WHERE m.delivered_at IS NULL AND m.dead_at IS NULL AND m.due_at <= business
     AND m.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a)
   GROUP BY m.channel ORDER BY m.channel;
END;
REVOKE EXECUTE ON FUNCTION bank_trouble_state, outbox_waiting FROM PUBLIC;
GRANT EXECUTE ON FUNCTION bank_trouble_state, outbox_waiting TO wattle_app;
