-- Holders, their accounts and sign-ins, products and cards.

CREATE TABLE product (
  id integer PRIMARY KEY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  name text NOT NULL,
  -- Credit 1, Debit 2, Prepaid 3.
  product_type smallint NOT NULL CHECK (product_type IN (1, 2, 3)),
  scheme text NOT NULL,
  is_reloadable boolean NOT NULL,
  is_virtual boolean NOT NULL,
  is_upgradeable boolean NOT NULL,
  -- Name of the brand asset that draws the card.
  art text NOT NULL,
  art_is_dark boolean NOT NULL,
  -- Flags and limits, checked by the product schema before they are stored.
  settings jsonb NOT NULL,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id)
);

CREATE TABLE holder (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  title text NOT NULL DEFAULT '',
  first_name text NOT NULL,
  middle_name text NOT NULL DEFAULT '',
  surname text NOT NULL,
  date_of_birth date,
  email text NOT NULL DEFAULT '',
  mobile text NOT NULL DEFAULT '',
  home_phone text NOT NULL DEFAULT '',
  address jsonb,
  correspondence_address jsonb,
  -- Proofs of identity: Argon2id of the folded answer, never the answer.
  maiden_name_hash text,
  security_question smallint,
  security_answer_hash text,
  is_kyc_verified boolean NOT NULL DEFAULT false,
  is_kyc_restricted boolean NOT NULL DEFAULT false,
  -- AES-256-GCM under the data key of tfn_key_version, the holder's id as associated data.
  tfn_cipher bytea,
  tfn_key_version smallint,
  tax_exemption text,
  language text NOT NULL DEFAULT 'enAU' CHECK (language IN ('enAU', 'zhCN')),
  marketing_cfs boolean NOT NULL DEFAULT false,
  marketing_product boolean NOT NULL DEFAULT false,
  statement_delivery smallint NOT NULL DEFAULT 69 CHECK (statement_delivery IN (69, 80)),
  statement_frequency smallint NOT NULL DEFAULT 0 CHECK (statement_frequency IN (0, 1, 6)),
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id)
);

-- The account that cards draw on. The wire calls its number AccountNumber, AccNo or MemberNumber.
CREATE TABLE member_account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  account_number text NOT NULL CHECK (account_number ~ '^[0-9]{9}$'),
  ledger_account_id bigint NOT NULL,
  primary_holder_id bigint,
  disable_interest boolean NOT NULL DEFAULT true,
  is_closed boolean NOT NULL DEFAULT false,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, account_number),
  UNIQUE (tenant_id, ledger_account_id),
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  FOREIGN KEY (tenant_id, ledger_account_id) REFERENCES ledger_account (tenant_id, id),
  FOREIGN KEY (tenant_id, primary_holder_id) REFERENCES holder (tenant_id, id)
);

CREATE TABLE web_account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  holder_id bigint NOT NULL,
  -- The account that this login belongs to; a nominee's is the primary holder's.
  member_account_id bigint NOT NULL,
  -- 'primary', or 'nominee' with the extension NN of its username account-NN.
  role text NOT NULL CHECK (role IN ('primary', 'nominee')),
  extension text CHECK (extension ~ '^[0-9]{2}$'),
  username text NOT NULL,
  password_hash text NOT NULL,
  last_login_at timestamptz,
  previous_login_at timestamptz,
  created_at timestamptz NOT NULL,
  -- The user handle that authenticators know this account by: random, made with its first passkey.
  passkey_handle bytea CHECK (octet_length(passkey_handle) = 32),
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  FOREIGN KEY (tenant_id, holder_id) REFERENCES holder (tenant_id, id),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id),
  CHECK ((role = 'nominee') = (extension IS NOT NULL))
);
CREATE UNIQUE INDEX web_account_by_passkey_handle ON web_account (passkey_handle);

