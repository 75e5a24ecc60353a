-- Cards, what their holders do to them, and how they reach their holders.

-- A card, physical or virtual. Its number is encrypted; the tables show the masked number and the last digits. Of a
-- number that a processor keeps there is only the hash, by which it is found, and the last digits.
CREATE TABLE card (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  product_id integer NOT NULL,
  member_account_id bigint NOT NULL,
  -- Null until someone has activated it.
  holder_id bigint,
  -- The card that this one replaces. A card has one successor.
  replaces_id bigint,
  -- The connection whose processor makes the card. Null: the number is drawn and kept here.
  connection_id integer REFERENCES processor_connection,
  -- PAN: AES-256-GCM with the card's id as associated data; found by HMAC-SHA-256.
  pan_cipher bytea,
  pan_key_version smallint,
  pan_hash bytea,
  pan_hash_key_version smallint,
  masked_number text NOT NULL,
  -- Bullets while the processor makes the card.
  last4 text NOT NULL,
  -- An 11-digit id that is printed on the card. It gives access to nothing by itself.
  card_id text NOT NULL CHECK (card_id ~ '^[0-9]{11}$'),
  -- yyyy-MM: good until the last moment of this month, Melbourne time.
  expiry text NOT NULL CHECK (expiry ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  status text NOT NULL CHECK (status IN
    ('Active', 'ActiveOff', 'NotIssued', 'Ordered', 'Restricted', 'Stolen', 'Lost', 'Replaced', 'Expired', 'Closed')),
  -- Who restricted it; null on a Restricted card: the programme. It stays when the card is then reported lost or
  -- stolen, or expires.
  restricted_by text CHECK (restricted_by IN ('holder', 'programme')),
  card_name text NOT NULL,
  embossed_name text NOT NULL DEFAULT '',
  is_allocated boolean NOT NULL DEFAULT false,
  is_default boolean NOT NULL DEFAULT false,
  is_upgrade_requested boolean NOT NULL DEFAULT false,
  -- It took the place of another card by an upgrade.
  is_upgraded boolean NOT NULL DEFAULT false,
  -- A virtual card that the cardholder made: for one purchase, or for one merchant.
  virtual_kind text CHECK (virtual_kind IN ('SingleUse', 'MerchantLocked')),
  -- Name of the merchant that the first purchase was made at; null until then.
  locked_merchant text CHECK (locked_merchant IS NULL OR virtual_kind = 'MerchantLocked'),
  -- In addition to the name of the merchant: the collector for it (PAYPAL in PAYPAL *SPOTIFY; empty: none), and its
  -- number at its bank. Null: not known when it was locked.
  locked_collector text,
  locked_acceptor text,
  -- The purchase that used up a card for a single use, and the status before it: the card can be used again if the
  -- purchase is fully reversed.
  used_by text,
  status_before_use text,
  contactless_on boolean NOT NULL DEFAULT true,
  -- What the holder has turned off: ways to pay and kinds of shops.
  blocked_controls text[] NOT NULL DEFAULT '{}'
    CHECK (blocked_controls <@ ARRAY['online', 'overseas', 'cash', 'wallet', 'gambling', 'alcohol', 'adult', 'crypto']),
  -- Business time from which gambling is allowed although it is turned off; null where no wait runs.
  gambling_opens_at timestamptz,
  -- Cents a day; null is the product's default.
  spend_limit bigint CHECK (spend_limit > 0),
  access_code_hash text,
  -- The access code that was in force when a new one was asked for. It ends when the new one is first used.
  previous_access_code_hash text,
  activation_code_hash text,
  -- The same for the activation code.
  previous_activation_code_hash text,
  -- Which check activation asks for: none, ekyc, maidenName, questions, terms.
  activation_check text NOT NULL DEFAULT 'none',
  -- PIN verification value (4 digits, PVV style) and its key index; the PIN is kept nowhere.
  pvv text CHECK (pvv ~ '^[0-9]{4}$'),
  pvv_key_index smallint,
  -- Wrong PINs at the card network. Tries in the portal are counted separately.
  network_pin_failures smallint NOT NULL DEFAULT 0,
  -- Wrong CVV2s at the card network: how many since the first one of the running 24 hours, and the day (Melbourne) on
  -- which purchases that need one are declined. Business clock.
  cvv2_failures smallint NOT NULL DEFAULT 0,
  cvv2_failures_since timestamptz,
  cvv2_stopped_on date,
  created_at timestamptz NOT NULL,
  -- Business time, like the next. When the order of its plastic went to the card maker.
  plastic_ordered_at timestamptz,
  -- When the card maker mailed it, and when it arrived. Null if not reported.
  dispatched_at timestamptz,
  delivered_at timestamptz,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, pan_hash, expiry),
  UNIQUE (tenant_id, card_id, expiry),
  UNIQUE (member_account_id, masked_number, expiry),
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES product (tenant_id, id),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id),
  FOREIGN KEY (tenant_id, holder_id) REFERENCES holder (tenant_id, id),
  FOREIGN KEY (tenant_id, replaces_id) REFERENCES card (tenant_id, id),
  CONSTRAINT card_number_held CHECK (
    (pan_cipher IS NULL) = (connection_id IS NOT NULL)
    AND (pan_cipher IS NULL) = (pan_key_version IS NULL)
    AND (pan_hash IS NULL) = (pan_hash_key_version IS NULL)
    AND (pan_hash IS NOT NULL OR connection_id IS NOT NULL)),
  CONSTRAINT card_last4_check CHECK (last4 ~ '^[0-9]{4}$' OR (last4 = '••••' AND connection_id IS NOT NULL))
);
CREATE INDEX card_by_pan_hash ON card (pan_hash);
CREATE INDEX card_by_holder ON card (holder_id);
CREATE INDEX card_by_last4 ON card (tenant_id, last4);
-- Cards that are stored under an older version of a key are found without reading the others.
CREATE INDEX card_pan_key_version ON card (tenant_id, pan_key_version);
CREATE INDEX card_pan_hash_key_version ON card (tenant_id, pan_hash_key_version);
-- For what may not change once a product has cards.
CREATE INDEX card_by_product ON card (product_id);
CREATE INDEX card_to_make ON card (tenant_id, id) WHERE status = 'Ordered' AND plastic_ordered_at IS NULL;
CREATE INDEX card_by_expiry ON card (tenant_id, expiry, id) WHERE status IN ('Active', 'ActiveOff');
-- The desk lists replacements that wait for it.
CREATE INDEX card_restricted_by_programme ON card (tenant_id, id) WHERE restricted_by = 'programme';
CREATE UNIQUE INDEX card_by_replaced ON card (replaces_id) WHERE replaces_id IS NOT NULL AND status <> 'Closed';
ALTER TABLE card ENABLE ROW LEVEL SECURITY;
CREATE POLICY card_tenant ON card USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE ON card TO wattle_app;
-- A card's id is the associated data of its encrypted number, so it is drawn before the row is written.
GRANT USAGE ON SEQUENCE card_id_seq TO wattle_app;

