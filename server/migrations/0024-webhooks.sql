-- Webhooks: addresses of a programme that hear what happens, the events, and each attempt to deliver one.
--
-- Foreign keys to the endpoint are left out of the tables that each event writes: they would lock its one row. The
-- policies admit rows of one tenant only. An event holds ids, states, cents and last four digits, and no personal detail.

CREATE TABLE webhook_endpoint (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES tenant,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  url text NOT NULL CHECK (char_length(url) BETWEEN 8 AND 500),
  -- Types of the events that it gets.
  events text[] NOT NULL CHECK (cardinality(events) > 0),
  -- disabled: by the server, for `reason`.
  state text NOT NULL CHECK (state IN ('on', 'off', 'disabled')),
  reason text CHECK (reason IN ('gone', 'failing')),
  -- AES-256-GCM with the row's id as associated data: the secret in its written form. The former one signs too, until
  -- `former_until`. Security clock.
  secret_cipher bytea NOT NULL,
  secret_key_version smallint NOT NULL,
  secret_set_at timestamptz NOT NULL,
  former_cipher bytea,
  former_key_version smallint,
  former_until timestamptz,
  -- Since when no attempt has succeeded; null: the last one did. Security clock.
  failing_since timestamptz,
  -- When the last attempt failed: after a longer time without an attempt, a new series of failures starts. Security clock.
  failed_at timestamptz,
  -- Until when it gets nothing, as it asked or because an attempt failed. Security clock.
  paused_until timestamptz,
  -- Whether these failures were raised.
  is_raised boolean NOT NULL DEFAULT false,
  -- Business clock, and the names of the staff.
  made_at timestamptz NOT NULL,
  made_by text NOT NULL,
  changed_at timestamptz NOT NULL,
  changed_by text NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, name),
  CHECK ((state = 'disabled') = (reason IS NOT NULL)),
  CHECK ((former_cipher IS NULL) = (former_until IS NULL) AND (former_cipher IS NULL) = (former_key_version IS NULL))
);
ALTER TABLE webhook_endpoint ENABLE ROW LEVEL SECURITY;
CREATE POLICY webhook_endpoint_tenant ON webhook_endpoint USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON webhook_endpoint TO wattle_app;
GRANT UPDATE (url, events, state, reason, secret_cipher, secret_key_version, secret_set_at, former_cipher,
  former_key_version, former_until, failing_since, failed_at, paused_until, is_raised, changed_at, changed_by)
  ON webhook_endpoint TO wattle_app;
-- The secret is sealed under the row's id, which is drawn before the row is written.
GRANT USAGE ON SEQUENCE webhook_endpoint_id_seq TO wattle_app;

-- What happened, written in the transaction of its cause. The id is the order within one object, whose row or account
-- its cause has locked.
CREATE TABLE webhook_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  type text NOT NULL CHECK (type ~ '^[a-z]+\.[a-z_]+$'),
  -- `card:49`, `transaction:<uuid>`.
  object text NOT NULL CHECK (char_length(object) <= 60),
  data jsonb NOT NULL,
  -- When it was taken up for delivery: business clock. Null: not yet, it has no deliveries.
  at timestamptz,
  -- A test is for one endpoint. Null: for each that asks for the type.
  endpoint_id bigint
);
CREATE INDEX webhook_event_new ON webhook_event (tenant_id, id) WHERE at IS NULL;
CREATE INDEX webhook_event_by_time ON webhook_event (tenant_id, at, id) WHERE at IS NOT NULL;
ALTER TABLE webhook_event ENABLE ROW LEVEL SECURITY;
CREATE POLICY webhook_event_tenant ON webhook_event USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON webhook_event TO wattle_app;
GRANT UPDATE (data, at) ON webhook_event TO wattle_app;

-- An event that an endpoint gets.
CREATE TABLE webhook_delivery (
  tenant_id integer NOT NULL,
  endpoint_id bigint NOT NULL,
  event_id bigint NOT NULL,
  -- Of this round: sending it again begins a new one.
  attempts smallint NOT NULL DEFAULT 0,
  -- due: waits for `next_at`, or is leased until then. stopped: its endpoint was switched off or disabled.
  state text NOT NULL CHECK (state IN ('due', 'done', 'failed', 'stopped')),
  -- Security clock.
  next_at timestamptz NOT NULL,
  PRIMARY KEY (endpoint_id, event_id)
);
CREATE INDEX webhook_delivery_due ON webhook_delivery (tenant_id, endpoint_id, next_at, event_id) WHERE state = 'due';
CREATE INDEX webhook_delivery_missed ON webhook_delivery (tenant_id, endpoint_id, event_id)
  WHERE state IN ('failed', 'stopped');
CREATE INDEX webhook_delivery_of_event ON webhook_delivery (event_id);
ALTER TABLE webhook_delivery ENABLE ROW LEVEL SECURITY;
CREATE POLICY webhook_delivery_tenant ON webhook_delivery USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON webhook_delivery TO wattle_app;
GRANT UPDATE (attempts, state, next_at) ON webhook_delivery TO wattle_app;

