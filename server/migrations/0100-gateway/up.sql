-- Payments by other cards that a payment gateway carries out, what it has charged, and what went back.
-- One kind more of accounts of the programme.
DO $$
DECLARE kinds text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'ledger_account_kind_check');
BEGIN
  ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_kind_check;
  EXECUTE 'ALTER TABLE ledger_account ADD CONSTRAINT ledger_account_kind_check '
    || replace(kinds, 'ARRAY[', 'ARRAY[''gateway''::text, ');
END
$$;

CREATE TABLE gateway_payment (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES tenant (id),
  brand_id integer NOT NULL REFERENCES brand (id),
  -- What it is for: a name of the registry, and what that feature calls it.
  purpose text NOT NULL,
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 100),
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
  -- Keyed hash of the address of whoever pays, for the counts.
  address_hash bytea NOT NULL,
  -- Business time.
  made_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- Security clock: when new attempts end, when the page was opened, when the gateway was last asked.
  expires_at timestamptz NOT NULL,
  entered_at timestamptz,
  asked_at timestamptz,
  UNIQUE (tenant_id, id)
);
-- While one is open or unknown nobody can be charged for the same again.
CREATE UNIQUE INDEX gateway_payment_current ON gateway_payment (tenant_id, purpose, subject)
  WHERE state IN ('Opening', 'Open', 'Unknown');
CREATE INDEX gateway_payment_by_subject ON gateway_payment (tenant_id, purpose, subject, made_at DESC);

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
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES gateway_payment (tenant_id, id)
);
CREATE INDEX gateway_charge_by_payment ON gateway_charge (tenant_id, payment_id);
CREATE INDEX gateway_charge_by_account ON gateway_charge (tenant_id, member_account_id, booked_at)
  WHERE member_account_id IS NOT NULL;

CREATE TABLE gateway_refund (
  tenant_id integer NOT NULL REFERENCES tenant (id),
  -- Ours, for ever. The key that the gateway gets counts the attempts as well.
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 100),
  charge_id text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  reason text NOT NULL,
  state text NOT NULL CHECK (state IN ('Asked', 'Pending', 'Done', 'Failed')),
  attempt integer NOT NULL DEFAULT 1,
  -- Business time.
  asked_at timestamptz NOT NULL,
  settled_at timestamptz,
  -- Security clock: when the gateway is asked next.
  next_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, key),
  FOREIGN KEY (tenant_id, charge_id) REFERENCES gateway_charge (tenant_id, id)
);
CREATE INDEX gateway_refund_by_charge ON gateway_refund (tenant_id, charge_id);
CREATE INDEX gateway_refund_due ON gateway_refund (tenant_id, next_at) WHERE state IN ('Asked', 'Pending');
CREATE INDEX gateway_refund_failed ON gateway_refund (tenant_id, asked_at) WHERE state = 'Failed';

-- Attempts to pay and declines by link or order, address, card and brand. Security clock.
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

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['gateway_payment', 'gateway_charge', 'gateway_refund', 'gateway_attempt'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = (SELECT current_tenant()))', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO wattle_app', name);
  END LOOP;
END
$$;
GRANT UPDATE (state, page_url, charge_id, ended_at, entered_at, asked_at) ON gateway_payment TO wattle_app;
GRANT UPDATE (state, member_account_id, transfer_id, booked_at) ON gateway_charge TO wattle_app;
GRANT UPDATE (state, attempt, settled_at, next_at) ON gateway_refund TO wattle_app;
GRANT UPDATE (started_at, attempts, declines, closed_until), DELETE ON gateway_attempt TO wattle_app;
