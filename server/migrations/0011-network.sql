-- Purchases as the card network reports them.
--
-- Foreign keys that every purchase would pay for are left out where the same transaction has written or locked the
-- row that they name: the application's role can remove none of these rows, the policies admit rows of one tenant
-- only, and verify looks for strays (docs/architecture.md, Foundations).

-- A purchase that was asked for or reported. Its rows are the pending and declined ones of the lists.
CREATE TABLE authorisation (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  -- Random: names the row outside.
  public_id uuid NOT NULL,
  -- The network's reference of the message that made it, unique and checked in network_message.
  reference text NOT NULL,
  card_id bigint NOT NULL,
  member_account_id bigint NOT NULL,
  is_advice boolean NOT NULL,
  -- Cents that were asked for, and the amount now: less after a partial reversal, the final amount once cleared.
  amount bigint NOT NULL CHECK (amount > 0),
  current_amount bigint NOT NULL CHECK (current_amount >= 0),
  -- Cents that clearings naming the purchase have taken so far. While it is approved, current_amount is what is still
  -- held beside them.
  cleared_amount bigint NOT NULL DEFAULT 0 CHECK (cleared_amount >= 0),
  -- What a shop abroad asked for: in the smallest unit of its currency (ISO 4217), with so many digits behind the
  -- point, and what one unit is billed at, as the network sent it.
  shop_amount bigint,
  shop_currency text,
  shop_exponent smallint,
  shop_rate text,
  -- Basis points of the fee of a foreign purchase; null: not a foreign one.
  fee_points smallint CHECK (fee_points BETWEEN 0 AND 10000),
  -- While it is approved: cents that its hold has for the fee, beside current_amount.
  fee_held bigint NOT NULL DEFAULT 0 CHECK (fee_held >= 0),
  status text NOT NULL CHECK (status IN ('approved', 'declined', 'cleared', 'reversed', 'expired')),
  -- ISO 8583 field 39, as it was answered.
  answer text NOT NULL CHECK (answer ~ '^[0-9]{2}$'),
  decline_reason text,
  approval_code text CHECK (approval_code ~ '^[0-9A-Z]{6}$'),
  hold_id bigint,
  expires_at timestamptz,
  merchant_name text NOT NULL,
  -- As the network sent it, where cleaning changed it.
  merchant_raw text,
  merchant_city text,
  -- A processor may leave it out.
  merchant_country text CHECK (merchant_country ~ '^[A-Z]{2}$'),
  -- The number of the merchant at its own bank (field 42), by which a shop that has stored a card is recognised.
  merchant_acceptor text,
  mcc text NOT NULL CHECK (mcc ~ '^[0-9]{4}$'),
  category text NOT NULL,
  channel text NOT NULL,
  -- The final amount may differ: fuel, hotel, car hire.
  is_estimate boolean NOT NULL,
  -- Receipt number, 11 digits. A pattern that counts repetitions is far slower to check.
  receipt text NOT NULL CHECK (octet_length(receipt) = 11 AND receipt !~ '[^0-9]'),
  -- Business time. The day is Melbourne's, for daily limits.
  at timestamptz NOT NULL,
  day date NOT NULL,
  CONSTRAINT authorisation_declined CHECK ((status = 'declined') = (decline_reason IS NOT NULL)),
  CONSTRAINT authorisation_held
    CHECK (CASE status WHEN 'declined' THEN hold_id IS NULL WHEN 'approved' THEN hold_id IS NOT NULL ELSE true END),
  CONSTRAINT authorisation_expiry CHECK ((hold_id IS NULL) = (expires_at IS NULL)),
  CONSTRAINT authorisation_shop_amount CHECK (
    num_nulls(shop_amount, shop_currency, shop_exponent, shop_rate) IN (0, 4)
    AND shop_amount > 0 AND shop_currency ~ '^[A-Z]{3}$' AND shop_exponent BETWEEN 0 AND 4 AND shop_rate ~ '^[0-9.]+$')
);
CREATE INDEX authorisation_pending ON authorisation (member_account_id, at, id) WHERE status = 'approved';
CREATE INDEX authorisation_declined ON authorisation (member_account_id, at, id) WHERE status = 'declined';
CREATE INDEX authorisation_by_card_day ON authorisation (card_id, day);
CREATE INDEX authorisation_due ON authorisation (expires_at) WHERE status = 'approved';
CREATE INDEX authorisation_lapsed ON authorisation (member_account_id, at, id) WHERE status IN ('reversed', 'expired');
-- The desk counts the declined purchases of the last hours by reason. The index has declined ones alone, so that an
-- approved purchase writes nothing more.
CREATE INDEX authorisation_declines ON authorisation (tenant_id, at) INCLUDE (decline_reason, amount)
  WHERE status = 'declined';
