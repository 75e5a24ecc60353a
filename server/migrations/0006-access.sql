-- Sessions, lockouts, devices with their passcodes, remembered usernames, passkeys and proofs.

-- A signed-in person, or a restricted session that proves one thing.
CREATE TABLE session (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  scope text NOT NULL
    CHECK (scope IN ('card', 'password', 'passcode', 'cardaccess', 'accountnumber', 'verifyactivation', 'view')),
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
  -- When its person last gave a password, a passkey or another proof in it.
  proved_at timestamptz,
  revoked_at timestamptz,
  revoked_because text,
  user_agent text NOT NULL DEFAULT '',
  -- Where it was opened. Sessions are deleted a day after their end.
  address inet,
  -- Keyed hash of the number that a restricted session was given for, known or not. Its guesses are counted under it.
  subject_hash bytea,
  -- When the latest proof of presence was taken, whatever it was given for: a reference that is a card number is
  -- shown whole to its payer for five minutes after it. A proof for a single payment is one too, unlike in proved_at.
  any_proof_at timestamptz,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  FOREIGN KEY (tenant_id, web_account_id) REFERENCES web_account (tenant_id, id),
  FOREIGN KEY (tenant_id, card_id) REFERENCES card (tenant_id, id),
  FOREIGN KEY (tenant_id, holder_id) REFERENCES holder (tenant_id, id),
  CONSTRAINT session_subject_check CHECK ((scope IN ('cardaccess', 'accountnumber')) = (subject_hash IS NOT NULL)),
  CONSTRAINT session_web_account_check CHECK (CASE scope
    WHEN 'password' THEN web_account_id IS NOT NULL WHEN 'passcode' THEN web_account_id IS NOT NULL
    WHEN 'view' THEN web_account_id IS NOT NULL
    WHEN 'accountnumber' THEN true ELSE web_account_id IS NULL END),
  CONSTRAINT session_card_check CHECK (CASE scope
    WHEN 'card' THEN card_id IS NOT NULL WHEN 'verifyactivation' THEN card_id IS NOT NULL
    WHEN 'cardaccess' THEN true ELSE card_id IS NULL END)
);
CREATE INDEX session_by_web_account ON session (web_account_id) WHERE revoked_at IS NULL;
CREATE INDEX session_by_end ON session (ends_at);
-- Sessions of a person, ended ones too.
CREATE INDEX session_of_person ON session (tenant_id, holder_id, created_at) WHERE holder_id IS NOT NULL;
CREATE INDEX session_begun ON session (tenant_id, created_at);
ALTER TABLE session ENABLE ROW LEVEL SECURITY;
CREATE POLICY session_tenant ON session USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON session TO wattle_app;

-- Failed sign-ins by what was typed, known or not, as a keyed hash. An unknown name locks like a known one, and the
-- table does not tell which is which.
CREATE TABLE sign_in_guard (
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  kind text NOT NULL CHECK (kind ~ '^[a-z][a-zA-Z]*$'),
  identifier_hash bytea NOT NULL,
  -- Failures since the last success or lock.
  failures smallint NOT NULL DEFAULT 0,
  -- Failures in the running 24 hours, for the card's long lock.
  day_failures smallint NOT NULL DEFAULT 0,
  day_started_at timestamptz NOT NULL,
  -- Locks in a row: each doubles the duration of an account's lock.
  locks smallint NOT NULL DEFAULT 0,
  locked_until timestamptz,
  PRIMARY KEY (brand_id, kind, identifier_hash),
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id)
);
ALTER TABLE sign_in_guard ENABLE ROW LEVEL SECURITY;
CREATE POLICY sign_in_guard_tenant ON sign_in_guard USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_guard TO wattle_app;

-- Requests for codes by what was typed, known or not, as a keyed hash, so that the table does not tell which card ids
-- exist.
CREATE TABLE code_request (
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  card_id_hash bytea NOT NULL,
  -- Security clock.
  at timestamptz NOT NULL,
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id)
);
CREATE INDEX code_request_by_card_id ON code_request (brand_id, card_id_hash, at);
ALTER TABLE code_request ENABLE ROW LEVEL SECURITY;
CREATE POLICY code_request_tenant ON code_request USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON code_request TO wattle_app;

-- Sign-in attempts of an address in its running minute, for all servers together. It has no tenant: an address is
-- counted before its request is read. Unlogged: a crash loses one minute of counts.
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
ALTER TABLE device ENABLE ROW LEVEL SECURITY;
CREATE POLICY device_tenant ON device USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON device TO wattle_app;

