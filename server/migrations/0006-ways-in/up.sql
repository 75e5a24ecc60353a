-- More ways in: restricted tokens, devices with a passcode, remembered usernames, and a count of
-- sign-in attempts that several servers share.

ALTER TABLE session DROP CONSTRAINT session_scope_check;
ALTER TABLE session DROP CONSTRAINT session_check;
ALTER TABLE session DROP CONSTRAINT session_check1;
ALTER TABLE session
  ADD CONSTRAINT session_scope_check
    CHECK (scope IN ('card', 'password', 'passcode', 'cardaccess', 'accountnumber')),
  -- Keyed hash of the number that a restricted session was given for, known or not: its guesses are
  -- counted under it.
  ADD COLUMN subject_hash bytea,
  ADD CONSTRAINT session_subject_check
    CHECK ((scope IN ('cardaccess', 'accountnumber')) = (subject_hash IS NOT NULL)),
  -- A restricted session of an unknown number has neither card nor web account.
  ADD CONSTRAINT session_card_check CHECK (CASE scope
    WHEN 'card' THEN card_id IS NOT NULL WHEN 'cardaccess' THEN true ELSE card_id IS NULL END),
  ADD CONSTRAINT session_web_account_check CHECK (CASE scope
    WHEN 'password' THEN web_account_id IS NOT NULL WHEN 'passcode' THEN web_account_id IS NOT NULL
    WHEN 'accountnumber' THEN true ELSE web_account_id IS NULL END);

ALTER TABLE sign_in_guard DROP CONSTRAINT sign_in_guard_kind_check;
ALTER TABLE sign_in_guard ADD CONSTRAINT sign_in_guard_kind_check
  CHECK (kind IN ('card', 'account', 'cardAccessPin', 'passcode', 'currentPassword'));

-- A browser or phone of a web account.
CREATE TABLE device (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  web_account_id bigint NOT NULL,
  -- What the device calls itself. It names the device and opens nothing.
  uuid text NOT NULL CHECK (char_length(uuid) BETWEEN 8 AND 100),
  model text NOT NULL DEFAULT '',
  version text NOT NULL DEFAULT '',
  platform text NOT NULL DEFAULT '',
  name text NOT NULL DEFAULT '',
  registration_id text NOT NULL DEFAULT '',
  fcm_enabled boolean NOT NULL DEFAULT false,
  enabled boolean NOT NULL DEFAULT false,
  -- The offer of a passcode was declined for good.
  passcode_alert_off boolean NOT NULL DEFAULT false,
  -- Null: known only because an offer was declined on it. Security clock, like the next.
  registered_at timestamptz,
  seen_at timestamptz NOT NULL,
  UNIQUE (web_account_id, uuid),
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  FOREIGN KEY (tenant_id, web_account_id) REFERENCES web_account (tenant_id, id)
);

-- The passcode of a device, found by the keyed hash of the secret in that device's cookie: whoever
-- has a copy of this table, or knows the uuid, still cannot try a passcode.
CREATE TABLE device_passcode (
  secret_hash bytea PRIMARY KEY CHECK (octet_length(secret_hash) = 32),
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  web_account_id bigint NOT NULL,
  device_uuid text NOT NULL,
  -- As the device called its browser when the passcode was set.
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

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['device', 'device_passcode', 'remembered_user'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = current_tenant())', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO wattle_app', name);
  END LOOP;
END
$$;

-- Sign-in attempts of an address in its running minute, for all servers together. Of no tenant: an
-- address is counted before it says what it wants. Unlogged: a crash forgets a minute, no more.
CREATE UNLOGGED TABLE address_attempt (
  -- Keyed hash, so that the table is no list of visitors.
  address_hash bytea PRIMARY KEY CHECK (octet_length(address_hash) = 32),
  -- Security clock.
  started_at timestamptz NOT NULL,
  attempts integer NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON address_attempt TO wattle_app;
