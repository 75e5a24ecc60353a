-- Activation of cards, and the terms that it asks for.

ALTER TABLE session DROP CONSTRAINT session_scope_check;
ALTER TABLE session ADD CONSTRAINT session_scope_check CHECK (scope IN
  ('card', 'password', 'passcode', 'cardaccess', 'accountnumber', 'verifyactivation'));
ALTER TABLE session DROP CONSTRAINT session_card_check;
ALTER TABLE session ADD CONSTRAINT session_card_check CHECK (CASE scope
  WHEN 'card' THEN card_id IS NOT NULL WHEN 'verifyactivation' THEN card_id IS NOT NULL
  WHEN 'cardaccess' THEN true ELSE card_id IS NULL END);

ALTER TABLE sign_in_guard DROP CONSTRAINT sign_in_guard_kind_check;
ALTER TABLE sign_in_guard ADD CONSTRAINT sign_in_guard_kind_check CHECK (kind ~ '^[a-z][a-zA-Z]*$');

-- Terms of a product. The one in force is the latest that has begun.
CREATE TABLE terms_version (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  product_id integer NOT NULL,
  version text NOT NULL,
  url text,
  -- Business day.
  begins_on date NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (product_id, version),
  FOREIGN KEY (tenant_id, product_id) REFERENCES product (tenant_id, id)
);

-- Who accepted which terms, when and from where. Never changed.
CREATE TABLE terms_acceptance (
  tenant_id integer NOT NULL,
  card_id bigint NOT NULL,
  terms_version_id integer NOT NULL,
  -- As the audit log names them.
  actor text NOT NULL,
  -- Security clock.
  accepted_at timestamptz NOT NULL,
  address text NOT NULL,
  user_agent text NOT NULL,
  PRIMARY KEY (card_id, terms_version_id),
  FOREIGN KEY (tenant_id, card_id) REFERENCES card (tenant_id, id),
  FOREIGN KEY (tenant_id, terms_version_id) REFERENCES terms_version (tenant_id, id)
);

-- The activation of a card: what was entered until it is activated, and what is done. What was entered is removed
-- with the activation.
CREATE TABLE activation (
  card_id bigint PRIMARY KEY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  -- Security clock.
  started_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  identity_proved_at timestamptz,
  -- Outcome of the electronic identity verification.
  kyc text NOT NULL DEFAULT 'open' CHECK (kyc IN ('open', 'verified', 'failed', 'locked')),
  consented_at timestamptz,
  -- The existing login that the card will belong to; once activated, the login that it belongs to.
  web_account_id bigint,
  -- Access details of a new login: username (null: its account number), email, number of the security question.
  access jsonb,
  password_hash text,
  security_answer_hash text,
  -- Who the new holder is and where they live, but the maiden name.
  entity jsonb,
  maiden_name_hash text,
  marketing_product boolean NOT NULL DEFAULT false,
  -- AES-256-GCM, the card's id as associated data.
  tfn_cipher bytea,
  tfn_key_version smallint,
  tax_exemption text,
  is_tax_file_put_off boolean NOT NULL DEFAULT false,
  activated_at timestamptz,
  UNIQUE (tenant_id, card_id),
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  FOREIGN KEY (tenant_id, card_id) REFERENCES card (tenant_id, id),
  FOREIGN KEY (tenant_id, web_account_id) REFERENCES web_account (tenant_id, id)
);
CREATE INDEX activation_by_web_account ON activation (web_account_id, changed_at);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['terms_version', 'terms_acceptance', 'activation'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = (SELECT current_tenant()))', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO wattle_app', name);
  END LOOP;
END
$$;
GRANT UPDATE ON activation TO wattle_app;

-- As in 0013, and the tax file numbers of activations.
CREATE OR REPLACE FUNCTION key_version_is_used(key_name text, key_version integer) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
AS $$
  SELECT CASE key_name
    WHEN 'pan' THEN EXISTS (SELECT 1 FROM card WHERE pan_key_version = key_version)
      OR EXISTS (SELECT 1 FROM holder WHERE tfn_key_version = key_version)
      OR EXISTS (SELECT 1 FROM outbox_message WHERE content_key_version = key_version)
      OR EXISTS (SELECT 1 FROM activation WHERE tfn_key_version = key_version)
    WHEN 'panIndex' THEN EXISTS (SELECT 1 FROM card WHERE pan_hash_key_version = key_version)
    ELSE true
  END
$$;
