-- Purchases as the card network tells of them, and the words that belong to postings.

-- Feature switches above the brand and the product; `{"bpay": false}` takes a feature away from
-- everything below. An absent key leaves the decision to the next level.
ALTER TABLE tenant ADD COLUMN features jsonb NOT NULL DEFAULT '{}';

CREATE TABLE instance_setting (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  features jsonb NOT NULL DEFAULT '{}'
);
INSERT INTO instance_setting DEFAULT VALUES;
GRANT SELECT ON instance_setting TO wattle_app;

-- A card's id is the associated data of its encrypted number, so it is drawn before the row is made.
GRANT USAGE ON SEQUENCE card_id_seq TO wattle_app;

-- A purchase that was asked for or told of. Its rows are the pending and the declined of the lists.
CREATE TABLE authorisation (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  -- Random: names the row outside.
  public_id uuid NOT NULL,
  -- The network's reference of the message that made it.
  reference text NOT NULL CHECK (reference ~ '^[A-Za-z0-9-]{6,40}$'),
  card_id bigint NOT NULL,
  member_account_id bigint NOT NULL,
  is_advice boolean NOT NULL,
  -- Cents that were asked for, and what it stands at now: less after a part was taken back, the
  -- final amount once cleared.
  amount bigint NOT NULL CHECK (amount > 0),
  current_amount bigint NOT NULL CHECK (current_amount >= 0),
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
  merchant_country text NOT NULL CHECK (merchant_country ~ '^[A-Z]{2}$'),
  mcc text NOT NULL CHECK (mcc ~ '^[0-9]{4}$'),
  category text NOT NULL,
  channel text NOT NULL,
  -- The final amount may differ: fuel, hotel, car hire.
  is_estimate boolean NOT NULL,
  -- Number that the cardholder can quote.
  receipt text NOT NULL CHECK (receipt ~ '^[0-9]{11}$'),
  -- Business time; the day is Melbourne's, for daily limits.
  at timestamptz NOT NULL,
  day date NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, reference),
  FOREIGN KEY (tenant_id, card_id) REFERENCES card (tenant_id, id),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id),
  FOREIGN KEY (tenant_id, hold_id) REFERENCES hold (tenant_id, id),
  CHECK ((status = 'declined') = (decline_reason IS NOT NULL)),
  CHECK ((status = 'declined') = (hold_id IS NULL)),
  CHECK ((hold_id IS NULL) = (expires_at IS NULL))
);
CREATE INDEX authorisation_pending ON authorisation (member_account_id, at, id) WHERE status = 'approved';
CREATE INDEX authorisation_declined ON authorisation (member_account_id, at, id) WHERE status = 'declined';
CREATE INDEX authorisation_by_card_day ON authorisation (card_id, day);
CREATE INDEX authorisation_due ON authorisation (expires_at) WHERE status = 'approved';

-- Every message of the network once, with the answer that a repeat gets again. Unique over all
-- tenants: the network numbers its messages, not we.
CREATE TABLE network_message (
  reference text PRIMARY KEY CHECK (reference ~ '^[A-Za-z0-9-]{6,40}$'),
  tenant_id integer NOT NULL REFERENCES tenant,
  kind text NOT NULL CHECK (kind IN ('authorisation', 'advice', 'clearing', 'reversal', 'refund')),
  -- SHA-256 of the kind and the content, the card number as its keyed hash; PIN and CVV2 are left
  -- out, because even a hash of them must not be kept.
  request_hash bytea NOT NULL CHECK (octet_length(request_hash) = 32),
  response jsonb NOT NULL,
  authorisation_id bigint,
  -- What it posted, where it posted.
  transfer_id bigint,
  -- Business time.
  at timestamptz NOT NULL,
  FOREIGN KEY (tenant_id, authorisation_id) REFERENCES authorisation (tenant_id, id),
  FOREIGN KEY (tenant_id, transfer_id) REFERENCES transfer (tenant_id, id)
);

-- A reversal names no card, only the reference of what it takes back; the tenant follows from that.
-- Like tenant_of_pan_hash it looks across tenants and answers an id, nothing else.
CREATE FUNCTION tenant_of_network_reference(wanted text) RETURNS integer
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  RETURN (SELECT tenant_id FROM network_message WHERE reference = wanted);
REVOKE EXECUTE ON FUNCTION tenant_of_network_reference FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenant_of_network_reference TO wattle_app;

-- The words of a posted row, beside its entry in the ledger and found by the same key, so that a
-- page is two short range scans. Erasable; the ledger holds none of it, and it holds no time or
-- amount of the ledger's.
CREATE TABLE transaction_detail (
  ledger_account_id bigint NOT NULL,
  -- Sequence of the entry.
  seq bigint NOT NULL,
  transfer_id bigint NOT NULL,
  card_id bigint,
  -- Random: names the row outside.
  public_id uuid NOT NULL,
  tenant_id integer NOT NULL,
  kind text NOT NULL,
  category text NOT NULL,
  description text NOT NULL,
  -- As the merchant or sender sent it, where that differs.
  raw_description text,
  mcc text CHECK (mcc ~ '^[0-9]{4}$'),
  channel text,
  country text CHECK (country ~ '^[A-Z]{2}$'),
  card_last4 text CHECK (card_last4 ~ '^[0-9]{4}$'),
  -- Receipt number.
  reference text NOT NULL,
  PRIMARY KEY (ledger_account_id, seq),
  FOREIGN KEY (ledger_account_id, seq) REFERENCES entry (account_id, seq),
  FOREIGN KEY (tenant_id, transfer_id) REFERENCES transfer (tenant_id, id),
  FOREIGN KEY (tenant_id, card_id) REFERENCES card (tenant_id, id)
);
CREATE INDEX transaction_detail_by_transfer ON transaction_detail (transfer_id);
-- Interest of a tax year without a walk over the purchases.
CREATE INDEX transaction_detail_interest ON transaction_detail (ledger_account_id, seq)
  WHERE kind IN ('interest', 'withholdingTax');

-- What an account spent, summed in the posting transaction. Money out only: a refund is money in
-- and takes nothing off.
CREATE TABLE spending_day (
  member_account_id bigint NOT NULL,
  -- Melbourne.
  day date NOT NULL,
  tenant_id integer NOT NULL,
  category text NOT NULL,
  cents bigint NOT NULL CHECK (cents > 0),
  PRIMARY KEY (member_account_id, day, category),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id)
);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['authorisation', 'network_message', 'transaction_detail', 'spending_day'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = current_tenant())', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO wattle_app', name);
  END LOOP;
END
$$;
-- A message and its answer stay as they were; of an authorisation only its course changes.
GRANT UPDATE (status, current_amount) ON authorisation TO wattle_app;
GRANT UPDATE (description, raw_description) ON transaction_detail TO wattle_app;
GRANT UPDATE (cents) ON spending_day TO wattle_app;
