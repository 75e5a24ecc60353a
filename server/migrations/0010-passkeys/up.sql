-- Passkeys of web accounts, and the challenges that they sign.

-- What an authenticator knows a web account by: random, so that it tells nothing. Made with the first
-- passkey.
ALTER TABLE web_account
  ADD COLUMN passkey_handle bytea CHECK (octet_length(passkey_handle) = 32);
CREATE UNIQUE INDEX web_account_by_passkey_handle ON web_account (passkey_handle);

CREATE TABLE passkey (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  web_account_id bigint NOT NULL,
  -- Made by the authenticator; at most 1023 bytes (WebAuthn).
  credential_id bytea NOT NULL CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
  -- The host that it was made for: it signs for no other.
  rp_id text NOT NULL,
  -- COSE.
  public_key bytea NOT NULL,
  -- How often the authenticator says that it has signed; 0 where it does not count.
  counter bigint NOT NULL CHECK (counter >= 0),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  -- Shown to its owner, so by the business clock, like the next.
  added_at timestamptz NOT NULL,
  last_used_at timestamptz,
  UNIQUE (tenant_id, credential_id),
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  FOREIGN KEY (tenant_id, web_account_id) REFERENCES web_account (tenant_id, id)
);
CREATE INDEX passkey_by_web_account ON passkey (web_account_id);

-- Challenges that nobody has answered yet. The answer deletes its own, right or wrong.
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
  FOREACH name IN ARRAY ARRAY['passkey', 'passkey_challenge'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = current_tenant())', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO wattle_app', name);
  END LOOP;
END
$$;
