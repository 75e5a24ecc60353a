-- Identity questions of cards, and cases of electronic verification.

-- Questions that the programme gives with a card.
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

-- A verification by the identity service. Nothing that was typed is kept.
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
  -- Keyed hash of who was registered: a result counts for that person alone.
  person_hash bytea NOT NULL CHECK (octet_length(person_hash) = 32),
  -- Business clock, like the next.
  started_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id),
  FOREIGN KEY (tenant_id, holder_id) REFERENCES holder (tenant_id, id)
);
CREATE INDEX kyc_case_by_account ON kyc_case (member_account_id, started_at);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['identity_question', 'kyc_case'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = (SELECT current_tenant()))', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO wattle_app', name);
  END LOOP;
END
$$;
GRANT UPDATE (holder_id, state, outcome, rule, changed_at, user_token_cipher, user_token_key_version)
  ON kyc_case TO wattle_app;
-- A case's id is the associated data of its token, so it is drawn before the row is written.
GRANT USAGE ON SEQUENCE kyc_case_id_seq TO wattle_app;
