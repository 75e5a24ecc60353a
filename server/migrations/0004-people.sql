-- People, their accounts and their sign-ins, and the products of the programme. Texts that people type are sealed
-- where they hold a card number, as ^hash^version^cipher (platform/typed-card-numbers.ts): due work finds by the
-- functions below, and by indexes on them, what was kept in clear.

-- Whether a text holds 13 to 19 digits, in groups or not, that pass Luhn. As contract/src/rules/card-numbers.ts says.
CREATE FUNCTION holds_card_number(words text) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  run text;
  parts text[];
  digits text;
  total integer;
  digit integer;
BEGIN
  IF words !~ '[0-9]([ -]?[0-9]){12}' THEN RETURN false; END IF;
  FOR run IN SELECT m[1] FROM regexp_matches(words, '([0-9](?:[ -]?[0-9])*)', 'g') AS m LOOP
    parts := regexp_split_to_array(run, '[ -]');
    FOR start_at IN 1 .. cardinality(parts) LOOP
      digits := '';
      FOR end_at IN start_at .. cardinality(parts) LOOP
        digits := digits || parts[end_at];
        EXIT WHEN length(digits) > 19;
        CONTINUE WHEN length(digits) < 13;
        total := 0;
        FOR place IN 0 .. length(digits) - 1 LOOP
          digit := substr(digits, length(digits) - place, 1)::integer * (1 + place % 2);
          total := total + digit / 10 + digit % 10;
        END LOOP;
        IF total % 10 = 0 THEN RETURN true; END IF;
      END LOOP;
    END LOOP;
  END LOOP;
  RETURN false;
END
$$;

-- The version of the key that a text is sealed with; null: it is not sealed.
CREATE FUNCTION typed_key_version(words text) RETURNS integer
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$ SELECT substring(words FROM '\^[A-Za-z0-9_-]{43}\^([0-9]+)\^')::integer $$;

-- Whether a text is 8 or 9 digits that pass the check of tax file numbers. As contract/src/rules/tax-file-number.ts
-- says.
CREATE FUNCTION is_tax_file_number(words text) RETURNS boolean
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
  SELECT coalesce(
    (SELECT sum(weight * substr(words, place::integer, 1)::integer) % 11 = 0
       FROM unnest(CASE length(words) WHEN 9 THEN ARRAY[10, 7, 8, 4, 6, 3, 5, 2, 1] ELSE ARRAY[10, 7, 8, 4, 6, 3, 5, 1] END)
            WITH ORDINALITY AS of_digit (weight, place)
      WHERE words ~ '^[0-9]{8,9}$' AND words !~ '^0+$'),
    false)
$$;

-- The reference in the key of a biller's destination, bpay:23796:87348538.
CREATE FUNCTION bill_reference(destination text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$ SELECT substring(destination FROM 'bpay:[^:]*:([^:#]+)$') $$;

-- A card product of a brand. The tables hold what the newest imported file says.
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
ALTER TABLE product ENABLE ROW LEVEL SECURITY;
CREATE POLICY product_tenant ON product USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE ON product TO wattle_app;

-- Every version of a product that was imported. The newest is what the row of product holds.
CREATE TABLE product_version (
  tenant_id integer NOT NULL,
  product_id integer NOT NULL,
  -- Gapless, from 1.
  version integer NOT NULL CHECK (version > 0),
  -- The file as it was checked, with the defaults of its time.
  content jsonb NOT NULL,
  -- Business time.
  imported_at timestamptz NOT NULL,
  PRIMARY KEY (product_id, version),
  FOREIGN KEY (tenant_id, product_id) REFERENCES product (tenant_id, id)
);
ALTER TABLE product_version ENABLE ROW LEVEL SECURITY;
CREATE POLICY product_version_tenant ON product_version USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON product_version TO wattle_app;

-- A product's number is given to one programme. This function reads across tenants and returns the owner of a number.
CREATE FUNCTION tenant_of_product(wanted integer) RETURNS integer
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  RETURN (SELECT tenant_id FROM product WHERE id = wanted);
REVOKE EXECUTE ON FUNCTION tenant_of_product FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenant_of_product TO wattle_app;

-- A person who holds cards. Texts are what the person or the issuer gave; proofs of identity are hashes.
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
  -- When a contact last changed, security clock: for two days no code goes to the new one.
  email_changed_at timestamptz,
  mobile_changed_at timestamptz,
  address jsonb,
  correspondence_address jsonb,
  -- Proofs of identity: Argon2id of the folded answer, never the answer.
  maiden_name_hash text,
  security_question smallint,
  security_answer_hash text,
  -- The security question that a reset asks while the new one is younger than a new contact may be. Security clock.
  former_question smallint,
  former_answer_hash text,
  question_changed_at timestamptz,
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
  -- Number of a membership in the brand's reward programme.
  reward_number text,
  -- The day of a death, as it was recorded. From then on only the programme pays from the accounts of that person.
  died_on date,
  -- When names, contacts and secrets were replaced. Business clock.
  erased_at timestamptz,
  -- What the desk finds people and cards by. Row-level security lets an index answer only what cannot leak a row that
  -- is hidden, and lower() is not known to be such, so the folded texts are columns.
  first_name_folded text GENERATED ALWAYS AS (lower(first_name)) STORED,
  surname_folded text GENERATED ALWAYS AS (lower(surname)) STORED,
  email_folded text GENERATED ALWAYS AS (lower(email)) STORED,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id)
);
CREATE INDEX holder_by_first_name ON holder (tenant_id, first_name_folded text_pattern_ops);
CREATE INDEX holder_by_surname ON holder (tenant_id, surname_folded text_pattern_ops);
CREATE INDEX holder_by_email ON holder (tenant_id, email_folded);
CREATE INDEX holder_by_mobile ON holder (tenant_id, mobile);
ALTER TABLE holder ENABLE ROW LEVEL SECURITY;
CREATE POLICY holder_tenant ON holder USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE ON holder TO wattle_app;

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
  -- Cents a day by BPAY and transfers together; null is the product's default.
  payment_limit bigint CHECK (payment_limit >= 0),
  -- Alerts are written only for accounts that someone wants to hear of.
  has_alerts boolean NOT NULL DEFAULT false,
  -- When the owner asked that it be closed. Business clock.
  closure_asked_at timestamptz,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, account_number),
  UNIQUE (tenant_id, ledger_account_id),
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  FOREIGN KEY (tenant_id, ledger_account_id) REFERENCES ledger_account (tenant_id, id),
  FOREIGN KEY (tenant_id, primary_holder_id) REFERENCES holder (tenant_id, id)
);
-- Requests to close an account, and the accounts of a person, without a look at all accounts.
CREATE INDEX member_account_closing ON member_account (tenant_id, closure_asked_at, id)
  WHERE closure_asked_at IS NOT NULL AND NOT is_closed;
