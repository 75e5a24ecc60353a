-- Payments by other cards that a payment gateway carries out, and the links by which someone else pays in.

-- A payment by another card that the payment gateway carries out.
CREATE TABLE gateway_payment (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES tenant (id),
  brand_id integer NOT NULL REFERENCES brand (id),
  -- What it is for: a name of the registry, and what that feature calls it.
  purpose text NOT NULL,
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 100),
  -- What attempts count by, where several payments of one thing may be under way.
  counted_as text,
  -- Cents.
  amount bigint NOT NULL CHECK (amount > 0),
  state text NOT NULL CHECK (state IN
    ('Opening', 'Open', 'Unknown', 'Paid', 'Declined', 'Cancelled', 'Expired', 'Refunded', 'ChargedBack')),
  -- SHA-256 of the token that opens the page once.
  sst_hash bytea NOT NULL CHECK (octet_length(sst_hash) = 32),
  -- Of the gateway, until it was opened.
  page_url text,
  -- The charge that it is settled by.
  charge_id text,
  -- Keyed hash of the payer's address, for the counts.
  address_hash bytea NOT NULL,
  -- Business time.
  made_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- Security clock: when new attempts end, when the page was opened, when the gateway was last asked.
  expires_at timestamptz NOT NULL,
  entered_at timestamptz,
  asked_at timestamptz,
  -- The login for which the card of a payment is saved once it is paid.
  saves_for bigint,
  UNIQUE (tenant_id, id)
);
-- While one is open or unknown no one can be charged for the same again.
CREATE UNIQUE INDEX gateway_payment_current ON gateway_payment (tenant_id, purpose, subject)
  WHERE state IN ('Opening', 'Open', 'Unknown');
CREATE INDEX gateway_payment_by_subject ON gateway_payment (tenant_id, purpose, subject, made_at DESC);
ALTER TABLE gateway_payment ENABLE ROW LEVEL SECURITY;
CREATE POLICY gateway_payment_tenant ON gateway_payment USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON gateway_payment TO wattle_app;
GRANT UPDATE (state, page_url, charge_id, ended_at, entered_at, asked_at, saves_for) ON gateway_payment TO wattle_app;

-- What the gateway has charged.
CREATE TABLE gateway_charge (
  tenant_id integer NOT NULL REFERENCES tenant (id),
  -- As the gateway names it.
  id text NOT NULL,
  payment_id uuid NOT NULL,
  -- Cents and currency as charged, which may differ from what was asked.
  amount bigint NOT NULL CHECK (amount > 0),
  currency text NOT NULL,
  -- Keyed hash of the gateway's fingerprint of the card, and its last digits.
  card_hash bytea NOT NULL,
  card_ending text NOT NULL CHECK (card_ending ~ '^\d{4}$'),
  state text NOT NULL CHECK (state IN ('Received', 'Booked', 'Returned', 'ChargedBack')),
  -- The account that it was credited to, if one was.
  member_account_id bigint,
  transfer_id bigint,
  -- Business time.
  received_at timestamptz NOT NULL,
  booked_at timestamptz,
  -- When the bank of the card took it back.
  charged_back_at timestamptz,
  -- Each line of the gateway's statement is all entries of a charge, of a chargeback or of a refund, so each of these
  -- names its transfer.
  chargeback_transfer_id bigint,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES gateway_payment (tenant_id, id)
);
CREATE INDEX gateway_charge_by_payment ON gateway_charge (tenant_id, payment_id);
CREATE INDEX gateway_charge_by_account ON gateway_charge (tenant_id, member_account_id, booked_at)
  WHERE member_account_id IS NOT NULL;
CREATE INDEX gateway_charge_charged_back ON gateway_charge (tenant_id, charged_back_at DESC)
  WHERE charged_back_at IS NOT NULL;
CREATE INDEX gateway_charge_of_transfer ON gateway_charge (tenant_id, transfer_id) WHERE transfer_id IS NOT NULL;
CREATE INDEX gateway_charge_of_chargeback ON gateway_charge (tenant_id, chargeback_transfer_id)
  WHERE chargeback_transfer_id IS NOT NULL;