-- Purchases come in the order of their time, so a mark for each range of pages finds those of an hour, and costs a
-- purchase next to nothing.
CREATE INDEX authorisation_by_time ON authorisation USING brin (at) WITH (pages_per_range = 32, autosummarize = on);
ALTER TABLE authorisation ENABLE ROW LEVEL SECURITY;
CREATE POLICY authorisation_tenant ON authorisation USING (tenant_id = (SELECT current_tenant()));
-- Of an authorisation only its state and amounts change, and its hold where a processor holds money again for a
-- purchase whose hold had ended.
GRANT SELECT, INSERT ON authorisation TO wattle_app;
GRANT UPDATE (amount, current_amount, status, cleared_amount, shop_amount, shop_currency, shop_exponent, shop_rate,
    fee_held, hold_id, expires_at)
  ON authorisation TO wattle_app;
-- Ids are drawn before the rows of a batch are written.
GRANT USAGE ON SEQUENCE authorisation_id_seq TO wattle_app;

-- Every message of the network once, with the answer that a repeat gets again. Unique over all tenants, because the
-- network numbers its messages.
CREATE TABLE network_message (
  reference text PRIMARY KEY CHECK (octet_length(reference) BETWEEN 6 AND 40 AND reference !~ '[^A-Za-z0-9-]'),
  tenant_id integer NOT NULL,
  -- Those of the second line have happened and cannot be declined.
  kind text NOT NULL CHECK (kind IN ('authorisation', 'advice', 'clearing', 'reversal', 'refund',
                                     'notice', 'hold', 'expiry', 'correction', 'refundAuthorisation', 'refundReversal')),
  -- The earlier message that a clearing, a refund or an authorisation names, and whether a clearing is the last one.
  original text,
  is_final boolean,
  -- SHA-256 of the kind and the content, with the keyed hash of the card number. PIN and CVV2 are left out, because
  -- even a hash of them must not be kept.
  request_hash bytea NOT NULL CHECK (octet_length(request_hash) = 32),
  response jsonb NOT NULL,
  authorisation_id bigint,
  -- What it posted, where it posted.
  transfer_id bigint,
  -- Business time.
  at timestamptz NOT NULL
);
CREATE INDEX network_message_by_original ON network_message (tenant_id, original) WHERE original IS NOT NULL;
ALTER TABLE network_message ENABLE ROW LEVEL SECURITY;
CREATE POLICY network_message_tenant ON network_message USING (tenant_id = (SELECT current_tenant()));
-- A message and its answer do not change.
GRANT SELECT, INSERT ON network_message TO wattle_app;

-- A reversal names no card, only the reference of what it reverses, and the tenant follows from that. Like
-- tenant_of_pan_hash these functions read across tenants and return tenants of references that are known.
CREATE FUNCTION tenant_of_network_reference(wanted text) RETURNS integer
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  RETURN (SELECT tenant_id FROM network_message WHERE reference = wanted);
REVOKE EXECUTE ON FUNCTION tenant_of_network_reference FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenant_of_network_reference TO wattle_app;

-- For all messages of a batch in one call.
CREATE FUNCTION tenants_of_network_references(wanted text[])
  RETURNS TABLE (reference text, tenant_id integer)
  LANGUAGE sql STABLE SECURITY DEFINER ROWS 10 SET search_path = public, pg_temp
