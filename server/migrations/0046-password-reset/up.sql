-- Resets of forgotten passwords, and the backup tokens that support gives.

-- When a contact last changed, security clock: for two days no code goes to the new one.
ALTER TABLE holder ADD COLUMN email_changed_at timestamptz;
ALTER TABLE holder ADD COLUMN mobile_changed_at timestamptz;

-- A backup token stands in for the security answer, and for the code of a reset. Good once.
CREATE TABLE backup_token (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  web_account_id bigint NOT NULL,
  -- Keyed hash: the token is random and shown to nobody again.
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

-- A reset that was asked for, by whatever name, known or not: both cost the same and are counted alike.
CREATE TABLE password_reset (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  way text NOT NULL CHECK (way IN ('link', 'account')),
  -- Keyed hash of the token of 256 bits.
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  -- Keyed hash of whom it is for, or of what was typed where that names nobody.
  subject_hash bytea NOT NULL CHECK (octet_length(subject_hash) = 32),
  -- Null: nobody's.
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

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['backup_token', 'password_reset'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = (SELECT current_tenant()))', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO wattle_app', name);
  END LOOP;
END
$$;