-- An attempt. Of the answer, only the status is kept.
CREATE TABLE webhook_attempt (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  endpoint_id bigint NOT NULL,
  event_id bigint NOT NULL,
  attempt smallint NOT NULL CHECK (attempt > 0),
  -- Security clock.
  at timestamptz NOT NULL,
  -- HTTP status, or why there is none: `timeout`, `ECONNREFUSED`, `address_private`.
  status smallint CHECK (status BETWEEN 100 AND 999),
  fault text CHECK (char_length(fault) <= 40),
  ms integer NOT NULL CHECK (ms >= 0),
  CHECK ((status IS NULL) = (fault IS NOT NULL))
);
CREATE INDEX webhook_attempt_of_endpoint ON webhook_attempt (tenant_id, endpoint_id, id);
CREATE INDEX webhook_attempt_of_event ON webhook_attempt (event_id);
ALTER TABLE webhook_attempt ENABLE ROW LEVEL SECURITY;
CREATE POLICY webhook_attempt_tenant ON webhook_attempt USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON webhook_attempt TO wattle_app;

-- Delivery works for all tenants. These functions read across those that are here and return ids and numbers only.
CREATE FUNCTION tenants_with_due_webhooks(security timestamptz) RETURNS SETOF integer
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  SELECT DISTINCT e.tenant_id FROM webhook_endpoint e
   WHERE e.state = 'on' AND (e.paused_until IS NULL OR e.paused_until <= security)
     AND e.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a)
     AND EXISTS (SELECT FROM webhook_delivery d WHERE d.tenant_id = e.tenant_id AND d.endpoint_id = e.id
                    AND d.state = 'due' AND d.next_at <= security)
   ORDER BY 1;
END;
REVOKE EXECUTE ON FUNCTION tenants_with_due_webhooks FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenants_with_due_webhooks TO wattle_app;

CREATE FUNCTION webhook_state(security timestamptz)
  RETURNS TABLE (waiting bigint, oldest_seconds double precision, failing bigint, disabled bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  SELECT (SELECT count(*) FROM webhook_delivery d
           WHERE d.state = 'due' AND d.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a)),
         coalesce((SELECT extract(epoch FROM max(security - d.next_at)) FROM webhook_delivery d
                    WHERE d.state = 'due' AND d.next_at <= security
                      AND d.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a)), 0)::double precision,
         count(*) FILTER (WHERE e.state = 'on' AND e.failing_since IS NOT NULL),
         count(*) FILTER (WHERE e.state = 'disabled')
    FROM webhook_endpoint e WHERE e.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a);
END;
REVOKE EXECUTE ON FUNCTION webhook_state FROM PUBLIC;
GRANT EXECUTE ON FUNCTION webhook_state TO wattle_app;

-- No place that changes a card, an account, a dispute, a person or a statement can forget to tell of it. A programme
-- without an endpoint writes nothing. A disabled endpoint may get its events later.
CREATE FUNCTION note_webhook(tenant integer, what text, about text, fields jsonb) RETURNS void
  LANGUAGE sql SET search_path = public, pg_temp
BEGIN ATOMIC
  INSERT INTO webhook_event (tenant_id, type, object, data)
  SELECT tenant, what, about, fields
   WHERE EXISTS (SELECT FROM webhook_endpoint e WHERE e.tenant_id = tenant AND e.state <> 'off');
END;

CREATE FUNCTION note_card_webhooks() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
DECLARE
  about constant text := 'card:' || NEW.id;
  card constant jsonb := jsonb_build_object('account', 'account:' || NEW.member_account_id, 'state', NEW.status,
    'last4', CASE WHEN NEW.last4 ~ '^[0-9]{4}$' THEN NEW.last4 END);
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM note_webhook(NEW.tenant_id, 'card.issued', about,
      card || jsonb_build_object('replaces', 'card:' || NEW.replaces_id));
    RETURN NULL;
  END IF;
  IF NEW.status <> OLD.status THEN
    PERFORM note_webhook(NEW.tenant_id,
      CASE WHEN NEW.status = 'Replaced' THEN 'card.replaced'
           WHEN NEW.status = 'Active' AND OLD.status IN ('NotIssued', 'Ordered') THEN 'card.activated'
           ELSE 'card.state_changed' END,
      about, card || jsonb_build_object('before', OLD.status));
  END IF;
  IF NEW.blocked_controls IS DISTINCT FROM OLD.blocked_controls THEN
    PERFORM note_webhook(NEW.tenant_id, 'card.controls_changed', about,
      card || jsonb_build_object('blocked', to_jsonb(NEW.blocked_controls)));
  END IF;
  IF NEW.spend_limit IS DISTINCT FROM OLD.spend_limit THEN
    PERFORM note_webhook(NEW.tenant_id, 'card.limit_changed', about,
      card || jsonb_build_object('limit', NEW.spend_limit));
  END IF;
  IF NEW.pvv IS DISTINCT FROM OLD.pvv THEN
    PERFORM note_webhook(NEW.tenant_id, 'card.pin_changed', about, card);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER card_issued_webhook AFTER INSERT ON card FOR EACH ROW EXECUTE FUNCTION note_card_webhooks();
