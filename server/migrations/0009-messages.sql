-- Messages to people, and the events that they want to hear of.

-- Mail, SMS and push messages. A row is written in the transaction of its cause and delivered at least once after
-- that has committed. Recipient and content are encrypted: a dump of the database shows no address and no code.
CREATE TABLE outbox_message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  -- Null: a message to someone who is not a holder.
  holder_id bigint,
  -- Keyed hash of the address of a message to someone who is not a holder: counts the messages that were sent there
  -- within an hour.
  recipient_hash bytea CHECK (octet_length(recipient_hash) = 32),
  -- The same for every attempt, so that the receiver can recognise a repeat.
  message_id uuid NOT NULL UNIQUE,
  -- A cause that runs twice queues one message.
  dedup_key text NOT NULL CHECK (char_length(dedup_key) BETWEEN 1 AND 200),
  channel text NOT NULL CHECK (channel IN ('email', 'sms', 'push')),
  template text NOT NULL,
  language text NOT NULL CHECK (language IN ('enAU', 'zhCN')),
  -- AES-256-GCM with the row's id as associated data: recipient and parameters as JSON. Erased once the message is
  -- delivered, except in the sandbox.
  content_cipher bytea,
  content_key_version smallint,
  -- Business time: when it was caused, and the moment before which it is not sent.
  queued_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  -- Security time at which it was queued: counts what calls have sent within an hour. Null: not counted.
  counted_at timestamptz,
  -- Security time from which it is not sent any more: a code or link has ended, and every message is given up in the
  -- end. Null: never.
  expires_at timestamptz,
  attempts smallint NOT NULL DEFAULT 0,
  -- Security time, like the two below. During an attempt: when another server may take it over.
  next_attempt_at timestamptz NOT NULL,
  delivered_at timestamptz,
  dead_at timestamptz,
  -- An error code, never the text of the other side, which may quote the address.
  last_error text CHECK (char_length(last_error) <= 60),
  UNIQUE (tenant_id, dedup_key),
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  FOREIGN KEY (tenant_id, holder_id) REFERENCES holder (tenant_id, id),
  CHECK (delivered_at IS NULL OR dead_at IS NULL),
  CHECK ((content_cipher IS NULL) = (content_key_version IS NULL)),
  CONSTRAINT outbox_message_content
    CHECK (content_cipher IS NOT NULL OR delivered_at IS NOT NULL OR dead_at IS NOT NULL)
);
CREATE INDEX outbox_message_waiting ON outbox_message (next_attempt_at)
  WHERE delivered_at IS NULL AND dead_at IS NULL;
CREATE INDEX outbox_message_by_brand ON outbox_message (brand_id, id);
CREATE INDEX outbox_message_delivered ON outbox_message (tenant_id, delivered_at) WHERE delivered_at IS NOT NULL;
-- A message that was replaced by a newer one is not a fault.
CREATE INDEX outbox_message_dead ON outbox_message (tenant_id, id)
  WHERE dead_at IS NOT NULL AND last_error <> 'replaced';
CREATE INDEX outbox_message_by_holder ON outbox_message (tenant_id, holder_id, template, counted_at);
CREATE INDEX outbox_message_by_template ON outbox_message (tenant_id, brand_id, template, counted_at);
CREATE INDEX outbox_message_by_recipient ON outbox_message (tenant_id, recipient_hash, template, counted_at)
  WHERE recipient_hash IS NOT NULL;
CREATE INDEX outbox_message_of_person ON outbox_message (tenant_id, holder_id, id);
ALTER TABLE outbox_message ENABLE ROW LEVEL SECURITY;
CREATE POLICY outbox_message_tenant ON outbox_message USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON outbox_message TO wattle_app;
-- Content is encrypted under the row's own id, which is drawn before the row is written.
GRANT USAGE ON SEQUENCE outbox_message_id_seq TO wattle_app;

-- Delivery works for all tenants. This function reads across those that are here and returns their ids only.
CREATE FUNCTION tenants_with_due_messages(business timestamptz, security timestamptz) RETURNS SETOF integer
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  SELECT DISTINCT tenant_id FROM outbox_message
   WHERE delivered_at IS NULL AND dead_at IS NULL AND next_attempt_at <= security AND due_at <= business
     AND tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a)
   ORDER BY tenant_id;
END;
REVOKE EXECUTE ON FUNCTION tenants_with_due_messages FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenants_with_due_messages TO wattle_app;