BEGIN ATOMIC
  SELECT m.reference, m.tenant_id
  FROM unnest(wanted) AS w (reference)
  CROSS JOIN LATERAL
    (SELECT n.reference, n.tenant_id FROM network_message n WHERE n.reference = w.reference OFFSET 0) AS m;
END;
REVOKE EXECUTE ON FUNCTION tenants_of_network_references FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenants_of_network_references TO wattle_app;

-- An increment adds to an authorisation that was approved before. A reversal may name it alone.
CREATE TABLE purchase_increment (
  tenant_id integer NOT NULL,
  -- Of the message; the authorisation has its own.
  reference text NOT NULL CHECK (octet_length(reference) BETWEEN 6 AND 40),
  authorisation_id bigint NOT NULL,
  -- What it adds still: less after a reversal that names it.
  cents bigint NOT NULL CHECK (cents >= 0),
  -- It counts against the limit of the day on which it was made, and of the card that made it. What it counts shrinks
  -- where its purchase does.
  card_id bigint,
  day date,
  counted bigint NOT NULL DEFAULT 0 CHECK (counted >= 0),
  PRIMARY KEY (tenant_id, reference)
);
CREATE INDEX purchase_increment_by_purchase ON purchase_increment (authorisation_id) WHERE counted > 0;
CREATE INDEX purchase_increment_by_card_day ON purchase_increment (card_id, day) WHERE counted > 0;
ALTER TABLE purchase_increment ENABLE ROW LEVEL SECURITY;
CREATE POLICY purchase_increment_tenant ON purchase_increment USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON purchase_increment TO wattle_app;
GRANT UPDATE (cents, counted) ON purchase_increment TO wattle_app;

-- Events of one purchase in the processor's order. Only purchases of which one event has its place, or whose hold
-- was set or released by the processor, have rows; what is held then follows from them in this order, whatever the
-- order of their arrival.
CREATE TABLE purchase_event (
  tenant_id integer NOT NULL,
  -- Reference of the purchase, which may come later, and of the message.
  purchase text NOT NULL CHECK (octet_length(purchase) BETWEEN 6 AND 40),
  reference text NOT NULL CHECK (octet_length(reference) BETWEEN 6 AND 40),
  -- `start` has what was held when the first of the others came, and comes before them.
  kind text NOT NULL CHECK (kind IN ('start', 'increment', 'clearing', 'reversal', 'hold', 'expiry')),
  place bigint NOT NULL,
  -- Events of one place and kind keep the order of their arrival.
  arrival bigint GENERATED ALWAYS AS IDENTITY,
  -- Held, added, cleared, or left by a reversal.
  cents bigint NOT NULL CHECK (cents >= 0),
  -- Of a clearing: the last one. Of a start: nothing was open any more.
  is_final boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, purchase, reference)
);
ALTER TABLE purchase_event ENABLE ROW LEVEL SECURITY;
CREATE POLICY purchase_event_tenant ON purchase_event USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON purchase_event TO wattle_app;

-- Facts of a purchase that few messages have, beside its authorisation. A purchase without any has no row.
CREATE TABLE purchase_fact (
  tenant_id integer NOT NULL,
  authorisation_id bigint NOT NULL,
  -- Cents that the cardholder was asked for, where that is not what is held; the parts of what is held that are cash,
  -- and a fee of the owner of the terminal.
  asked_amount bigint CHECK (asked_amount >= 0),
  cash_amount bigint CHECK (cash_amount > 0),
  acquirer_fee bigint CHECK (acquirer_fee > 0),
  -- Cents that were approved, where they were fewer than were asked for.
  approved_amount bigint CHECK (approved_amount > 0),
  wallet text CHECK (wallet IN ('apple', 'google', 'samsung', 'other')),
  -- The processor's id of the card in the wallet.
  wallet_token text CHECK (octet_length(wallet_token) BETWEEN 1 AND 255),
  -- The processor's or the network's estimate of fraud.
  risk smallint CHECK (risk BETWEEN 0 AND 999),
  liability text CHECK (liability IN ('shop', 'issuer')),
  three_ds text CHECK (three_ds IN ('authenticated', 'attempted', 'failed', 'none')),
  -- Words that have no meaning here, each with its field: [{"field": "…", "word": "…"}].
  unknown jsonb CHECK (jsonb_typeof(unknown) = 'array'),
  PRIMARY KEY (tenant_id, authorisation_id)
);
ALTER TABLE purchase_fact ENABLE ROW LEVEL SECURITY;
CREATE POLICY purchase_fact_tenant ON purchase_fact USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON purchase_fact TO wattle_app;

