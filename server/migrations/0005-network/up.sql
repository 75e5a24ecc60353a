-- Purchases as the card network reports them.
--
-- Foreign keys that every purchase would pay for are left out where the same transaction has written or
-- locked the row that they name: the application's role can remove none of these rows, the policies admit
-- rows of one tenant only, and verify looks for strays (docs/architecture.md, Foundations).

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
  -- Cents that were asked for, and the amount now: less after a partial reversal, the final amount once
  -- cleared.
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
  -- Receipt number, 11 digits. A pattern that counts repetitions is far slower to check.
  receipt text NOT NULL CHECK (octet_length(receipt) = 11 AND receipt !~ '[^0-9]'),
  -- Business time. The day is Melbourne's, for daily limits.
  at timestamptz NOT NULL,
  day date NOT NULL,
  CHECK ((status = 'declined') = (decline_reason IS NOT NULL)),
  CHECK ((status = 'declined') = (hold_id IS NULL)),
  CHECK ((hold_id IS NULL) = (expires_at IS NULL))
);
CREATE INDEX authorisation_pending ON authorisation (member_account_id, at, id) WHERE status = 'approved';
CREATE INDEX authorisation_declined ON authorisation (member_account_id, at, id) WHERE status = 'declined';
CREATE INDEX authorisation_by_card_day ON authorisation (card_id, day);
CREATE INDEX authorisation_due ON authorisation (expires_at) WHERE status = 'approved';

-- Every message of the network once, with the answer that a repeat gets again. Unique over all tenants,
-- because the network numbers its messages.
CREATE TABLE network_message (
  reference text PRIMARY KEY CHECK (octet_length(reference) BETWEEN 6 AND 40 AND reference !~ '[^A-Za-z0-9-]'),
  tenant_id integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('authorisation', 'advice', 'clearing', 'reversal', 'refund')),
  -- SHA-256 of the kind and the content, with the keyed hash of the card number. PIN and CVV2 are left
  -- out, because even a hash of them must not be kept.
  request_hash bytea NOT NULL CHECK (octet_length(request_hash) = 32),
  response jsonb NOT NULL,
  authorisation_id bigint,
  -- What it posted, where it posted.
  transfer_id bigint,
  -- Business time.
  at timestamptz NOT NULL
);

-- A reversal names no card, only the reference of what it reverses, and the tenant follows from that. Like
-- tenant_of_pan_hash these functions read across tenants and return tenants of references that are known.
CREATE FUNCTION tenant_of_network_reference(wanted text) RETURNS integer
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  RETURN (SELECT tenant_id FROM network_message WHERE reference = wanted);
REVOKE EXECUTE ON FUNCTION tenant_of_network_reference FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenant_of_network_reference TO wattle_app;

-- For all messages of a batch in one call.
CREATE FUNCTION tenants_of_network_references(wanted text[])
  RETURNS TABLE (reference text, tenant_id integer)
  LANGUAGE sql STABLE SECURITY DEFINER ROWS 10 SET search_path = public
BEGIN ATOMIC
  SELECT m.reference, m.tenant_id
  FROM unnest(wanted) AS w (reference)
  CROSS JOIN LATERAL (SELECT n.reference, n.tenant_id FROM network_message n WHERE n.reference = w.reference OFFSET 0) AS m;
END;
REVOKE EXECUTE ON FUNCTION tenants_of_network_references FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenants_of_network_references TO wattle_app;

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['authorisation', 'network_message'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = (SELECT current_tenant()))', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO wattle_app', name);
  END LOOP;
END
$$;
-- A message and its answer do not change. Of an authorisation only its state does.
GRANT UPDATE (status, current_amount) ON authorisation TO wattle_app;
-- Ids are drawn before the rows of a batch are written.
GRANT USAGE ON SEQUENCE authorisation_id_seq TO wattle_app;