-- Every name that a web account can sign in with. The brand's login method says which kinds it accepts.
-- Names are folded: trimmed, lower case, a mobile number as digits.
CREATE TABLE login_name (
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('email', 'account', 'mobile', 'nominee', 'username')),
  web_account_id bigint NOT NULL,
  PRIMARY KEY (brand_id, name),
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  FOREIGN KEY (tenant_id, web_account_id) REFERENCES web_account (tenant_id, id)
);

CREATE TABLE card (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  product_id integer NOT NULL,
  member_account_id bigint NOT NULL,
  -- Null until somebody has activated it.
  holder_id bigint,
  -- PAN: AES-256-GCM with the card's id as associated data; found by HMAC-SHA-256.
  pan_cipher bytea NOT NULL,
  pan_key_version smallint NOT NULL,
  pan_hash bytea NOT NULL,
  pan_hash_key_version smallint NOT NULL,
  masked_number text NOT NULL,
  last4 text NOT NULL CHECK (last4 ~ '^[0-9]{4}$'),
  -- An 11-digit id that is printed on the card. It gives access to nothing by itself.
  card_id text NOT NULL CHECK (card_id ~ '^[0-9]{11}$'),
  -- yyyy-MM: good until the last moment of this month, Melbourne time.
  expiry text NOT NULL CHECK (expiry ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  status text NOT NULL CHECK (status IN
    ('Active', 'ActiveOff', 'NotIssued', 'Ordered', 'Restricted', 'Stolen', 'Lost', 'Replaced', 'Expired', 'Closed')),
  card_name text NOT NULL,
  embossed_name text NOT NULL DEFAULT '',
  is_allocated boolean NOT NULL DEFAULT false,
  is_default boolean NOT NULL DEFAULT false,
  is_upgrade_requested boolean NOT NULL DEFAULT false,
  contactless_on boolean NOT NULL DEFAULT true,
  -- Cents a day; null is the product's default.
  spend_limit bigint CHECK (spend_limit > 0),
  access_code_hash text,
  activation_code_hash text,
  -- Which check activation asks for: none, ekyc, maidenName, questions, terms.
  activation_check text NOT NULL DEFAULT 'none',
  -- PIN verification value (4 digits, PVV style) and its key index; the PIN is kept nowhere.
  pvv text CHECK (pvv ~ '^[0-9]{4}$'),
  pvv_key_index smallint,
  -- Wrong PINs at the card network. Tries in the portal are counted separately.
  network_pin_failures smallint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, pan_hash, expiry),
  UNIQUE (tenant_id, card_id, expiry),
  UNIQUE (member_account_id, masked_number, expiry),
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES product (tenant_id, id),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id),
  FOREIGN KEY (tenant_id, holder_id) REFERENCES holder (tenant_id, id)
);
CREATE INDEX card_by_pan_hash ON card (pan_hash);
CREATE INDEX card_by_holder ON card (holder_id);

-- The card network names a card by its number alone, and the tenant follows from it. This function reads
-- across tenants and returns an id only.
CREATE FUNCTION tenant_of_pan_hash(hash bytea) RETURNS integer
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  RETURN (SELECT tenant_id FROM card WHERE pan_hash = hash LIMIT 1);
REVOKE EXECUTE ON FUNCTION tenant_of_pan_hash FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenant_of_pan_hash TO wattle_app;

-- When a full card number or CVV2 was shown, for the limit per card and hour.
CREATE TABLE secure_reveal (
  tenant_id integer NOT NULL,
  card_id bigint NOT NULL,
  -- Security clock.
  at timestamptz NOT NULL,
  FOREIGN KEY (tenant_id, card_id) REFERENCES card (tenant_id, id)
);
CREATE INDEX secure_reveal_by_card ON secure_reveal (card_id, at);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['product', 'holder', 'member_account', 'web_account', 'login_name', 'card',
                              'secure_reveal'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = (SELECT current_tenant()))', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO wattle_app', name);
  END LOOP;
END
$$;
GRANT DELETE ON secure_reveal TO wattle_app;
-- A card's id is the associated data of its encrypted number, so it is drawn before the row is written.
GRANT USAGE ON SEQUENCE card_id_seq TO wattle_app;
