-- Sign-ups by account number that wait for their code, for whatever number, known or not: both cost the same and are
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
  -- Argon2id of the code. Without an account it is the code of nobody.
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

COMMENT ON COLUMN web_account.password_reset_at IS
  'When the password was last set by somebody who was not signed in: a reset, or a sign-up by account number. Null: '
  'never. For a day it proves no money, nothing new is paid and no contact is changed. Security clock.';
