-- Sessions, lockouts, codes, devices with their passcodes, remembered usernames and passkeys.

CREATE TABLE session (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  scope text NOT NULL CHECK (scope IN ('card', 'password', 'passcode', 'cardaccess', 'accountnumber')),
  web_account_id bigint,
  card_id bigint,
  holder_id bigint,
  -- All of these by the security clock.
  created_at timestamptz NOT NULL,
  last_active_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  -- The refresh token in force is number refresh_generation; its secret is derived, never stored.
  refresh_generation integer NOT NULL DEFAULT 1,
  refreshed_at timestamptz NOT NULL,
  revoked_at timestamptz,
  revoked_because text,
  user_agent text NOT NULL DEFAULT '',
  -- Keyed hash of the number that a restricted session was given for, known or not. Its guesses are counted
  -- under it.
  subject_hash bytea,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  FOREIGN KEY (tenant_id, web_account_id) REFERENCES web_account (tenant_id, id),
  FOREIGN KEY (tenant_id, card_id) REFERENCES card (tenant_id, id),
  FOREIGN KEY (tenant_id, holder_id) REFERENCES holder (tenant_id, id),
  CONSTRAINT session_subject_check CHECK ((scope IN ('cardaccess', 'accountnumber')) = (subject_hash IS NOT NULL)),
  -- A card-only session has a card and no web account, a web-account session the reverse. A restricted
  -- session of an unknown number has neither.
  CONSTRAINT session_card_check CHECK (CASE scope
    WHEN 'card' THEN card_id IS NOT NULL WHEN 'cardaccess' THEN true ELSE card_id IS NULL END),
  CONSTRAINT session_web_account_check CHECK (CASE scope
    WHEN 'password' THEN web_account_id IS NOT NULL WHEN 'passcode' THEN web_account_id IS NOT NULL
    WHEN 'accountnumber' THEN true ELSE web_account_id IS NULL END)
);
CREATE INDEX session_by_web_account ON session (web_account_id) WHERE revoked_at IS NULL;
CREATE INDEX session_by_end ON session (ends_at);

-- Failed sign-ins by what was typed, known or not, as a keyed hash. An unknown name locks like a known one,
-- and the table does not tell which is which.
CREATE TABLE sign_in_guard (
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('card', 'account', 'cardAccessPin', 'passcode', 'currentPassword')),
  identifier_hash bytea NOT NULL,
  -- Failures since the last success or lock.
  failures smallint NOT NULL DEFAULT 0,
  -- Failures in the running 24 hours, for the card's long lock.
  day_failures smallint NOT NULL DEFAULT 0,
  day_started_at timestamptz NOT NULL,
  -- Locks in a row: each doubles the duration of an account's lock.
  locks smallint NOT NULL DEFAULT 0,
  locked_until timestamptz,
  -- A card that failed 10 times in 24 hours stays locked until a new code is issued.
  needs_new_code boolean NOT NULL DEFAULT false,
  PRIMARY KEY (brand_id, kind, identifier_hash),
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id)
);

-- Requests for codes by what was typed, known or not, as a keyed hash, so that the table does not tell which
-- card ids exist.
CREATE TABLE code_request (
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  card_id_hash bytea NOT NULL,
  -- Security clock.
  at timestamptz NOT NULL,
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id)
);
CREATE INDEX code_request_by_card_id ON code_request (brand_id, card_id_hash, at);