ALTER TABLE gateway_charge ENABLE ROW LEVEL SECURITY;
CREATE POLICY gateway_charge_tenant ON gateway_charge USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON gateway_charge TO wattle_app;
GRANT UPDATE (state, member_account_id, transfer_id, booked_at, charged_back_at, chargeback_transfer_id)
  ON gateway_charge TO wattle_app;

-- What goes back to the card that was charged.
CREATE TABLE gateway_refund (
  tenant_id integer NOT NULL REFERENCES tenant (id),
  -- Ours, for ever. The key that the gateway gets counts the attempts as well.
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 100),
  charge_id text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  reason text NOT NULL,
  -- Stopped: its charge was charged back before the gateway had made it. Paid: to a bank account, by the desk.
  -- CameBack: it failed after it was made, and another refund owes its cents.
  state text NOT NULL CHECK (state IN ('Asked', 'Pending', 'Done', 'Failed', 'Stopped', 'Paid', 'CameBack')),
  attempt integer NOT NULL DEFAULT 1,
  -- Business time.
  asked_at timestamptz NOT NULL,
  settled_at timestamptz,
  -- Security clock: when the gateway is asked next.
  next_at timestamptz NOT NULL,
  transfer_id bigint,
  -- What has paid a refund that the gateway refused, or the loss of one that it made after it was stopped.
  paid_transfer_id bigint,
  -- What has taken in the cents of one that came back.
  came_back_transfer_id bigint,
  PRIMARY KEY (tenant_id, key),
  FOREIGN KEY (tenant_id, charge_id) REFERENCES gateway_charge (tenant_id, id)
);
CREATE INDEX gateway_refund_by_charge ON gateway_refund (tenant_id, charge_id);
CREATE INDEX gateway_refund_due ON gateway_refund (tenant_id, next_at) WHERE state IN ('Asked', 'Pending');
CREATE INDEX gateway_refund_failed ON gateway_refund (tenant_id, asked_at) WHERE state = 'Failed';
CREATE INDEX gateway_refund_of_transfer ON gateway_refund (tenant_id, transfer_id) WHERE transfer_id IS NOT NULL;
CREATE INDEX gateway_refund_of_paid ON gateway_refund (tenant_id, paid_transfer_id) WHERE paid_transfer_id IS NOT NULL;
CREATE INDEX gateway_refund_of_return ON gateway_refund (tenant_id, came_back_transfer_id)
  WHERE came_back_transfer_id IS NOT NULL;
ALTER TABLE gateway_refund ENABLE ROW LEVEL SECURITY;
CREATE POLICY gateway_refund_tenant ON gateway_refund USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON gateway_refund TO wattle_app;
GRANT UPDATE (state, attempt, settled_at, next_at, paid_transfer_id, came_back_transfer_id)
  ON gateway_refund TO wattle_app;

-- Attempts to pay and declines, counted by link or order, address, card and brand. Security clock.
CREATE TABLE gateway_attempt (
  tenant_id integer NOT NULL REFERENCES tenant (id),
  -- Keyed hash of what is counted.
  counted bytea NOT NULL,
  started_at timestamptz NOT NULL,
  attempts integer NOT NULL,
  declines integer NOT NULL,
  closed_until timestamptz,
  PRIMARY KEY (tenant_id, counted)
);
ALTER TABLE gateway_attempt ENABLE ROW LEVEL SECURITY;
CREATE POLICY gateway_attempt_tenant ON gateway_attempt USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON gateway_attempt TO wattle_app;
GRANT UPDATE (started_at, attempts, declines, closed_until) ON gateway_attempt TO wattle_app;

