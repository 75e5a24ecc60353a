-- When the person of a session last gave a password, a passkey or another proof in it. Security clock.
ALTER TABLE session ADD COLUMN proved_at timestamptz;

-- When a forgotten password was set anew. For a day it proves nothing for money. Security clock.
ALTER TABLE web_account ADD COLUMN password_reset_at timestamptz;

-- What a passkey is asked to agree to: digest of purpose and content. Null: to sign in, or to be added.
ALTER TABLE passkey_challenge ADD COLUMN for_digest bytea CHECK (octet_length(for_digest) = 32);

-- Proofs that are good for one act, until it is carried out. The act deletes its proof in its transaction.
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
