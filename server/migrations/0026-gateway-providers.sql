-- Payments by other cards at gateways of others: ids of theirs, pages that may not be framed, attempts, disputes that
-- are won, and warnings of fraud.

ALTER TABLE gateway_payment
  -- As the gateway names it; null: no answer to the request that opens it came, or it names none.
  ADD COLUMN gateway_id text CHECK (length(gateway_id) BETWEEN 1 AND 255),
  -- Whether the gateway's page may be framed; null: it has none yet.
  ADD COLUMN page_kind text CHECK (page_kind IN ('frame', 'redirect')),
  -- Page of ours where the payment began, to which the browser comes back; null: one of an earlier release.
  ADD COLUMN back_to text CHECK (length(back_to) BETWEEN 1 AND 500);
CREATE INDEX gateway_payment_by_gateway_id ON gateway_payment (tenant_id, gateway_id) WHERE gateway_id IS NOT NULL;
GRANT UPDATE (gateway_id, page_kind) ON gateway_payment TO wattle_app;

-- Notices of an earlier release that wait: what they tell, in the words of this one. A payment is asked for again.
UPDATE due_work SET payload = jsonb_build_object('notice', jsonb_strip_nulls(jsonb_build_object(
         'id', payload -> 'id',
         'about', jsonb_build_object('reference', payload #> '{data,reference}', 'chargeId', payload #> '{data,chargeId}',
                                     'refund', payload #> '{data,refund}'),
         'what', CASE payload ->> 'type'
           WHEN 'charge.disputed' THEN
             jsonb_build_object('kind', 'disputed', 'disputeId', payload #> '{data,chargeId}')
           WHEN 'refund.done' THEN jsonb_build_object('kind', 'refund', 'state', 'done')
           WHEN 'refund.failed' THEN jsonb_build_object('kind', 'refund', 'state', 'failed')
           WHEN 'refund.returned' THEN jsonb_build_object('kind', 'refund', 'state', 'returned')
           ELSE jsonb_build_object('kind', 'changed') END))::text)
 WHERE job = 'gateway.notice' AND done_at IS NULL AND payload ? 'type';

-- Attempts to pay that failed, each counted once.
CREATE TABLE gateway_decline (
  tenant_id integer NOT NULL,
  payment_id uuid NOT NULL,
  -- As the gateway names it.
  id text NOT NULL CHECK (length(id) BETWEEN 1 AND 255),
  -- Business time.
  at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, payment_id, id),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES gateway_payment (tenant_id, id)
);
ALTER TABLE gateway_decline ENABLE ROW LEVEL SECURITY;
CREATE POLICY gateway_decline_tenant ON gateway_decline USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON gateway_decline TO wattle_app;

ALTER TABLE gateway_charge
  -- What the gateway says of the card; null: it does not say.
  ADD COLUMN card_funding text CHECK (card_funding IN ('credit', 'debit', 'prepaid', 'unknown')),
  ADD COLUMN card_country text CHECK (card_country ~ '^[A-Z]{2}$'),
  ADD COLUMN card_brand text CHECK (card_brand IN ('visa', 'mastercard', 'eftpos', 'amex', 'other')),
  ADD COLUMN card_wallet text CHECK (card_wallet IN ('applePay', 'googlePay', 'other')),
  -- Cents that the gateway keeps; null: it does not say.
  ADD COLUMN fee bigint CHECK (fee >= 0),
  -- Business time: until when what it loaded stays in the programme after a warning of fraud; null: there was none.
  ADD COLUMN kept_until timestamptz;
GRANT UPDATE (kept_until) ON gateway_charge TO wattle_app;

-- Security clock: when it was sent for the first time under the key of its attempt, written before it is sent; null: it
-- was not.
ALTER TABLE gateway_refund ADD COLUMN first_sent_at timestamptz;
-- An earlier release did not keep it, so each of its refunds may have been sent.
UPDATE gateway_refund SET first_sent_at = asked_at;
GRANT UPDATE (first_sent_at) ON gateway_refund TO wattle_app;

-- Questions and disputes of the bank of a card about a charge. Business time; a moment is null until it has come.
CREATE TABLE gateway_dispute (
  tenant_id integer NOT NULL,
  -- As the gateway names it.
  id text NOT NULL CHECK (length(id) BETWEEN 1 AND 255),
  charge_id text NOT NULL,
  -- Cents as the gateway says, which may differ from the charge; null: it does not say.
  amount bigint CHECK (amount > 0),
  heard_at timestamptz NOT NULL,
  -- The bank took the money of the charge.
  taken_at timestamptz,
  taken_transfer_id bigint,
  -- The money came back.
  won_at timestamptz,
  won_transfer_id bigint,
  closed_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, charge_id) REFERENCES gateway_charge (tenant_id, id)
);
CREATE INDEX gateway_dispute_by_charge ON gateway_dispute (tenant_id, charge_id);
CREATE INDEX gateway_dispute_heard ON gateway_dispute (tenant_id, heard_at DESC);
CREATE INDEX gateway_dispute_of_taken ON gateway_dispute (tenant_id, taken_transfer_id)
  WHERE taken_transfer_id IS NOT NULL;
CREATE INDEX gateway_dispute_of_won ON gateway_dispute (tenant_id, won_transfer_id) WHERE won_transfer_id IS NOT NULL;
ALTER TABLE gateway_dispute ENABLE ROW LEVEL SECURITY;
CREATE POLICY gateway_dispute_tenant ON gateway_dispute USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON gateway_dispute TO wattle_app;
GRANT UPDATE (amount, taken_at, taken_transfer_id, won_at, won_transfer_id, closed_at) ON gateway_dispute TO wattle_app;

-- Business time: where money is kept for longer after it moved on, until when its sender is without it; null: as its
-- receiver has it.
ALTER TABLE card_money_mark ADD COLUMN from_until timestamptz;
GRANT UPDATE (from_until) ON card_money_mark TO wattle_app;

-- Warnings that the holder of a card did not pay what was charged.
CREATE TABLE gateway_warning (
  tenant_id integer NOT NULL,
  -- As the gateway names it.
  id text NOT NULL CHECK (length(id) BETWEEN 1 AND 255),
  charge_id text NOT NULL,
  -- The gateway's word for the kind of fraud.
  word text NOT NULL CHECK (length(word) BETWEEN 1 AND 60),
  -- Business time.
  heard_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, charge_id) REFERENCES gateway_charge (tenant_id, id)
);
CREATE INDEX gateway_warning_by_charge ON gateway_warning (tenant_id, charge_id);
ALTER TABLE gateway_warning ENABLE ROW LEVEL SECURITY;
CREATE POLICY gateway_warning_tenant ON gateway_warning USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON gateway_warning TO wattle_app;