-- Links by which someone else pays into an account, and who has paid.
CREATE TABLE payment_link (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL REFERENCES brand (id),
  member_account_id bigint NOT NULL,
  web_account_id bigint NOT NULL,
  -- Names the link in its address. Who has it can pay in and see the name below.
  token text NOT NULL UNIQUE CHECK (token ~ '^[A-Za-z0-9_-]{22}$'),
  -- First name and initial of its maker.
  shown_name text NOT NULL,
  -- Cents of one payment.
  maximum bigint NOT NULL CHECK (maximum > 0),
  -- Business time.
  made_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  ended_at timestamptz,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id)
);
CREATE INDEX payment_link_by_account ON payment_link (tenant_id, member_account_id, made_at DESC);
ALTER TABLE payment_link ENABLE ROW LEVEL SECURITY;
CREATE POLICY payment_link_tenant ON payment_link USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON payment_link TO wattle_app;
GRANT UPDATE (shown_name, ended_at) ON payment_link TO wattle_app;

-- Who pays by a link.
CREATE TABLE payment_link_payer (
  -- Of the gateway.
  payment_id uuid NOT NULL,
  tenant_id integer NOT NULL,
  payment_link_id uuid NOT NULL,
  -- As the payer gives it.
  payer_name text NOT NULL,
  PRIMARY KEY (tenant_id, payment_id),
  FOREIGN KEY (tenant_id, payment_link_id) REFERENCES payment_link (tenant_id, id),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES gateway_payment (tenant_id, id)
);
CREATE INDEX payment_link_payer_by_link ON payment_link_payer (tenant_id, payment_link_id);
ALTER TABLE payment_link_payer ENABLE ROW LEVEL SECURITY;
CREATE POLICY payment_link_payer_tenant ON payment_link_payer USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON payment_link_payer TO wattle_app;
GRANT UPDATE (payer_name) ON payment_link_payer TO wattle_app;

-- Money that came by another card and went on to another account of the programme: it stays there until the same
-- hour.
CREATE TABLE card_money_mark (
  tenant_id integer NOT NULL,
  transfer_id bigint NOT NULL,
  from_account_id bigint NOT NULL,
  to_account_id bigint NOT NULL,
  cents bigint NOT NULL CHECK (cents > 0),
  -- Business time.
  until timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, transfer_id, until)
);
CREATE INDEX card_money_mark_from ON card_money_mark (tenant_id, from_account_id, until);
CREATE INDEX card_money_mark_to ON card_money_mark (tenant_id, to_account_id, until);
ALTER TABLE card_money_mark ENABLE ROW LEVEL SECURITY;
CREATE POLICY card_money_mark_tenant ON card_money_mark USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON card_money_mark TO wattle_app;

-- Cards that people have used for a top-up and are offered again. The gateway has the card; this is its token, which
-- is worth nothing without our account there.
CREATE TABLE saved_card (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  web_account_id bigint NOT NULL,
  token text NOT NULL CHECK (length(token) BETWEEN 1 AND 200),
  -- Keyed hash of the gateway's fingerprint of the card.
  card_hash bytea NOT NULL,
  ending text NOT NULL CHECK (ending ~ '^\d{4}$'),
  -- Last month in which it works: 2028-12.
  expires text NOT NULL CHECK (expires ~ '^\d{4}-\d{2}$'),
  -- Business time.
  saved_at timestamptz NOT NULL,
  -- Business time. It is offered no more, and the row goes once the gateway has forgotten it.
  ended_at timestamptz,
  -- Security clock: when the gateway is asked to.
  forget_at timestamptz,
  CHECK ((ended_at IS NULL) = (forget_at IS NULL)),
  FOREIGN KEY (tenant_id, web_account_id) REFERENCES web_account (tenant_id, id)
);
CREATE UNIQUE INDEX saved_card_current ON saved_card (web_account_id, card_hash) WHERE ended_at IS NULL;
CREATE INDEX saved_card_to_forget ON saved_card (forget_at) WHERE ended_at IS NOT NULL;
ALTER TABLE saved_card ENABLE ROW LEVEL SECURITY;
CREATE POLICY saved_card_tenant ON saved_card USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON saved_card TO wattle_app;
GRANT UPDATE (expires, ended_at, forget_at) ON saved_card TO wattle_app;