-- What a processor has said about the end of a purchase, for its row in the list and for the desk. `tooLate`: our
-- approval came after the deadline, and the shop was declined. `expired`: no longer held, and may still be charged.
-- `elsewhere`: declined by the processor, with its word.
CREATE TABLE purchase_ending (
  tenant_id integer NOT NULL,
  authorisation_id bigint NOT NULL,
  member_account_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('tooLate', 'expired', 'elsewhere')),
  word text CHECK (octet_length(word) BETWEEN 1 AND 400),
  -- Business time.
  at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, authorisation_id, kind)
);
CREATE INDEX purchase_ending_by_account ON purchase_ending (member_account_id, at);
CREATE INDEX purchase_ending_too_late ON purchase_ending (tenant_id, at) WHERE kind = 'tooLate';
ALTER TABLE purchase_ending ENABLE ROW LEVEL SECURITY;
CREATE POLICY purchase_ending_tenant ON purchase_ending USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON purchase_ending TO wattle_app;

-- Amounts of foreign purchases that were charged and refunded, each with its fee. The fee of a purchase is the sum of
-- its rows.
CREATE TABLE foreign_part (
  tenant_id integer NOT NULL,
  -- The clearing; a refund or the end of a dispute.
  transfer_id bigint NOT NULL,
  ledger_account_id bigint NOT NULL,
  -- Reference of the authorisation, or of the clearing where that names none.
  purchase text NOT NULL CHECK (octet_length(purchase) BETWEEN 6 AND 40),
  -- Above zero: charged. Below: refunded.
  cents bigint NOT NULL CHECK (cents <> 0),
  points smallint NOT NULL CHECK (points BETWEEN 0 AND 10000),
  -- Its transfer has the key of that of the cents, with :fee behind it.
  fee bigint NOT NULL,
  PRIMARY KEY (tenant_id, transfer_id),
  CHECK (fee = 0 OR (fee > 0) = (cents > 0))
);
CREATE INDEX foreign_part_by_purchase ON foreign_part (tenant_id, ledger_account_id, purchase);
ALTER TABLE foreign_part ENABLE ROW LEVEL SECURITY;
CREATE POLICY foreign_part_tenant ON foreign_part USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON foreign_part TO wattle_app;

-- A reversal, a hold that is set or an expiry that comes before its purchase. It names no card, so it belongs to no
-- tenant yet: the functions below read and write it, and the application has no rights to the table.
CREATE TABLE early_reversal (
  reference text PRIMARY KEY CHECK (octet_length(reference) BETWEEN 6 AND 40 AND reference !~ '[^A-Za-z0-9-]'),
  original text NOT NULL CHECK (octet_length(original) BETWEEN 6 AND 40 AND original !~ '[^A-Za-z0-9-]'),
  kind text NOT NULL DEFAULT 'reversal' CHECK (kind IN ('reversal', 'hold', 'expiry')),
  -- Cents that the purchase came to; 0: reversed whole.
  keep bigint NOT NULL CHECK (keep >= 0),
  -- The processor's order; null: none.
  place bigint,
  is_too_late boolean NOT NULL DEFAULT false,
  approval_code text NOT NULL CHECK (approval_code ~ '^[0-9A-Z]{6}$'),
  -- Business time.
  at timestamptz NOT NULL
);
CREATE INDEX early_reversal_by_original ON early_reversal (original);
ALTER TABLE early_reversal ENABLE ROW LEVEL SECURITY;

