-- Card processors: which ones a programme is connected to, what they have sent, and what came of it.
--
-- Foreign keys to the connection are left out of the tables that each message writes: they would lock its one row
-- for every message. The policies admit rows of one tenant only.

CREATE TABLE processor_connection (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES tenant,
  -- Random: the address that the processor sends to has it.
  public_id uuid NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind ~ '^[a-z][a-z0-9]{1,19}$'),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  -- Checked before it is stored. Secrets are named by their settings and are not in it.
  settings jsonb NOT NULL,
  is_on boolean NOT NULL,
  -- Business clock, and the names of the staff.
  made_at timestamptz NOT NULL,
  made_by text NOT NULL,
  changed_at timestamptz NOT NULL,
  changed_by text NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, name)
);
ALTER TABLE processor_connection ENABLE ROW LEVEL SECURITY;
-- Each server reads those of all programmes in one query, without a tenant. Within a tenant no one sees another's.
CREATE POLICY processor_connection_read ON processor_connection FOR SELECT
  USING ((SELECT coalesce(current_setting('wattle.tenant_id', true), '')) = '');
CREATE POLICY processor_connection_write ON processor_connection USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON processor_connection TO wattle_app;
GRANT UPDATE (name, settings, is_on, changed_at, changed_by) ON processor_connection TO wattle_app;

-- A delivery as it arrived. Its body is sealed and deleted after 90 days, so that an event can be read again meanwhile.
CREATE TABLE processor_delivery (
  tenant_id integer NOT NULL,
  connection_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- AES-256-GCM with the row's id as associated data: path, headers without secrets, and the exact body, as JSON.
  content_cipher bytea NOT NULL,
  content_key_version smallint NOT NULL,
  -- Business time.
  at timestamptz NOT NULL,
  PRIMARY KEY (connection_id, id)
);
-- Ciphertext does not compress.
ALTER TABLE processor_delivery ALTER COLUMN content_cipher SET STORAGE EXTERNAL;
ALTER TABLE processor_delivery ENABLE ROW LEVEL SECURITY;
CREATE POLICY processor_delivery_tenant ON processor_delivery USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON processor_delivery TO wattle_app;
-- The content is sealed under the row's id, which is drawn before the row is written.
GRANT USAGE ON SEQUENCE processor_delivery_id_seq TO wattle_app;

-- A message of a processor, once. A delivery may have several.
CREATE TABLE processor_event (
  tenant_id integer NOT NULL,
  connection_id integer NOT NULL,
  -- The processor's: the same for a repeat. One that looks like a card number is its keyed hash, here and in `of`.
  key text NOT NULL CHECK (octet_length(key) BETWEEN 1 AND 400),
  delivery_id bigint NOT NULL,
  -- The processor's id of the purchase.
  of text CHECK (octet_length(of) BETWEEN 1 AND 400),
  -- What was asked or told, or `ping`, `ignored`, `unreadable`.
  kind text NOT NULL CHECK (kind ~ '^[a-zA-Z]{3,20}$'),
  -- SHA-256 of what was read of it, without PIN and CVV2 and with the keyed hash of a card number.
  content_hash bytea NOT NULL CHECK (octet_length(content_hash) = 32),
  -- The processor's order of the messages of a purchase, and its clock.
  after bigint,
  happened_at timestamptz,
  -- Business time of its arrival.
  at timestamptz NOT NULL,
  -- Null: not answered or carried out yet. Of an ask: `approved`, `declined`, `silent` (no decision in time), `refused`.
  -- Of a told event: `confirmed`, `adopted`, `done`, `older` (changes nothing), `refused`. `taken`: a ping, or not
  -- understood.
  outcome text CHECK (outcome IN ('approved', 'declined', 'silent', 'refused', 'confirmed', 'adopted', 'done', 'older', 'taken')),
  -- What was done, in a word: `advice`, `reversal`, `holdSet`; the reason of a decline or a refusal.
  did text CHECK (char_length(did) <= 60),
  -- Cents that it names.
  amount bigint,
  -- Of an ask: from the first byte to the answer, and the answer that a repeat gets again.
  ms_used integer CHECK (ms_used >= 0),
  answer jsonb,
  PRIMARY KEY (connection_id, key)
);
CREATE INDEX processor_event_of_purchase ON processor_event (connection_id, of);
CREATE INDEX processor_event_by_time ON processor_event USING brin (at) WITH (pages_per_range = 32, autosummarize = on);
ALTER TABLE processor_event ENABLE ROW LEVEL SECURITY;
CREATE POLICY processor_event_tenant ON processor_event USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON processor_event TO wattle_app;
GRANT UPDATE (outcome, did, ms_used, answer) ON processor_event TO wattle_app;