-- The card network names a card by its number alone, and the tenant follows from it. This function reads across
-- tenants and returns an id only.
CREATE FUNCTION tenant_of_pan_hash(hash bytea) RETURNS integer
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  RETURN (SELECT tenant_id FROM card WHERE pan_hash = hash LIMIT 1);
REVOKE EXECUTE ON FUNCTION tenant_of_pan_hash FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenant_of_pan_hash TO wattle_app;

-- The cards that decide what an account is in a month (yyyy-MM, Melbourne), of all holders: those that work. While none
-- does, those that may come to work (to be activated, ordered, blocked), then those that are lost and not replaced.
-- Virtual cards that are not reloadable decide only where the account has no others. One that is replaced, closed or
-- past its month decides nothing.
CREATE FUNCTION cards_of_account(tenant integer, account bigint, month text)
  RETURNS TABLE (card_id bigint, product_id integer, status text, works boolean)
  LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT ranked.id, ranked.product_id, ranked.status, ranked.status IN ('Active', 'ActiveOff')
    FROM (SELECT c.id, c.product_id, c.status, r.rank, min(r.rank) OVER () AS first
            FROM card c
            JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
            CROSS JOIN LATERAL (
              SELECT CASE WHEN c.status IN ('Active', 'ActiveOff') THEN 1
                          WHEN c.status IN ('NotIssued', 'Ordered', 'Restricted') THEN 2
                          WHEN c.status IN ('Lost', 'Stolen') THEN 3 END
                     + CASE WHEN p.is_virtual AND NOT p.is_reloadable THEN 3 ELSE 0 END AS rank
            ) r
           WHERE c.tenant_id = tenant AND c.member_account_id = account AND c.expiry >= month AND r.rank IS NOT NULL
         ) ranked
   WHERE ranked.rank = ranked.first;
END;