-- Sign-in attempts of an address in its running minute, for all servers together. It has no tenant: an
-- address is counted before its request is read. Unlogged: a crash loses one minute of counts.
CREATE UNLOGGED TABLE address_attempt (
  -- Keyed hash, so that the table does not list visitors.
  address_hash bytea PRIMARY KEY CHECK (octet_length(address_hash) = 32),
  -- Security clock.
  started_at timestamptz NOT NULL,
  attempts integer NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON address_attempt TO wattle_app;

-- A browser or phone of a web account.
CREATE TABLE device (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  web_account_id bigint NOT NULL,
  -- Chosen by the device. It names the device and gives access to nothing.
  uuid text NOT NULL CHECK (char_length(uuid) BETWEEN 8 AND 100),
  model text NOT NULL DEFAULT '',
  version text NOT NULL DEFAULT '',
  platform text NOT NULL DEFAULT '',
  name text NOT NULL DEFAULT '',
  registration_id text NOT NULL DEFAULT '',
  fcm_enabled boolean NOT NULL DEFAULT false,
  enabled boolean NOT NULL DEFAULT false,
  -- The offer of a passcode was declined permanently.
  passcode_alert_off boolean NOT NULL DEFAULT false,
  -- Null: known only because an offer was declined on it. Security clock, like the next.
  registered_at timestamptz,
  seen_at timestamptz NOT NULL,
  -- The offer of notices was answered, so it is not made again.
  notices_answered boolean NOT NULL DEFAULT false,
  UNIQUE (web_account_id, uuid),
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  FOREIGN KEY (tenant_id, web_account_id) REFERENCES web_account (tenant_id, id)
);
-- Finds who a browser belongs to that its push service no longer knows.
CREATE INDEX device_by_registration ON device (tenant_id, registration_id) WHERE registration_id <> '';

-- The passcode of a device, found by the keyed hash of the secret in that device's cookie. A copy of this
-- table, or the uuid, does not suffice to try a passcode.
CREATE TABLE device_passcode (
  secret_hash bytea PRIMARY KEY CHECK (octet_length(secret_hash) = 32),
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  web_account_id bigint NOT NULL,
  device_uuid text NOT NULL,
  -- User agent when the passcode was set.
  user_agent text NOT NULL,
  passcode_hash text NOT NULL,
  -- Security clock.
  set_at timestamptz NOT NULL,
  UNIQUE (web_account_id, device_uuid),
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  FOREIGN KEY (tenant_id, web_account_id) REFERENCES web_account (tenant_id, id)
);

-- Browsers that remember a username, found by the keyed hash of the secret in their cookie.
CREATE TABLE remembered_user (
  secret_hash bytea PRIMARY KEY CHECK (octet_length(secret_hash) = 32),
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  web_account_id bigint NOT NULL,
  -- Security clock.
  created_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  FOREIGN KEY (tenant_id, web_account_id) REFERENCES web_account (tenant_id, id)
);
CREATE INDEX remembered_user_by_web_account ON remembered_user (web_account_id);
CREATE INDEX remembered_user_by_end ON remembered_user (tenant_id, ends_at);

CREATE TABLE passkey (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  web_account_id bigint NOT NULL,
  -- Made by the authenticator; at most 1023 bytes (WebAuthn).
  credential_id bytea NOT NULL CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
  -- The host that it was made for. It signs for no other.
  rp_id text NOT NULL,
  -- COSE.
  public_key bytea NOT NULL,
  -- The authenticator's signature counter; 0 where it does not count.
  counter bigint NOT NULL CHECK (counter >= 0),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  -- Business clock, like the next: shown to its owner.
  added_at timestamptz NOT NULL,
  last_used_at timestamptz,
  UNIQUE (tenant_id, credential_id),
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  FOREIGN KEY (tenant_id, web_account_id) REFERENCES web_account (tenant_id, id)
);
CREATE INDEX passkey_by_web_account ON passkey (web_account_id);

-- Open challenges. An answer deletes its challenge, right or wrong.
CREATE TABLE passkey_challenge (
  challenge bytea PRIMARY KEY CHECK (octet_length(challenge) = 32),
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  -- To add a passkey: the session that asked. Null: to sign in.
  session_id uuid,
  rp_id text NOT NULL,
  -- Security clock.
  ends_at timestamptz NOT NULL,
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  FOREIGN KEY (tenant_id, session_id) REFERENCES session (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX passkey_challenge_by_end ON passkey_challenge (tenant_id, ends_at);
CREATE INDEX passkey_challenge_by_session ON passkey_challenge (session_id) WHERE session_id IS NOT NULL;

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['session', 'sign_in_guard', 'code_request', 'device', 'device_passcode',
                              'remembered_user', 'passkey', 'passkey_challenge'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = (SELECT current_tenant()))', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO wattle_app', name);
  END LOOP;
END
$$;
