-- Files of people and cards that staff send at the desk: what was read of each row, and what became of it.
CREATE TABLE people_file (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES tenant (id),
  brand_id integer NOT NULL REFERENCES brand (id),
  -- As the sender's file was named.
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  -- Keyed hash of its bytes and of how its days were read: sent again, it is the same file.
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  columns text[] NOT NULL,
  -- Order of days that do not say it.
  days text CHECK (days IN ('day-first', 'month-first')),
  state text NOT NULL CHECK (state IN ('Ready', 'Adding', 'Done', 'Dropped')),
  -- Raised by each change of a row. What a second person approves is one version.
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  -- Rows by their state.
  good integer NOT NULL CHECK (good >= 0),
  doubtful integer NOT NULL CHECK (doubtful >= 0),
  wrong integer NOT NULL CHECK (wrong >= 0),
  known integer NOT NULL CHECK (known >= 0),
  added integer NOT NULL DEFAULT 0 CHECK (added >= 0),
  refused integer NOT NULL DEFAULT 0 CHECK (refused >= 0),
  sent_by bigint NOT NULL,
  -- Business time.
  sent_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- When what it says of people was erased.
  erased_at timestamptz,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, sent_by) REFERENCES staff (tenant_id, id),
  CONSTRAINT people_file_end CHECK ((state IN ('Done', 'Dropped')) = (ended_at IS NOT NULL))
);
CREATE UNIQUE INDEX people_file_sent ON people_file (tenant_id, brand_id, digest) WHERE state <> 'Dropped';
CREATE INDEX people_file_to_erase ON people_file (tenant_id, sent_at) WHERE erased_at IS NULL;
ALTER TABLE people_file ENABLE ROW LEVEL SECURITY;
CREATE POLICY people_file_tenant ON people_file USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON people_file TO wattle_app;
-- Its rows are sealed with its id before it is inserted.
GRANT USAGE ON SEQUENCE people_file_id_seq TO wattle_app;
GRANT UPDATE (columns, state, version, good, doubtful, wrong, known, added, refused, ended_at, erased_at)
  ON people_file TO wattle_app;

CREATE TABLE people_file_row (
  tenant_id integer NOT NULL,
  file_id bigint NOT NULL,
  -- Place in the sheet; the header is 1.
  number integer NOT NULL CHECK (number BETWEEN 1 AND 999999),
  -- Line of the file.
  line integer NOT NULL CHECK (line > 0),
  state text NOT NULL CHECK (state IN ('Good', 'Doubtful', 'Wrong', 'Known', 'Added', 'Refused')),
  -- Someone has said that a doubtful row is another person.
  is_kept boolean NOT NULL DEFAULT false,
  -- Given by the issuer; empty if it is not a reference.
  reference text NOT NULL,
  -- Values by column, as JSON. Null: the row was added, or the file was erased.
  cells_cipher bytea,
  cells_key_version smallint,
  -- What is wrong, by column: no value of the row.
  findings jsonb NOT NULL DEFAULT '[]',
  -- Holders and rows that may be the same person or card.
  doubts jsonb NOT NULL DEFAULT '[]',
  -- Keyed hashes of what only one row may have.
  marks text[] NOT NULL DEFAULT '{}',
  -- What would be made of it.
  product_id integer,
  is_person boolean NOT NULL DEFAULT false,
  is_made boolean NOT NULL DEFAULT false,
  has_letter boolean NOT NULL DEFAULT false,
  code_by text CHECK (code_by IN ('sms', 'email', 'off')),
  -- The card that was made of it.
  card_id bigint,
  PRIMARY KEY (file_id, number),
  FOREIGN KEY (tenant_id, file_id) REFERENCES people_file (tenant_id, id),
  FOREIGN KEY (tenant_id, card_id) REFERENCES card (tenant_id, id),
  CONSTRAINT people_file_row_cells CHECK ((cells_cipher IS NULL) = (cells_key_version IS NULL))
);
CREATE INDEX people_file_row_by_state ON people_file_row (tenant_id, file_id, state, number);
CREATE INDEX people_file_row_of_card ON people_file_row (tenant_id, card_id) WHERE card_id IS NOT NULL;
ALTER TABLE people_file_row ENABLE ROW LEVEL SECURITY;
CREATE POLICY people_file_row_tenant ON people_file_row USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON people_file_row TO wattle_app;
GRANT UPDATE (state, is_kept, reference, cells_cipher, cells_key_version, findings, doubts, marks, product_id, is_person,
    is_made, has_letter, code_by, card_id)
  ON people_file_row TO wattle_app;

-- People of one name and birthday, among a million.
CREATE INDEX holder_by_birth_and_name ON holder (tenant_id, date_of_birth, surname_folded);

-- A version of the data key is used by what it has sealed.
CREATE OR REPLACE FUNCTION key_version_is_used(key_name text, key_version integer) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT CASE key_name
    WHEN 'pan' THEN EXISTS (SELECT 1 FROM card WHERE pan_key_version = key_version)
      OR EXISTS (SELECT 1 FROM holder WHERE tfn_key_version = key_version)
      OR EXISTS (SELECT 1 FROM outbox_message WHERE content_key_version = key_version)
      OR EXISTS (SELECT 1 FROM activation WHERE tfn_key_version = key_version)
      OR EXISTS (SELECT 1 FROM kyc_case WHERE user_token_key_version = key_version OR name_key_version = key_version)
      OR EXISTS (SELECT 1 FROM bank_file WHERE content_key_version = key_version)
      OR EXISTS (SELECT 1 FROM bank_answer WHERE content_key_version = key_version)
      OR EXISTS (SELECT 1 FROM people_file_row WHERE cells_key_version = key_version)
      OR EXISTS (SELECT 1 FROM processor_delivery WHERE content_key_version = key_version)
      OR EXISTS (SELECT 1 FROM webhook_endpoint WHERE secret_key_version = key_version OR former_key_version = key_version)
      OR EXISTS (SELECT 1 FROM store_order WHERE code_key_version = key_version)
      OR EXISTS (SELECT 1 FROM store_item WHERE code_key_version = key_version)
      OR EXISTS (SELECT 1 FROM payee
                  WHERE account_number LIKE '^%' AND typed_key_version(account_number) = key_version)
      OR EXISTS (SELECT 1 FROM payment_out
                  WHERE (account_number LIKE '^%' OR name LIKE '^%' OR reference LIKE '^%')
                    AND typed_key_version(account_number || name || reference) = key_version)
      OR EXISTS (SELECT 1 FROM schedule
                  WHERE body::text LIKE '%"^%' AND typed_key_version(body::text) = key_version)
      OR EXISTS (SELECT 1 FROM bank_answer_line
                  WHERE (account_number LIKE '^%' OR reference LIKE '^%' OR remitter LIKE '^%')
                    AND typed_key_version(account_number || reference || coalesce(remitter, '')) = key_version)
      OR EXISTS (SELECT 1 FROM bank_has_line
                  WHERE (account_number LIKE '^%' OR reference LIKE '^%')
                    AND typed_key_version(account_number || reference) = key_version)
    WHEN 'panIndex' THEN EXISTS (SELECT 1 FROM card WHERE pan_hash_key_version = key_version)
    ELSE true
  END
$$;
