-- PayIDs are paid: whose one is, is looked up first, and the payment names the look-up.

CREATE OR REPLACE FUNCTION payment_methods() RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY['bpay', 'internal', 'external', 'payId'];

-- A look-up of a PayID. It counts against harvesting of names for 90 days; one that a payment was ordered by says whom
-- its payer agreed to, and is kept as long as payments are.
CREATE TABLE pay_id_look_up (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES tenant (id),
  -- Who is counted: holder:12, card:7.
  asker text NOT NULL,
  -- The sign-in that asked, which alone may pay by it: web:12, card:7.
  owner text NOT NULL,
  -- Keyed hash of the network address.
  network text NOT NULL,
  -- The PayID as in paid_destination: payId:#hash.
  destination text NOT NULL,
  -- Business clock.
  at timestamptz NOT NULL,
  -- The sign-in had paid it before, so the name tells nothing new and is not counted.
  is_known boolean NOT NULL,
  -- Sealed: the PayID; and of one that was found its name, its bank and its account.
  asked text NOT NULL CHECK (asked LIKE '^%'),
  found text CHECK (found LIKE '^%'),
  -- A payment was ordered by it.
  agreed_at timestamptz,
  -- The PayID had another name or account when the payment was to leave.
  moved_at timestamptz
);
CREATE INDEX pay_id_look_up_by_asker ON pay_id_look_up (tenant_id, asker, at);
CREATE INDEX pay_id_look_up_by_network ON pay_id_look_up (tenant_id, network, at);
CREATE INDEX pay_id_look_up_by_time ON pay_id_look_up (tenant_id, at);
CREATE INDEX pay_id_look_up_agreed ON pay_id_look_up (tenant_id, owner, destination, agreed_at)
  WHERE agreed_at IS NOT NULL;
CREATE INDEX pay_id_look_up_typed_key ON pay_id_look_up (typed_key_version(asked || coalesce(found, '')));
ALTER TABLE pay_id_look_up ENABLE ROW LEVEL SECURITY;
CREATE POLICY pay_id_look_up_tenant ON pay_id_look_up USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON pay_id_look_up TO wattle_app;
GRANT UPDATE (found, agreed_at, moved_at) ON pay_id_look_up TO wattle_app;

-- The look-up and the PayID that a payment goes by, also where the money stays within the programme.
CREATE TABLE pay_id_payment (
  tenant_id integer NOT NULL REFERENCES tenant (id),
  transfer_id bigint NOT NULL,
  look_up_id uuid NOT NULL REFERENCES pay_id_look_up (id) ON DELETE CASCADE,
  pay_id text NOT NULL,
  PRIMARY KEY (tenant_id, transfer_id)
);
CREATE INDEX pay_id_payment_by_look_up ON pay_id_payment (look_up_id);
ALTER TABLE pay_id_payment ENABLE ROW LEVEL SECURITY;
CREATE POLICY pay_id_payment_tenant ON pay_id_payment USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON pay_id_payment TO wattle_app;

-- A person who looks like one who collects names: no look-ups until the next day.
CREATE TABLE pay_id_stop (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES tenant (id),
  asker text NOT NULL,
  holder_id bigint,
  why text NOT NULL CHECK (why IN ('withoutPayment', 'closePhones')),
  -- Business clock.
  at timestamptz NOT NULL,
  until timestamptz NOT NULL,
  UNIQUE (tenant_id, asker, until),
  FOREIGN KEY (tenant_id, holder_id) REFERENCES holder (tenant_id, id)
);
CREATE INDEX pay_id_stop_by_time ON pay_id_stop (tenant_id, at);
ALTER TABLE pay_id_stop ENABLE ROW LEVEL SECURITY;
CREATE POLICY pay_id_stop_tenant ON pay_id_stop USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON pay_id_stop TO wattle_app;

-- A block of the account behind a PayID, which goes with that of the PayID and is not listed.
ALTER TABLE blocked_payee ADD COLUMN with_id uuid REFERENCES blocked_payee (id) ON DELETE CASCADE;

ALTER TABLE payment_out DROP CONSTRAINT payment_out_reason_check;
ALTER TABLE payment_out ADD CONSTRAINT payment_out_reason_check CHECK (reason ~
  '^([1-9]|declined|reversed|stopped|noAccount|closed|blocked|accountType|notAllowed|bsbNotInstant|bankAway|tooMuch|died|legal|fraud|byRecipient|noReason|duplicate|ours|payIdMoved|payIdUnknown|payIdAway)$')
  NOT VALID;
ALTER TABLE payment_out VALIDATE CONSTRAINT payment_out_reason_check;

-- A version of the data key is used by what it has sealed.
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
      OR EXISTS (SELECT 1 FROM people_file_row WHERE cells_key_version = key_version)
      OR EXISTS (SELECT 1 FROM processor_delivery WHERE content_key_version = key_version)
      OR EXISTS (SELECT 1 FROM webhook_endpoint WHERE secret_key_version = key_version OR former_key_version = key_version)
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
      OR EXISTS (SELECT 1 FROM pay_id_look_up
                  WHERE typed_key_version(asked || coalesce(found, '')) = key_version)
    WHEN 'panIndex' THEN EXISTS (SELECT 1 FROM card WHERE pan_hash_key_version = key_version)
    ELSE true
  END
$$;
