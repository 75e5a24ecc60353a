-- The programme's staff, their sessions and second factors. All times are of the security clock.

-- A member of the programme's staff.
CREATE TABLE staff (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES tenant,
  -- Sign-in name, in lower case.
  name text NOT NULL CHECK (name ~ '^[a-z][a-z0-9.-]{1,39}$'),
  full_name text NOT NULL CHECK (full_name <> ''),
  role text NOT NULL CHECK (role IN ('viewer', 'agent', 'manager')),
  -- Argon2id with the pepper. Null until the member has set a password.
  password_hash text,
  passkey_handle bytea CHECK (octet_length(passkey_handle) = 32),
  -- A set-up code lets the member set a password, once and before it ends. A keyed hash is enough for it, because the
  -- code is random and long.
  set_up_hash bytea CHECK (octet_length(set_up_hash) = 32),
  set_up_ends_at timestamptz,
  -- All times of this file are of the security clock.
  created_at timestamptz NOT NULL,
  -- Set: no longer a member. The row stays, because requests and the audit log name it.
  ended_at timestamptz,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, name),
  CHECK ((set_up_hash IS NULL) = (set_up_ends_at IS NULL)),
  CHECK (set_up_hash IS NULL OR password_hash IS NULL)
);
CREATE UNIQUE INDEX staff_by_passkey_handle ON staff (tenant_id, passkey_handle) WHERE passkey_handle IS NOT NULL;
ALTER TABLE staff ENABLE ROW LEVEL SECURITY;
CREATE POLICY staff_tenant ON staff USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON staff TO wattle_app;
GRANT UPDATE (password_hash, set_up_hash, set_up_ends_at, ended_at, passkey_handle) ON staff TO wattle_app;

-- A signed-in member of staff.
CREATE TABLE staff_session (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  staff_id bigint NOT NULL,
  -- Keyed hash of the token. The token is known to its owner alone.
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  created_at timestamptz NOT NULL,
  last_active_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  revoked_at timestamptz,
  FOREIGN KEY (tenant_id, staff_id) REFERENCES staff (tenant_id, id)
);
CREATE INDEX staff_session_by_staff ON staff_session (staff_id) WHERE revoked_at IS NULL;
CREATE INDEX staff_session_by_end ON staff_session (tenant_id, ends_at);
ALTER TABLE staff_session ENABLE ROW LEVEL SECURITY;
CREATE POLICY staff_session_tenant ON staff_session USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON staff_session TO wattle_app;
GRANT UPDATE (last_active_at, revoked_at) ON staff_session TO wattle_app;

-- Failed sign-ins by the name that was typed, known or not, as a keyed hash.
CREATE TABLE staff_guard (
  tenant_id integer NOT NULL REFERENCES tenant,
  name_hash bytea NOT NULL,
  -- Failures since the last success or lock.
  failures smallint NOT NULL,
  -- Consecutive locks: each lasts twice as long as the one before.
  locks smallint NOT NULL,
  locked_until timestamptz,
  -- When the last attempt was counted.
  counted_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, name_hash)
);
ALTER TABLE staff_guard ENABLE ROW LEVEL SECURITY;
CREATE POLICY staff_guard_tenant ON staff_guard USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON staff_guard TO wattle_app;
GRANT UPDATE (failures, locks, locked_until, counted_at) ON staff_guard TO wattle_app;

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