CREATE TRIGGER card_changed_webhook AFTER UPDATE OF status, blocked_controls, spend_limit, pvv ON card
  FOR EACH ROW WHEN (NEW.status <> OLD.status OR NEW.blocked_controls IS DISTINCT FROM OLD.blocked_controls
    OR NEW.spend_limit IS DISTINCT FROM OLD.spend_limit OR NEW.pvv IS DISTINCT FROM OLD.pvv)
  EXECUTE FUNCTION note_card_webhooks();

CREATE FUNCTION note_account_webhooks() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM note_webhook(NEW.tenant_id,
    CASE WHEN TG_OP = 'INSERT' THEN 'account.opened' WHEN NEW.is_closed THEN 'account.closed' ELSE 'account.closing' END,
    'account:' || NEW.id,
    jsonb_build_object('state', CASE WHEN NEW.is_closed THEN 'closed'
                                     WHEN NEW.closure_asked_at IS NOT NULL THEN 'closing' ELSE 'open' END));
  RETURN NULL;
END
$$;
CREATE TRIGGER account_opened_webhook AFTER INSERT ON member_account
  FOR EACH ROW EXECUTE FUNCTION note_account_webhooks();
CREATE TRIGGER account_changed_webhook AFTER UPDATE OF is_closed, closure_asked_at ON member_account
  FOR EACH ROW WHEN ((NEW.is_closed AND NOT OLD.is_closed)
    OR (NEW.closure_asked_at IS NULL) <> (OLD.closure_asked_at IS NULL))
  EXECUTE FUNCTION note_account_webhooks();

CREATE FUNCTION note_dispute_webhooks() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM note_webhook(NEW.tenant_id,
    CASE NEW.state WHEN 'NeedsInfo' THEN 'dispute.needs_info' WHEN 'Submitted' THEN 'dispute.submitted'
      WHEN 'Resolved' THEN 'dispute.resolved' WHEN 'Cancelled' THEN 'dispute.withdrawn'
      ELSE CASE WHEN TG_OP = 'INSERT' THEN 'dispute.opened'
                WHEN OLD.state IN ('Resolved', 'Cancelled') THEN 'dispute.reopened' ELSE 'dispute.answered' END END,
    'dispute:' || NEW.id,
    jsonb_build_object('account', 'account:' || NEW.member_account_id, 'state', NEW.state, 'amount', NEW.amount,
      'reason', NEW.reason, 'resolution', NEW.resolution, 'credited', NEW.credited));
  RETURN NULL;
END
$$;
CREATE TRIGGER dispute_opened_webhook AFTER INSERT ON dispute
  FOR EACH ROW EXECUTE FUNCTION note_dispute_webhooks();
CREATE TRIGGER dispute_changed_webhook AFTER UPDATE OF state ON dispute
  FOR EACH ROW WHEN (NEW.state <> OLD.state) EXECUTE FUNCTION note_dispute_webhooks();

CREATE FUNCTION note_person_webhooks() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
DECLARE
  -- A contact that is taken away is not told of: only an erasure does so.
  changed constant text[] := CASE WHEN TG_OP = 'UPDATE' THEN array_remove(ARRAY[
    CASE WHEN NEW.email IS DISTINCT FROM OLD.email AND NEW.email <> '' THEN 'email' END,
    CASE WHEN NEW.mobile IS DISTINCT FROM OLD.mobile AND NEW.mobile <> '' THEN 'mobile' END], NULL) END;
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM note_webhook(NEW.tenant_id, 'person.created', 'holder:' || NEW.id, '{}');
    RETURN NULL;
  END IF;
  IF cardinality(changed) > 0 THEN
    PERFORM note_webhook(NEW.tenant_id, 'person.contact_changed', 'holder:' || NEW.id,
      jsonb_build_object('changed', to_jsonb(changed)));
  END IF;
  IF NEW.erased_at IS NOT NULL AND OLD.erased_at IS NULL THEN
    PERFORM note_webhook(NEW.tenant_id, 'person.erased', 'holder:' || NEW.id, '{}');
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER person_created_webhook AFTER INSERT ON holder FOR EACH ROW EXECUTE FUNCTION note_person_webhooks();
CREATE TRIGGER person_changed_webhook AFTER UPDATE OF email, mobile, erased_at ON holder
  FOR EACH ROW WHEN (NEW.email IS DISTINCT FROM OLD.email OR NEW.mobile IS DISTINCT FROM OLD.mobile
    OR (NEW.erased_at IS NULL) <> (OLD.erased_at IS NULL))
  EXECUTE FUNCTION note_person_webhooks();

CREATE FUNCTION note_statement_webhooks() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM note_webhook(NEW.tenant_id, 'statement.issued', 'statement:' || NEW.id,
    jsonb_build_object('account', 'account:' || NEW.member_account_id,
      'firstDay', to_char(NEW.first_day, 'YYYY-MM-DD'), 'lastDay', to_char(NEW.last_day, 'YYYY-MM-DD')));
  RETURN NULL;
END
$$;
CREATE TRIGGER statement_issued_webhook AFTER INSERT ON statement
  FOR EACH ROW EXECUTE FUNCTION note_statement_webhooks();