-- Keeps an event once. A repeat gets what was kept.
CREATE FUNCTION keep_early_event(new_reference text, new_original text, new_kind text, new_keep bigint,
                                 new_place bigint, new_is_too_late boolean, code text, now timestamptz)
  RETURNS TABLE (original text, kind text, keep bigint, place bigint, is_too_late boolean, approval_code text)
  LANGUAGE sql VOLATILE SECURITY DEFINER ROWS 1 SET search_path = public, pg_temp
BEGIN ATOMIC
  INSERT INTO early_reversal (reference, original, kind, keep, place, is_too_late, approval_code, at)
  VALUES (new_reference, new_original, new_kind, new_keep, new_place, new_is_too_late, code, now)
  ON CONFLICT (reference) DO UPDATE SET at = early_reversal.at
  RETURNING early_reversal.original, early_reversal.kind, early_reversal.keep, early_reversal.place,
            early_reversal.is_too_late, early_reversal.approval_code;
END;
REVOKE EXECUTE ON FUNCTION keep_early_event FROM PUBLIC;
GRANT EXECUTE ON FUNCTION keep_early_event TO wattle_app;

-- Events that came before each of these purchases, in the order of their arrival.
CREATE FUNCTION early_events_of(originals text[])
  RETURNS TABLE (original text, reference text, kind text, keep bigint, place bigint, is_too_late boolean)
  LANGUAGE sql STABLE SECURITY DEFINER ROWS 1 SET search_path = public, pg_temp
BEGIN ATOMIC
  SELECT r.original, r.reference, r.kind, r.keep, r.place, r.is_too_late
    FROM early_reversal r WHERE r.original = ANY (originals) ORDER BY r.at, r.reference;
END;
REVOKE EXECUTE ON FUNCTION early_events_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION early_events_of TO wattle_app;

-- An event by its own reference: a repeat gets the answer of the first, also when the purchase has come meanwhile.
CREATE FUNCTION early_event_of(asked text)
  RETURNS TABLE (original text, kind text, keep bigint, place bigint, is_too_late boolean, approval_code text)
  LANGUAGE sql STABLE SECURITY DEFINER ROWS 1 SET search_path = public, pg_temp
BEGIN ATOMIC
  SELECT r.original, r.kind, r.keep, r.place, r.is_too_late, r.approval_code
    FROM early_reversal r WHERE r.reference = asked;
END;
REVOKE EXECUTE ON FUNCTION early_event_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION early_event_of TO wattle_app;

-- Deletes events of before a moment, so many at most, and answers how many.
CREATE FUNCTION tidy_early_reversals(before timestamptz, most integer) RETURNS integer
  LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  WITH gone AS (
    DELETE FROM early_reversal
     WHERE reference IN (SELECT r.reference FROM early_reversal r WHERE r.at < before LIMIT most)
    RETURNING 1)
  SELECT count(*)::integer FROM gone;
END;
REVOKE EXECUTE ON FUNCTION tidy_early_reversals FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tidy_early_reversals TO wattle_app;

-- Figures of purchases for the desk: so many in each hour, by how they were answered. Counted by due work, so that a
-- figure of weeks reads hours and no purchases.
CREATE TABLE purchase_hour (
  tenant_id integer NOT NULL REFERENCES tenant,
  -- Begin of the hour. Business time.
  hour timestamptz NOT NULL,
  -- `approved`, or the reason of a decline. An hour that was counted has a row of `approved`, if only of 0.
  outcome text NOT NULL,
  purchases integer NOT NULL CHECK (purchases >= 0),
  cents bigint NOT NULL CHECK (cents >= 0),
  PRIMARY KEY (tenant_id, hour, outcome)
);
ALTER TABLE purchase_hour ENABLE ROW LEVEL SECURITY;
CREATE POLICY purchase_hour_tenant ON purchase_hour USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON purchase_hour TO wattle_app;
GRANT UPDATE (purchases, cents) ON purchase_hour TO wattle_app;