-- A told event that is not carried out yet: it has just come, failed, or names a card or purchase that is not known.
-- Events of one purchase are carried out one after another, by the server whose lease the purchase has.
CREATE TABLE processor_waiting (
  tenant_id integer NOT NULL,
  connection_id integer NOT NULL,
  key text NOT NULL,
  of text NOT NULL,
  after bigint,
  happened_at timestamptz,
  -- Why it waits: `new`, `fault`, `card`, `purchase`, `currency`. All but the first two are listed at the desk.
  why text NOT NULL CHECK (why IN ('new', 'fault', 'card', 'purchase', 'currency')),
  tries smallint NOT NULL DEFAULT 0,
  -- Security time, like leases. Null: tried again only where the desk says so.
  next_at timestamptz,
  leased_until timestamptz,
  PRIMARY KEY (connection_id, key)
);
CREATE INDEX processor_waiting_of_purchase ON processor_waiting (connection_id, of);
CREATE INDEX processor_waiting_due ON processor_waiting (tenant_id, next_at);
ALTER TABLE processor_waiting ENABLE ROW LEVEL SECURITY;
CREATE POLICY processor_waiting_tenant ON processor_waiting USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON processor_waiting TO wattle_app;
GRANT UPDATE (why, tries, next_at, leased_until) ON processor_waiting TO wattle_app;

-- An ask that was decided, and what the processor told of it: the processor's id beside our reference. What the
-- processor decided without asking has a row too.
CREATE TABLE processor_purchase (
  tenant_id integer NOT NULL,
  connection_id integer NOT NULL,
  -- Ours, of the ask.
  reference text NOT NULL CHECK (octet_length(reference) BETWEEN 6 AND 40),
  of text NOT NULL CHECK (octet_length(of) BETWEEN 1 AND 400),
  -- Business time, and cents. Null: it was not asked.
  asked_at timestamptz,
  asked_amount bigint CHECK (asked_amount >= 0),
  -- What the processor told. Null: nothing yet.
  told_at timestamptz,
  told_amount bigint CHECK (told_amount >= 0),
  is_approved boolean,
  decided_by text CHECK (decided_by IN ('us', 'network', 'timeout', 'standIn', 'processor')),
  -- The processor's word, where both declined or it declined alone.
  reason text CHECK (char_length(reason) <= 200),
  -- How it differed from our answer.
  differed text CHECK (differed IN ('theyApproved', 'theyDeclined', 'amount', 'notAsked')),
  -- When the processor is asked about an approval that nothing confirmed. Null: not asked.
  sweep_at timestamptz,
  -- Still unknown after an hour: a case of the desk.
  is_case boolean NOT NULL DEFAULT false,
  PRIMARY KEY (connection_id, reference),
  CHECK ((told_at IS NULL) = (is_approved IS NULL))
);
CREATE INDEX processor_purchase_by_id ON processor_purchase (connection_id, of);
CREATE INDEX processor_purchase_sweep ON processor_purchase (tenant_id, sweep_at) WHERE sweep_at IS NOT NULL;
CREATE INDEX processor_purchase_case ON processor_purchase (tenant_id) WHERE is_case;
ALTER TABLE processor_purchase ENABLE ROW LEVEL SECURITY;
CREATE POLICY processor_purchase_tenant ON processor_purchase USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON processor_purchase TO wattle_app;
GRANT UPDATE (asked_at, asked_amount, told_at, told_amount, is_approved, decided_by, reason, differed, sweep_at, is_case) ON processor_purchase TO wattle_app;