-- The passcode of a device, found by the keyed hash of the secret in that device's cookie. A copy of this table, or
-- the uuid, does not suffice to try a passcode.
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
ALTER TABLE device_passcode ENABLE ROW LEVEL SECURITY;
CREATE POLICY device_passcode_tenant ON device_passcode USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON device_passcode TO wattle_app;

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
ALTER TABLE remembered_user ENABLE ROW LEVEL SECURITY;
CREATE POLICY remembered_user_tenant ON remembered_user USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON remembered_user TO wattle_app;

-- A passkey of a web account (WebAuthn).
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
  -- When it was made, by the security clock; null: not known. added_at is business time, which a sandbox moves.
  made_at timestamptz,
  UNIQUE (tenant_id, credential_id),
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  FOREIGN KEY (tenant_id, web_account_id) REFERENCES web_account (tenant_id, id)
);
CREATE INDEX passkey_by_web_account ON passkey (web_account_id);
ALTER TABLE passkey ENABLE ROW LEVEL SECURITY;
CREATE POLICY passkey_tenant ON passkey USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON passkey TO wattle_app;

-- Open challenges. An answer deletes its challenge, right or wrong.
CREATE TABLE passkey_challenge (
  challenge bytea PRIMARY KEY CHECK (octet_length(challenge) = 32),
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  -- To add a passkey: the session that asked. Null: to sign in.
  session_id uuid,
  -- Digest of the purpose and content that a passkey is asked to agree to. Null: to sign in, or to be added.
  for_digest bytea CHECK (octet_length(for_digest) = 32),
  rp_id text NOT NULL,
  -- Security clock.
  ends_at timestamptz NOT NULL,
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  FOREIGN KEY (tenant_id, session_id) REFERENCES session (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX passkey_challenge_by_end ON passkey_challenge (tenant_id, ends_at);
CREATE INDEX passkey_challenge_by_session ON passkey_challenge (session_id) WHERE session_id IS NOT NULL;
ALTER TABLE passkey_challenge ENABLE ROW LEVEL SECURITY;
CREATE POLICY passkey_challenge_tenant ON passkey_challenge USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON passkey_challenge TO wattle_app;

-- A proof that is good for one act. The act deletes it in its transaction.
CREATE TABLE step_up_proof (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  session_id uuid NOT NULL,
  -- Who has given it, as keys and audit lines name them: web:12, card:7.
  owner text NOT NULL,
  -- SHA-256 of purpose and content: it is good for exactly that.
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  -- Security clock.
  ends_at timestamptz NOT NULL,
  FOREIGN KEY (tenant_id, session_id) REFERENCES session (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX step_up_proof_by_owner ON step_up_proof (tenant_id, owner, digest);
CREATE INDEX step_up_proof_by_session ON step_up_proof (session_id);
CREATE INDEX step_up_proof_by_end ON step_up_proof (tenant_id, ends_at);
ALTER TABLE step_up_proof ENABLE ROW LEVEL SECURITY;
CREATE POLICY step_up_proof_tenant ON step_up_proof USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON step_up_proof TO wattle_app;

-- A ticket for a document: it stands in for the bearer token, which a form cannot carry.
CREATE TABLE download_ticket (
  -- HMAC-SHA-256 of the ticket, which only the browser keeps.
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  tenant_id integer NOT NULL,
  -- Who asked. Where the session ends, so does the ticket.
  session_id uuid NOT NULL,
  -- HMAC-SHA-256 of the cookie that was set with it.
  cookie_hash bytea NOT NULL CHECK (octet_length(cookie_hash) = 32),
  -- Name of the document in the contract.
  kind text NOT NULL,
  -- As its schema has checked them.
  parameters jsonb NOT NULL,
  language text NOT NULL CHECK (language IN ('enAU', 'zhCN')),
  -- Security clock.
  ends_at timestamptz NOT NULL,
  used_at timestamptz,
  FOREIGN KEY (tenant_id, session_id) REFERENCES session (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX download_ticket_by_session ON download_ticket (session_id, ends_at);
ALTER TABLE download_ticket ENABLE ROW LEVEL SECURITY;
CREATE POLICY download_ticket_tenant ON download_ticket USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON download_ticket TO wattle_app;
GRANT UPDATE (used_at) ON download_ticket TO wattle_app;