-- When a full card number or CVV2 was shown, for the limit per card and hour.
CREATE TABLE secure_reveal (
  tenant_id integer NOT NULL,
  card_id bigint NOT NULL,
  -- Security clock.
  at timestamptz NOT NULL,
  FOREIGN KEY (tenant_id, card_id) REFERENCES card (tenant_id, id)
);
CREATE INDEX secure_reveal_by_card ON secure_reveal (card_id, at);
ALTER TABLE secure_reveal ENABLE ROW LEVEL SECURITY;
CREATE POLICY secure_reveal_tenant ON secure_reveal USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON secure_reveal TO wattle_app;

-- A block, a report or a replacement, with the number that the cardholder quotes.
CREATE TABLE card_report (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  card_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('block', 'lost', 'stolen', 'replace')),
  reference text NOT NULL,
  -- Who reported it, as the audit log names them.
  actor text NOT NULL,
  -- Business time.
  at timestamptz NOT NULL,
  UNIQUE (tenant_id, reference),
  FOREIGN KEY (tenant_id, card_id) REFERENCES card (tenant_id, id)
);
CREATE INDEX card_report_by_card ON card_report (card_id, id);
ALTER TABLE card_report ENABLE ROW LEVEL SECURITY;
CREATE POLICY card_report_tenant ON card_report USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON card_report TO wattle_app;

-- A request for an upgrade, and what became of it.
CREATE TABLE card_upgrade (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  -- The card that is upgraded.
  card_id bigint NOT NULL,
  -- Who asked, as the audit log names them.
  actor text NOT NULL,
  state text NOT NULL CHECK (state IN ('Requested', 'Granted', 'Refused')),
  -- Cents that were taken.
  fee bigint NOT NULL CHECK (fee >= 0),
  -- Of the payment of the fee, and of its refund.
  receipt text NOT NULL,
  refund_receipt text,
  -- The card that takes its place, once it is granted.
  new_card_id bigint,
  -- Business time.
  requested_at timestamptz NOT NULL,
  decided_at timestamptz,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, card_id) REFERENCES card (tenant_id, id),
  FOREIGN KEY (tenant_id, new_card_id) REFERENCES card (tenant_id, id),
  CHECK ((state = 'Granted') = (new_card_id IS NOT NULL)),
  CHECK ((state = 'Requested') = (decided_at IS NULL))
);
-- One request at a time.
CREATE UNIQUE INDEX card_upgrade_open ON card_upgrade (card_id) WHERE state <> 'Refused';
ALTER TABLE card_upgrade ENABLE ROW LEVEL SECURITY;
CREATE POLICY card_upgrade_tenant ON card_upgrade USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE ON card_upgrade TO wattle_app;

-- Cards that the issuer gave by a file, by the issuer's own reference: the same row again is the same card.
CREATE TABLE issued_row (
  tenant_id integer NOT NULL,
  reference text NOT NULL CHECK (reference <> ''),
  -- Keyed hash of the row, so that another row under the same reference is seen.
  content_hash bytea NOT NULL CHECK (octet_length(content_hash) = 32),
  card_id bigint NOT NULL,
  -- Business time.
  issued_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, reference),
  FOREIGN KEY (tenant_id, card_id) REFERENCES card (tenant_id, id)
);
ALTER TABLE issued_row ENABLE ROW LEVEL SECURITY;
CREATE POLICY issued_row_tenant ON issued_row USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON issued_row TO wattle_app;

-- Letters that come with new cards. A letter's QR code names the card by a random reference.
CREATE TABLE card_letter (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  card_id bigint NOT NULL,
  -- Keyed hash of the reference, which is in the letter alone.
  reference_hash bytea NOT NULL UNIQUE CHECK (octet_length(reference_hash) = 32),
  -- Security time.
  made_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at > made_at),
  FOREIGN KEY (tenant_id, card_id) REFERENCES card (tenant_id, id)
);
CREATE INDEX card_letter_of_card ON card_letter (tenant_id, card_id);
ALTER TABLE card_letter ENABLE ROW LEVEL SECURITY;
CREATE POLICY card_letter_tenant ON card_letter USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON card_letter TO wattle_app;

-- Where a card of plastic goes to that has no holder yet.
CREATE TABLE card_delivery (
  tenant_id integer NOT NULL,
  card_id bigint NOT NULL,
  name text NOT NULL,
  address jsonb NOT NULL,
  PRIMARY KEY (card_id),
  FOREIGN KEY (tenant_id, card_id) REFERENCES card (tenant_id, id)
);
ALTER TABLE card_delivery ENABLE ROW LEVEL SECURITY;
CREATE POLICY card_delivery_tenant ON card_delivery USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE ON card_delivery TO wattle_app;