-- State of delivery, over all tenants of this database. The outbox has its own leases; the terms are those of
-- due_work_state.
CREATE FUNCTION outbox_state(business timestamptz, security timestamptz, late_after interval)
  RETURNS TABLE (late bigint, oldest_seconds double precision, running bigint, failing bigint, dead bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
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
REVOKE EXECUTE ON FUNCTION outbox_state FROM PUBLIC;
GRANT EXECUTE ON FUNCTION outbox_state TO wattle_app;

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
REVOKE EXECUTE ON FUNCTION outbox_waiting FROM PUBLIC;
GRANT EXECUTE ON FUNCTION outbox_waiting TO wattle_app;

-- Alerts that a person wants for an account: for each kind the channels, email 1, SMS 2, push 3.
CREATE TABLE alert_setting (
  tenant_id integer NOT NULL,
  web_account_id bigint NOT NULL,
  member_account_id bigint NOT NULL,
  bank_transfer smallint[] NOT NULL DEFAULT '{}',
  debit_card smallint[] NOT NULL DEFAULT '{}',
  auto_top_up smallint[] NOT NULL DEFAULT '{}',
  voucher_top_up smallint[] NOT NULL DEFAULT '{}',
  declined smallint[] NOT NULL DEFAULT '{}',
  statement smallint[] NOT NULL DEFAULT '{}',
  over_value smallint[] NOT NULL DEFAULT '{}',
  low_balance smallint[] NOT NULL DEFAULT '{}',
  -- Cents.
  over_value_from bigint CHECK (over_value_from > 0),
  low_balance_below bigint CHECK (low_balance_below > 0),
  -- The balance was found below; the next alert comes only after it has been above.
  is_low boolean NOT NULL DEFAULT false,
  PRIMARY KEY (web_account_id, member_account_id),
  CHECK ((over_value = '{}') = (over_value_from IS NULL)),
  CHECK ((low_balance = '{}') = (low_balance_below IS NULL)),
  FOREIGN KEY (tenant_id, web_account_id) REFERENCES web_account (tenant_id, id),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id)
);
CREATE INDEX alert_setting_by_account ON alert_setting (member_account_id);
ALTER TABLE alert_setting ENABLE ROW LEVEL SECURITY;
CREATE POLICY alert_setting_tenant ON alert_setting USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON alert_setting TO wattle_app;

-- Events of an account, until they were reported. No foreign keys: rows are written with each purchase and posting.
CREATE TABLE alert_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  member_account_id bigint NOT NULL,
  -- Of an authorisation its id, of a posting the sequence of its entry, of a statement the first sequence after it.
  kind text NOT NULL CHECK (kind IN ('authorisation', 'posting', 'statement')),
  subject bigint NOT NULL
);
CREATE INDEX alert_event_by_tenant ON alert_event (tenant_id, id);
ALTER TABLE alert_event ENABLE ROW LEVEL SECURITY;
CREATE POLICY alert_event_tenant ON alert_event USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON alert_event TO wattle_app;

-- What happened to a person's accounts, cards and sign-in, as the bell lists it.
CREATE TABLE notification (
  id bigint GENERATED ALWAYS AS IDENTITY,
  tenant_id integer NOT NULL,
  web_account_id bigint NOT NULL,
  topic text NOT NULL CHECK (topic IN ('money', 'card', 'security')),
  kind text NOT NULL CHECK (char_length(kind) BETWEEN 1 AND 40),
  -- The event. It is listed once, however often it is reported.
  cause text NOT NULL CHECK (char_length(cause) BETWEEN 1 AND 200),
  -- Values of its words, which are made when it is read. No card number, and no secret.
  params jsonb NOT NULL,
  -- Business time.
  happened_at timestamptz NOT NULL,
  read_at timestamptz,
  -- A page of one person's list is a range of this key, however many people there are.
  PRIMARY KEY (web_account_id, id),
  FOREIGN KEY (tenant_id, web_account_id) REFERENCES web_account (tenant_id, id)
);
CREATE UNIQUE INDEX notification_by_cause ON notification (web_account_id, cause);
CREATE INDEX notification_by_topic ON notification (web_account_id, topic, id);
CREATE INDEX notification_unread ON notification (web_account_id) WHERE read_at IS NULL;
-- Old ones are deleted.
CREATE INDEX notification_by_age ON notification (tenant_id, happened_at);
ALTER TABLE notification ENABLE ROW LEVEL SECURITY;
CREATE POLICY notification_tenant ON notification USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON notification TO wattle_app;
