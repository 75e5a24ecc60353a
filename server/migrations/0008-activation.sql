-- Activation of cards: terms, identity questions and electronic verification.

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
ALTER TABLE terms_version ENABLE ROW LEVEL SECURITY;
CREATE POLICY terms_version_tenant ON terms_version USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON terms_version TO wattle_app;

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
ALTER TABLE terms_acceptance ENABLE ROW LEVEL SECURITY;
CREATE POLICY terms_acceptance_tenant ON terms_acceptance USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON terms_acceptance TO wattle_app;

-- The activation of a card: what was entered until it is activated, and what is done. What was entered is removed
-- with the activation.
CREATE TABLE activation (
  card_id bigint PRIMARY KEY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  -- An upgrade of a card by someone without a login is an activation with another end.
  purpose text NOT NULL DEFAULT 'activation'
    CHECK (purpose IN ('activation', 'upgrade')),
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
  -- Whether the new holder wants news of the programme, and of its products.
  marketing_cfs boolean NOT NULL DEFAULT false,
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
ALTER TABLE activation ENABLE ROW LEVEL SECURITY;
CREATE POLICY activation_tenant ON activation USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE ON activation TO wattle_app;

-- A question that the programme gives with a card.
CREATE TABLE identity_question (
  -- Random: names the question outside.
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  card_id bigint NOT NULL,
  position smallint NOT NULL CHECK (position BETWEEN 1 AND 5),
  -- By language: {"enAU": "…", "zhCN": "…"}.
  question jsonb NOT NULL,
  -- At most 5; null: the answer is typed.
  choices text[] CHECK (array_length(choices, 1) BETWEEN 2 AND 5),
  -- Argon2id of the folded answer, never the answer.
  answer_hash text NOT NULL,
  UNIQUE (card_id, position),
  FOREIGN KEY (tenant_id, card_id) REFERENCES card (tenant_id, id)
);
ALTER TABLE identity_question ENABLE ROW LEVEL SECURITY;
CREATE POLICY identity_question_tenant ON identity_question USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON identity_question TO wattle_app;

-- A verification by the identity service. The documents that were typed are not kept.
CREATE TABLE kyc_case (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  member_account_id bigint NOT NULL,
  -- Null until the card has a holder.
  holder_id bigint,
  state text NOT NULL CHECK (state IN ('Open', 'Verified', 'Pending', 'NotVerified', 'LockedOut')),
  -- The service's own words; null until it was asked, or where the desk passed the case by hand.
  outcome text,
  rule text NOT NULL,
  -- Names the verification at the service.
  reference text NOT NULL,
  -- Opens the person's part: AES-256-GCM, the case's id as associated data. Removed with the verdict.
  user_token_cipher bytea,
  user_token_key_version smallint,
  -- The name that a signed-in holder gives, as their document has it. It becomes the holder's name with the verdict
  -- and is removed then.
  name_cipher bytea,
  name_key_version smallint,
  -- Keyed hash of who was registered: a result counts for that person alone.
  person_hash bytea NOT NULL CHECK (octet_length(person_hash) = 32),
  -- The details that it is about: its verdict counts for exactly these. Null: compared by person_hash.
  details_hash bytea CHECK (octet_length(details_hash) = 32),
  -- Business clock, like the next.
  started_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id),
  FOREIGN KEY (tenant_id, holder_id) REFERENCES holder (tenant_id, id)
);
CREATE INDEX kyc_case_by_account ON kyc_case (member_account_id, started_at);
-- The tries of a holder count over all accounts.
CREATE INDEX kyc_case_by_holder ON kyc_case (holder_id, started_at) WHERE holder_id IS NOT NULL;
ALTER TABLE kyc_case ENABLE ROW LEVEL SECURITY;
CREATE POLICY kyc_case_tenant ON kyc_case USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON kyc_case TO wattle_app;
GRANT UPDATE (holder_id, state, outcome, rule, user_token_cipher, user_token_key_version, changed_at,
    name_cipher, name_key_version)
  ON kyc_case TO wattle_app;
-- A case's id is the associated data of its token, so it is drawn before the row is written.
GRANT USAGE ON SEQUENCE kyc_case_id_seq TO wattle_app;

-- The sessions that have registered a case or gone on with it. No other session may ask about it.
CREATE TABLE kyc_case_session (
  tenant_id integer NOT NULL,
  session_id uuid NOT NULL,
  case_id bigint NOT NULL,
  -- The highest is the session's last one.
  turn integer NOT NULL CHECK (turn > 0),
  PRIMARY KEY (session_id, case_id),
  FOREIGN KEY (tenant_id, session_id) REFERENCES session (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, case_id) REFERENCES kyc_case (tenant_id, id)
);
ALTER TABLE kyc_case_session ENABLE ROW LEVEL SECURITY;
CREATE POLICY kyc_case_session_tenant ON kyc_case_session USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON kyc_case_session TO wattle_app;
GRANT UPDATE (turn) ON kyc_case_session TO wattle_app;
