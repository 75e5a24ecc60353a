-- What card processors have sent and what came of it, and their cards and disputes. The connections themselves are in
-- 0001-tenants.sql.
--
-- Foreign keys to the connection are left out of the tables that each message writes: they would lock its one row
-- for every message. The policies admit rows of one tenant only.

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
CREATE INDEX processor_event_latest ON processor_event (connection_id, at, delivery_id) WHERE of IS NOT NULL;
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
GRANT UPDATE (asked_at, asked_amount, told_at, told_amount, is_approved, decided_by, reason, differed, sweep_at, is_case)
  ON processor_purchase TO wattle_app;

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

-- Money of a programme at its processor: the balance as the processor said it last.
CREATE TABLE processor_balance (
  tenant_id integer NOT NULL,
  connection_id integer NOT NULL PRIMARY KEY,
  cents bigint NOT NULL,
  -- Business time.
  at timestamptz NOT NULL,
  FOREIGN KEY (tenant_id, connection_id) REFERENCES processor_connection (tenant_id, id)
);
ALTER TABLE processor_balance ENABLE ROW LEVEL SECURITY;
-- The metrics read those of all programmes in one query, without a tenant.
CREATE POLICY processor_balance_read ON processor_balance FOR SELECT
  USING ((SELECT coalesce(current_setting('wattle.tenant_id', true), '')) = '');
CREATE POLICY processor_balance_write ON processor_balance USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON processor_balance TO wattle_app;
GRANT UPDATE (cents, at) ON processor_balance TO wattle_app;

-- A card at the processor of a connection. A card is known there by one id. A processor that renews a card may keep its
-- id, which then belongs to the newer card.
CREATE TABLE processor_card (
  tenant_id integer NOT NULL,
  connection_id integer NOT NULL,
  card_id bigint NOT NULL REFERENCES card (id),
  -- The processor's id. Null until the processor has answered that it has made the card.
  external_id text CHECK (octet_length(external_id) BETWEEN 1 AND 255),
  -- State at the processor, as it has told last.
  state text NOT NULL DEFAULT 'beingMade' CHECK (state IN ('beingMade', 'on', 'off', 'closed')),
  -- When the processor was asked to make the card; null: not yet. Security clock, like the times below.
  asked_at timestamptz,
  -- Whether an order to make it may have reached the processor: it is looked up before it is asked for again.
  is_make_sent boolean NOT NULL DEFAULT false,
  -- Whether the status of the card has changed since its state was last compared with that at the processor.
  is_due boolean NOT NULL DEFAULT true,
  -- State that a command on its way asks for. Null: none is on its way. Only one is, so that none overtakes another.
  wanted text CHECK (wanted IN ('on', 'off', 'closed')),
  -- Commands sent so far: part of the key of the next.
  commands integer NOT NULL DEFAULT 0 CHECK (commands >= 0),
  -- What differs at the processor, by the daily comparison or a refused command, and since when. Null: nothing.
  differs text CHECK (char_length(differs) <= 60),
  differs_since timestamptz,
  -- When the daily comparison last found the card at the processor.
  compared_at timestamptz,
  PRIMARY KEY (tenant_id, card_id),
  UNIQUE (connection_id, external_id),
  CHECK (state = 'beingMade' OR external_id IS NOT NULL),
  CONSTRAINT processor_card_differs_since CHECK ((differs IS NULL) = (differs_since IS NULL))
);
CREATE INDEX processor_card_to_make ON processor_card (tenant_id, card_id) WHERE asked_at IS NULL;
CREATE INDEX processor_card_due ON processor_card (tenant_id, card_id)
  WHERE is_due AND wanted IS NULL AND external_id IS NOT NULL;
CREATE INDEX processor_card_differing ON processor_card (tenant_id, card_id) WHERE differs IS NOT NULL;
ALTER TABLE processor_card ENABLE ROW LEVEL SECURITY;
CREATE POLICY processor_card_tenant ON processor_card USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON processor_card TO wattle_app;
GRANT UPDATE (card_id, external_id, state, asked_at, is_make_sent, is_due, wanted, commands, differs, differs_since,
              compared_at) ON processor_card TO wattle_app;

