-- Mail, SMS and push messages. A row is written in the transaction of its cause and delivered at least once
-- after that has committed. Recipient and content are encrypted: a dump of the database shows no address and
-- no code.

CREATE TABLE outbox_message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  -- Null: a message to somebody who is not a holder.
  holder_id bigint,
  -- The same for every attempt, so that the receiver can recognise a repeat.
  message_id uuid NOT NULL UNIQUE,
  -- A cause that runs twice queues one message.
  dedup_key text NOT NULL CHECK (char_length(dedup_key) BETWEEN 1 AND 200),
  channel text NOT NULL CHECK (channel IN ('email', 'sms', 'push')),
  template text NOT NULL,
  language text NOT NULL CHECK (language IN ('enAU', 'zhCN')),
  -- AES-256-GCM with the row's id as associated data: recipient and parameters as JSON. Erased once the
  -- message is delivered, except in the sandbox.
  content_cipher bytea,
  content_key_version smallint,
  -- Business time: when it was caused, and the moment before which it is not sent.
  queued_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
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
  CHECK (content_cipher IS NOT NULL OR delivered_at IS NOT NULL)
);
CREATE INDEX outbox_message_waiting ON outbox_message (next_attempt_at)
  WHERE delivered_at IS NULL AND dead_at IS NULL;
CREATE INDEX outbox_message_by_brand ON outbox_message (brand_id, id);
CREATE INDEX outbox_message_delivered ON outbox_message (tenant_id, delivered_at) WHERE delivered_at IS NOT NULL;
ALTER TABLE outbox_message ENABLE ROW LEVEL SECURITY;
CREATE POLICY outbox_message_tenant ON outbox_message USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON outbox_message TO wattle_app;
-- Content is encrypted under the row's own id, which is drawn before the row is written.
GRANT USAGE ON SEQUENCE outbox_message_id_seq TO wattle_app;

-- Delivery works for all tenants. This function reads across them and returns their ids only.
CREATE FUNCTION tenants_with_due_messages(business timestamptz, security timestamptz) RETURNS SETOF integer
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
BEGIN ATOMIC
  SELECT DISTINCT tenant_id FROM outbox_message
   WHERE delivered_at IS NULL AND dead_at IS NULL AND next_attempt_at <= security AND due_at <= business
   ORDER BY tenant_id;
END;
REVOKE EXECUTE ON FUNCTION tenants_with_due_messages FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenants_with_due_messages TO wattle_app;