-- Messages of an hour by kind and outcome, and asks by the time used, so that a figure of a day reads no messages.
CREATE TABLE processor_hour (
  tenant_id integer NOT NULL,
  connection_id integer NOT NULL,
  -- Begin of the hour. Business time.
  hour timestamptz NOT NULL,
  kind text NOT NULL,
  outcome text NOT NULL,
  -- Upper bound in ms of the time used by these asks; 0: told.
  ms_to integer NOT NULL CHECK (ms_to >= 0),
  messages integer NOT NULL CHECK (messages > 0),
  PRIMARY KEY (connection_id, hour, kind, outcome, ms_to)
);
ALTER TABLE processor_hour ENABLE ROW LEVEL SECURITY;
CREATE POLICY processor_hour_tenant ON processor_hour USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON processor_hour TO wattle_app;
GRANT UPDATE (messages) ON processor_hour TO wattle_app;

-- Words of a processor that have no meaning here, with the field that they stood in.
CREATE TABLE processor_word (
  tenant_id integer NOT NULL,
  connection_id integer NOT NULL,
  field text NOT NULL CHECK (octet_length(field) BETWEEN 1 AND 100),
  word text NOT NULL CHECK (octet_length(word) BETWEEN 1 AND 400),
  times integer NOT NULL CHECK (times > 0),
  -- Business time.
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (connection_id, field, word)
);
ALTER TABLE processor_word ENABLE ROW LEVEL SECURITY;
CREATE POLICY processor_word_tenant ON processor_word USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON processor_word TO wattle_app;
GRANT UPDATE (times, last_at) ON processor_word TO wattle_app;

-- Whether rows need a version of a key: as before, and for deliveries of processors.
CREATE OR REPLACE FUNCTION key_version_is_used(key_name text, key_version integer) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT CASE key_name
    WHEN 'pan' THEN EXISTS (SELECT 1 FROM card WHERE pan_key_version = key_version)
      OR EXISTS (SELECT 1 FROM holder WHERE tfn_key_version = key_version)
      OR EXISTS (SELECT 1 FROM outbox_message WHERE content_key_version = key_version)
      OR EXISTS (SELECT 1 FROM activation WHERE tfn_key_version = key_version)
      OR EXISTS (SELECT 1 FROM kyc_case WHERE user_token_key_version = key_version OR name_key_version = key_version)
      OR EXISTS (SELECT 1 FROM bank_file WHERE content_key_version = key_version)
      OR EXISTS (SELECT 1 FROM bank_answer WHERE content_key_version = key_version)
      OR EXISTS (SELECT 1 FROM processor_delivery WHERE content_key_version = key_version)
      OR EXISTS (SELECT 1 FROM store_order WHERE code_key_version = key_version)
      OR EXISTS (SELECT 1 FROM store_item WHERE code_key_version = key_version)
      OR EXISTS (SELECT 1 FROM payee
                  WHERE account_number LIKE '^%' AND typed_key_version(account_number) = key_version)
      OR EXISTS (SELECT 1 FROM payment_out
                  WHERE (account_number LIKE '^%' OR name LIKE '^%' OR reference LIKE '^%')
                    AND typed_key_version(account_number || name || reference) = key_version)
      OR EXISTS (SELECT 1 FROM schedule
                  WHERE body::text LIKE '%"^%' AND typed_key_version(body::text) = key_version)
      OR EXISTS (SELECT 1 FROM bank_answer_line
                  WHERE (account_number LIKE '^%' OR reference LIKE '^%' OR remitter LIKE '^%')
                    AND typed_key_version(account_number || reference || coalesce(remitter, '')) = key_version)
      OR EXISTS (SELECT 1 FROM bank_has_line
                  WHERE (account_number LIKE '^%' OR reference LIKE '^%')
                    AND typed_key_version(account_number || reference) = key_version)
    WHEN 'panIndex' THEN EXISTS (SELECT 1 FROM card WHERE pan_hash_key_version = key_version)
    ELSE true
  END
$$;
