-- How people get back in, change their contacts and sign up by account number.

-- A backup token stands in for the security answer, and for the code of a reset. Good once.
CREATE TABLE backup_token (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  web_account_id bigint NOT NULL,
  -- Keyed hash: the token is random and never shown again.
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  wrong_tries smallint NOT NULL DEFAULT 0,
  -- Security clock, like the next.
  issued_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  -- Used, tried too often, or replaced by another one.
  over_at timestamptz,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, web_account_id) REFERENCES web_account (tenant_id, id)
);
CREATE UNIQUE INDEX backup_token_in_force ON backup_token (web_account_id) WHERE over_at IS NULL;
CREATE INDEX backup_token_by_end ON backup_token (tenant_id, ends_at);
ALTER TABLE backup_token ENABLE ROW LEVEL SECURITY;
CREATE POLICY backup_token_tenant ON backup_token USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON backup_token TO wattle_app;

-- A reset that was asked for, by whatever name, known or not: both cost the same and are counted alike.
CREATE TABLE password_reset (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  way text NOT NULL CHECK (way IN ('link', 'account')),
  -- Keyed hash of the token of 256 bits.
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  -- Keyed hash of the person that it is for, or of the typed text if it names no one.
  subject_hash bytea NOT NULL CHECK (octet_length(subject_hash) = 32),
  -- Null: no one's.
  web_account_id bigint,
  -- Of a reset by account number: it ends with its session.
  session_id uuid,
  -- Security clock, like all that follow.
  created_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  wrong_tries smallint NOT NULL DEFAULT 0,
  answered_at timestamptz,
  backup_token_id uuid,
  -- Argon2id of the newest code that was sent.
  code_hash text,
  code_sent_at timestamptz,
  codes_sent smallint NOT NULL DEFAULT 0,
  wrong_codes smallint NOT NULL DEFAULT 0,
  code_proved_at timestamptz,
  identity_proved_at timestamptz,
  -- Used, or answered wrongly too often.
  over_at timestamptz,
  CHECK ((way = 'account') = (session_id IS NOT NULL)),
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  FOREIGN KEY (tenant_id, web_account_id) REFERENCES web_account (tenant_id, id),
  FOREIGN KEY (tenant_id, session_id) REFERENCES session (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, backup_token_id) REFERENCES backup_token (tenant_id, id)
);
CREATE INDEX password_reset_by_subject ON password_reset (tenant_id, subject_hash, created_at);
CREATE INDEX password_reset_by_session ON password_reset (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX password_reset_by_web_account ON password_reset (web_account_id) WHERE over_at IS NULL;
CREATE INDEX password_reset_by_backup_token ON password_reset (backup_token_id) WHERE backup_token_id IS NOT NULL;
CREATE INDEX password_reset_by_end ON password_reset (tenant_id, ends_at);
ALTER TABLE password_reset ENABLE ROW LEVEL SECURITY;
CREATE POLICY password_reset_tenant ON password_reset USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON password_reset TO wattle_app;

-- A change of an email address or a mobile number: proved by a code that is sent there, undone from the old one.
CREATE TABLE contact_change (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  web_account_id bigint NOT NULL,
  holder_id bigint NOT NULL,
  channel text NOT NULL CHECK (channel IN ('email', 'mobile')),
  old_value text NOT NULL,
  -- What the change takes away, kept until it can no longer be undone. When the old contact had last changed; null:
  -- not known.
  old_changed_at timestamptz,
  -- The username and the sign-in names of before: [{"kind": "email", "name": "robin@example.com"}].
  old_username text,
  old_names jsonb,
  -- The security question of before, with its answer (Argon2id). Null: there was none.
  old_question smallint,
  old_answer_hash text,
  new_value text NOT NULL,
  -- Argon2id; null once it was right.
  code_hash text,
  wrong_codes smallint NOT NULL DEFAULT 0,
  -- Security clock, like all that follow.
  asked_at timestamptz NOT NULL,
  proved_at timestamptz,
  -- Keyed hash of the token that undoes it.
  undo_hash bytea UNIQUE CHECK (octet_length(undo_hash) = 32),
  undone_at timestamptz,
  -- Replaced by another change before it was proved.
  dropped_at timestamptz,
  -- When the undo of an earlier change, or a change back, has ended this one. Security clock.
  ended_at timestamptz,
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  FOREIGN KEY (tenant_id, web_account_id) REFERENCES web_account (tenant_id, id),
  FOREIGN KEY (tenant_id, holder_id) REFERENCES holder (tenant_id, id)
);
CREATE INDEX contact_change_by_web_account ON contact_change (web_account_id, channel, asked_at);
CREATE INDEX contact_change_by_time ON contact_change (tenant_id, asked_at);
CREATE INDEX contact_change_by_holder ON contact_change (holder_id, channel, proved_at);
ALTER TABLE contact_change ENABLE ROW LEVEL SECURITY;
CREATE POLICY contact_change_tenant ON contact_change USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON contact_change TO wattle_app;

-- A sign-up by account number that waits for its code, for whatever number, known or not: both cost the same and are
-- counted alike.
CREATE TABLE sign_up (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  -- Keyed hash of the token of 256 bits.
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  -- Keyed hash of the number that was typed.
  subject_hash bytea NOT NULL CHECK (octet_length(subject_hash) = 32),
  -- Null: no code was sent, because no login can be made for the number, or no contact of its holder may get one.
  member_account_id bigint,
  -- Argon2id of the code. Without an account it belongs to no one.
  code_hash text,
  wrong_codes smallint NOT NULL DEFAULT 0,
  -- Security clock, like all that follow.
  created_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  proved_at timestamptz,
  made_at timestamptz,
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id)
);
CREATE INDEX sign_up_by_subject ON sign_up (tenant_id, subject_hash, created_at);
CREATE INDEX sign_up_by_end ON sign_up (tenant_id, ends_at);
ALTER TABLE sign_up ENABLE ROW LEVEL SECURITY;
CREATE POLICY sign_up_tenant ON sign_up USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_up TO wattle_app;
