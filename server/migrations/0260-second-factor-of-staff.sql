-- Second factors of the programme's staff. All times are of the security clock. A server of the release before signs
-- staff in by password alone while one runs.

ALTER TABLE staff ADD COLUMN passkey_handle bytea CHECK (octet_length(passkey_handle) = 32);
CREATE UNIQUE INDEX staff_by_passkey_handle ON staff (tenant_id, passkey_handle) WHERE passkey_handle IS NOT NULL;
GRANT UPDATE (passkey_handle) ON staff TO wattle_app;

-- The secret that a member's authenticator app shares.
CREATE TABLE staff_totp (
  tenant_id integer NOT NULL,
  staff_id bigint NOT NULL,
  -- Sealed: AES-256-GCM, bound to its owner.
  secret_cipher bytea NOT NULL,
  key_version integer NOT NULL,
  -- The latest step of 30 seconds whose code was used: a code counts once.
  last_step bigint NOT NULL,
  added_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, staff_id),
  FOREIGN KEY (tenant_id, staff_id) REFERENCES staff (tenant_id, id)
);
ALTER TABLE staff_totp ENABLE ROW LEVEL SECURITY;
CREATE POLICY staff_totp_tenant ON staff_totp USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON staff_totp TO wattle_app;
GRANT UPDATE (secret_cipher, key_version, last_step, added_at) ON staff_totp TO wattle_app;

CREATE TABLE staff_passkey (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  staff_id bigint NOT NULL,
  credential_id bytea NOT NULL,
  -- The host that it was made for.
  rp_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  name text NOT NULL CHECK (name <> ''),
  added_at timestamptz NOT NULL,
  last_used_at timestamptz,
  UNIQUE (tenant_id, credential_id),
  FOREIGN KEY (tenant_id, staff_id) REFERENCES staff (tenant_id, id)
);
CREATE INDEX staff_passkey_by_staff ON staff_passkey (tenant_id, staff_id);
ALTER TABLE staff_passkey ENABLE ROW LEVEL SECURITY;
CREATE POLICY staff_passkey_tenant ON staff_passkey USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON staff_passkey TO wattle_app;
GRANT UPDATE (counter, last_used_at) ON staff_passkey TO wattle_app;

-- A challenge that a passkey has answered: it counts once.
CREATE TABLE staff_challenge (
  tenant_id integer NOT NULL REFERENCES tenant,
  challenge bytea NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, challenge)
);
CREATE INDEX staff_challenge_by_end ON staff_challenge (tenant_id, ends_at);
ALTER TABLE staff_challenge ENABLE ROW LEVEL SECURITY;
CREATE POLICY staff_challenge_tenant ON staff_challenge USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON staff_challenge TO wattle_app;

-- A second factor that a member is setting up.
CREATE TABLE staff_enrolment (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  staff_id bigint NOT NULL,
  -- Keyed hash of its token.
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  -- The secret that an app would share from then on, sealed.
  secret_cipher bytea NOT NULL,
  key_version integer NOT NULL,
  -- What a new passkey signs, and the host that it is made for; null where there are no passkeys.
  challenge bytea,
  rp_id text,
  wrong_codes smallint NOT NULL DEFAULT 0,
  ends_at timestamptz NOT NULL,
  CHECK ((challenge IS NULL) = (rp_id IS NULL)),
  FOREIGN KEY (tenant_id, staff_id) REFERENCES staff (tenant_id, id)
);
CREATE INDEX staff_enrolment_by_staff ON staff_enrolment (tenant_id, staff_id);
CREATE INDEX staff_enrolment_by_end ON staff_enrolment (tenant_id, ends_at);
ALTER TABLE staff_enrolment ENABLE ROW LEVEL SECURITY;
CREATE POLICY staff_enrolment_tenant ON staff_enrolment USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON staff_enrolment TO wattle_app;
GRANT UPDATE (wrong_codes) ON staff_enrolment TO wattle_app;