CREATE INDEX member_account_by_owner ON member_account (tenant_id, primary_holder_id);
ALTER TABLE member_account ENABLE ROW LEVEL SECURITY;
CREATE POLICY member_account_tenant ON member_account USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE ON member_account TO wattle_app;

-- A sign-in: of the primary holder of an account, or of a nominee.
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
  -- Argon2id. Null: the password was ended, and is set again by a link.
  password_hash text,
  -- When the password was last set by someone who was not signed in: a reset, or a sign-up by account number. Null:
  -- never. For a day it proves no money, nothing new is paid and no contact is changed. Security clock.
  password_reset_at timestamptz,
  -- Since when the user is asked to check the account: after a reset, until they have. Security clock.
  check_since timestamptz,
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
CREATE INDEX web_account_by_holder ON web_account (holder_id);
ALTER TABLE web_account ENABLE ROW LEVEL SECURITY;
CREATE POLICY web_account_tenant ON web_account USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE ON web_account TO wattle_app;

-- Every name that a web account can sign in with. The brand's login method says which kinds it accepts. Names are
-- folded: trimmed, lower case, a mobile number as digits.
CREATE TABLE login_name (
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('email', 'account', 'mobile', 'nominee', 'username')),
  web_account_id bigint NOT NULL,
  -- Until then the name opens nothing and no one else can take it, because an undo may restore it. Security clock.
  reserved_until timestamptz,
  PRIMARY KEY (brand_id, name),
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  FOREIGN KEY (tenant_id, web_account_id) REFERENCES web_account (tenant_id, id)
);
CREATE INDEX login_name_by_web_account ON login_name (web_account_id);
CREATE INDEX login_name_reserved ON login_name (tenant_id, reserved_until) WHERE reserved_until IS NOT NULL;
ALTER TABLE login_name ENABLE ROW LEVEL SECURITY;
CREATE POLICY login_name_tenant ON login_name USING (tenant_id = (SELECT current_tenant()));
-- A sign-in that has ended has no name.
GRANT SELECT, INSERT, UPDATE, DELETE ON login_name TO wattle_app;

-- A death as two members of staff have recorded it, and the sign-in names that it ended, for the time in which it may
-- be withdrawn.
CREATE TABLE death_record (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  holder_id bigint NOT NULL,
  died_on date NOT NULL,
  -- Business clock.
  recorded_at timestamptz NOT NULL,
  taken_back_at timestamptz,
  -- Rows of login_name: brand, name, kind and web account. Emptied when the death can no longer be withdrawn.
  names jsonb NOT NULL,
  FOREIGN KEY (tenant_id, holder_id) REFERENCES holder (tenant_id, id)
);
CREATE UNIQUE INDEX death_record_one ON death_record (tenant_id, holder_id) WHERE taken_back_at IS NULL;
CREATE INDEX death_record_open ON death_record (tenant_id, id) WHERE taken_back_at IS NULL;
ALTER TABLE death_record ENABLE ROW LEVEL SECURITY;
CREATE POLICY death_record_tenant ON death_record USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON death_record TO wattle_app;
GRANT UPDATE (taken_back_at, names) ON death_record TO wattle_app;
