-- Statements of account, and how far an account's history is on them.

-- Never changed once issued, but for opened_at: the application's role may update nothing else.
CREATE TABLE statement (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  member_account_id bigint NOT NULL,
  -- Melbourne days, both included. It is issued on the day after the last.
  first_day date NOT NULL,
  last_day date NOT NULL CHECK (last_day >= first_day),
  -- Its rows: those with a Sequence above after_seq and up to last_seq.
  after_seq bigint NOT NULL CHECK (after_seq >= 0),
  last_seq bigint NOT NULL CHECK (last_seq >= after_seq),
  opening bigint NOT NULL,
  closing bigint NOT NULL,
  language text NOT NULL CHECK (language IN ('enAU', 'zhCN')),
  -- The file as it was issued, and its SHA-256.
  body bytea NOT NULL,
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  -- Business time.
  made_at timestamptz NOT NULL,
  opened_at timestamptz,
  UNIQUE (tenant_id, id),
  UNIQUE (member_account_id, first_day),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id)
);
CREATE INDEX statement_by_account ON statement (member_account_id, last_day);
-- A PDF is compressed already.
ALTER TABLE statement ALTER COLUMN body SET STORAGE EXTERNAL;

-- Where the next statement of an account begins. It moves over periods without a statement too.
CREATE TABLE statement_mark (
  member_account_id bigint PRIMARY KEY,
  tenant_id integer NOT NULL,
  -- Last day that is settled.
  last_day date NOT NULL,
  last_seq bigint NOT NULL CHECK (last_seq >= 0),
  closing bigint NOT NULL,
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id)
);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['statement', 'statement_mark'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = (SELECT current_tenant()))', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO wattle_app', name);
  END LOOP;
END
$$;
GRANT UPDATE (opened_at) ON statement TO wattle_app;
GRANT UPDATE (last_day, last_seq, closing) ON statement_mark TO wattle_app;