-- The tenant of a processor's card: messages of a processor do not name one.
CREATE FUNCTION tenant_of_processor_card(connection integer, id text) RETURNS integer
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  RETURN (SELECT tenant_id FROM processor_card WHERE connection_id = connection AND external_id = id);
REVOKE EXECUTE ON FUNCTION tenant_of_processor_card FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenant_of_processor_card TO wattle_app;

-- No place that changes the status of a card can forget its processor.
CREATE FUNCTION note_status_for_processor() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  UPDATE processor_card SET is_due = true WHERE tenant_id = NEW.tenant_id AND card_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER card_status_for_processor AFTER UPDATE OF status ON card
  FOR EACH ROW WHEN (NEW.connection_id IS NOT NULL AND NEW.status IS DISTINCT FROM OLD.status)
  EXECUTE FUNCTION note_status_for_processor();

-- A card that the daily comparison found at a processor and that no programme here has.
CREATE TABLE processor_stranger (
  tenant_id integer NOT NULL REFERENCES tenant,
  connection_id integer NOT NULL REFERENCES processor_connection,
  external_id text NOT NULL CHECK (octet_length(external_id) BETWEEN 1 AND 255),
  last4 text NOT NULL,
  state text NOT NULL,
  -- Security clock.
  found_at timestamptz NOT NULL,
  PRIMARY KEY (connection_id, external_id)
);
ALTER TABLE processor_stranger ENABLE ROW LEVEL SECURITY;
CREATE POLICY processor_stranger_tenant ON processor_stranger USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON processor_stranger TO wattle_app;

-- A dispute as its processor knows it.
CREATE TABLE processor_dispute (
  tenant_id integer NOT NULL,
  connection_id integer NOT NULL,
  -- The processor's id.
  external_id text NOT NULL CHECK (octet_length(external_id) BETWEEN 1 AND 255),
  -- Reference of the purchase, and our dispute of it; null: none is known.
  purchase text CHECK (octet_length(purchase) BETWEEN 6 AND 40),
  dispute_id uuid,
  state text NOT NULL,
  amount bigint CHECK (amount >= 0),
  -- Its place in the processor's order.
  place bigint NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, connection_id, external_id),
  FOREIGN KEY (tenant_id, dispute_id) REFERENCES dispute (tenant_id, id)
);
-- Statements of the scheme name disputes, and no connection.
CREATE INDEX processor_dispute_by_id ON processor_dispute (tenant_id, external_id);
ALTER TABLE processor_dispute ENABLE ROW LEVEL SECURITY;
CREATE POLICY processor_dispute_tenant ON processor_dispute USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON processor_dispute TO wattle_app;
GRANT UPDATE (purchase, dispute_id, state, amount, place, at) ON processor_dispute TO wattle_app;

-- An event that a person has to look at: a correction, the reversal of a refund, a state of a dispute that has no
-- dispute here or no meaning. Finishing one moves no money.
CREATE TABLE told_case (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  -- In the form of receipts, drawn from their sequence.
  reference text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('correction', 'refundReversal', 'dispute')),
  -- Reference of the message, or the processor's id of a dispute, and of the purchase or refund that it names.
  message text NOT NULL,
  named text,
  member_account_id bigint,
  transfer_id bigint,
  -- Cents: above zero to the cardholder's credit.
  cents bigint NOT NULL DEFAULT 0,
  -- The merchant, or the state of a dispute.
  about text NOT NULL,
  state text NOT NULL DEFAULT 'Open' CHECK (state IN ('Open', 'Closed')),
  -- Business time.
  made_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  UNIQUE (tenant_id, reference),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id)
);
CREATE INDEX told_case_open ON told_case (tenant_id, id) WHERE state = 'Open';
ALTER TABLE told_case ENABLE ROW LEVEL SECURITY;
CREATE POLICY told_case_tenant ON told_case USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON told_case TO wattle_app;
GRANT UPDATE (state, changed_at) ON told_case TO wattle_app;
