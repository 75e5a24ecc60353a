-- What card processors tell: events that have happened and cannot be declined. A server of the release before knows none
-- of these tables and kinds, and reads its own messages as before.

-- A notice of a decline, a hold that is set, an expiry, a correction, a refund that is announced and the reversal of a
-- refund are messages too. Every old row is of an old kind, so nothing has to be read again.
ALTER TABLE network_message DROP CONSTRAINT network_message_kind_check;
ALTER TABLE network_message ADD CONSTRAINT network_message_kind_check
  CHECK (kind IN ('authorisation', 'advice', 'clearing', 'reversal', 'refund',
                  'notice', 'hold', 'expiry', 'correction', 'refundAuthorisation', 'refundReversal')) NOT VALID;

-- A processor may hold money for a purchase again whose hold had ended.
GRANT UPDATE (hold_id, expires_at) ON authorisation TO wattle_app;

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

-- Like an early reversal, a hold that is set and an expiry name no card and may come before their purchase.
ALTER TABLE early_reversal
  ADD COLUMN kind text NOT NULL DEFAULT 'reversal' CHECK (kind IN ('reversal', 'hold', 'expiry')),
  -- The processor's order; null: none.
  ADD COLUMN place bigint,
  ADD COLUMN is_too_late boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION early_reversals_of(originals text[]) RETURNS TABLE (original text, keep bigint)
  LANGUAGE sql STABLE SECURITY DEFINER ROWS 1 SET search_path = public, pg_temp
BEGIN ATOMIC
  SELECT r.original, min(r.keep) FROM early_reversal r
   WHERE r.original = ANY (originals) AND r.kind = 'reversal' GROUP BY r.original;
END;

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

-- A refund that a shop has announced: no money has moved. It ends by the refund, by its reversal, or 30 days later.
CREATE TABLE pending_refund (
  tenant_id integer NOT NULL,
  reference text NOT NULL CHECK (octet_length(reference) BETWEEN 6 AND 40),
  -- Random: names the row outside.
  public_id uuid NOT NULL,
  card_id bigint NOT NULL,
  member_account_id bigint NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  merchant_name text NOT NULL,
  merchant_raw text,
  merchant_country text CHECK (merchant_country ~ '^[A-Z]{2}$'),
  mcc text NOT NULL CHECK (mcc ~ '^[0-9]{4}$'),
  category text NOT NULL,
  channel text NOT NULL,
  receipt text NOT NULL CHECK (octet_length(receipt) = 11 AND receipt !~ '[^0-9]'),
  -- Business time.
  at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at > at),
  ended_at timestamptz,
  -- How it ended; null while it waits, or when its 30 days are over.
  ending text CHECK (ending IN ('refunded', 'reversed')),
  PRIMARY KEY (tenant_id, reference),
  FOREIGN KEY (tenant_id, card_id) REFERENCES card (tenant_id, id),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id),
  CONSTRAINT pending_refund_end CHECK ((ended_at IS NULL) = (ending IS NULL))
);
CREATE INDEX pending_refund_open ON pending_refund (member_account_id, at) WHERE ended_at IS NULL;
ALTER TABLE pending_refund ENABLE ROW LEVEL SECURITY;
CREATE POLICY pending_refund_tenant ON pending_refund USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON pending_refund TO wattle_app;
GRANT UPDATE (ended_at, ending) ON pending_refund TO wattle_app;

-- Amounts of a refund that its shop has reversed, by the row of the purchase for which they had counted.
CREATE TABLE merchant_credit_undone (
  tenant_id integer NOT NULL,
  -- The debit that reversed the refund, and the refund.
  transfer_id bigint NOT NULL,
  refund_transfer_id bigint NOT NULL,
  ledger_account_id bigint NOT NULL,
  seq bigint NOT NULL CHECK (seq > 0),
  cents bigint NOT NULL CHECK (cents > 0),
  dispute_id uuid,
  PRIMARY KEY (tenant_id, transfer_id, refund_transfer_id, seq),
  FOREIGN KEY (tenant_id, dispute_id) REFERENCES dispute (tenant_id, id)
);
CREATE INDEX merchant_credit_undone_by_row ON merchant_credit_undone (ledger_account_id, seq);
ALTER TABLE merchant_credit_undone ENABLE ROW LEVEL SECURITY;
CREATE POLICY merchant_credit_undone_tenant ON merchant_credit_undone USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON merchant_credit_undone TO wattle_app;

-- A dispute as its processor knows it.
CREATE TABLE processor_dispute (
  tenant_id integer NOT NULL,
  -- 0: our own protocol.
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
